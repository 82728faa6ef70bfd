/** The bases and data sources that an agent reads, in Portuguese. */
import { counted } from '../../../lib/format.ts';

export const bases = {
  title: 'Bases de conhecimento que este agente lê',
  list: 'Bases de conhecimento ligadas',
  add: 'Adicionar base de conhecimento',
  none: 'Nenhuma base de conhecimento ligada',
  noneLine: 'Adicione uma base, e o agente responde com os documentos dela, dizendo a fonte.',
  confirmRemove: 'Remover esta base de conhecimento do agente?',
  confirmRemoveLine: 'O agente deixa de responder com ela. A base e os documentos ficam.',
  loadFailed: 'Falha ao carregar bases de conhecimento',
  addFailed: 'Falha ao adicionar base de conhecimento',
  addContext: 'Falha ao adicionar base de conhecimento',
  removeFailed: 'Falha ao remover base de conhecimento',
  removeContext: 'Falha ao remover base de conhecimento',
  haveLeft:
    'Trechos destas bases já tinham sido enviados a um serviço de embeddings de fora. Isso não volta atrás:',
  documents: (count: number) => counted(count, 'documento', 'documentos'),
  picker: {
    title: 'Adicionar uma base de conhecimento',
    search: 'Buscar bases de conhecimento',
    noMatch: 'Nenhuma base de conhecimento encontrada',
    noMatchLine: 'Tente outras palavras na busca',
    allTaken: 'Todas as bases de conhecimento já estão ligadas a este agente.',
    noneAtAll: 'Ainda não há bases de conhecimento',
  },
} as const;

export const sources = {
  title: 'Fontes de dados que este agente lê',
  list: 'Fontes de dados ligadas',
  add: 'Adicionar fonte de dados',
  none: 'Nenhuma fonte de dados ligada',
  noneLine: 'Adicione uma fonte, e o agente responde com as linhas da consulta dela.',
  confirmRemove: 'Remover esta fonte de dados do agente?',
  confirmRemoveLine: 'O agente deixa de responder com ela. A fonte de dados fica.',
  loadFailed: 'Falha ao carregar fontes de dados',
  addFailed: 'Falha ao adicionar fonte de dados',
  addContext: 'Falha ao adicionar agente à fonte de dados',
  removeFailed: 'Falha ao remover fonte de dados',
  removeContext: 'Falha ao remover agente da fonte de dados',
  agents: (count: number) => counted(count, 'agente', 'agentes'),
  notSetUp: 'sem consulta base',
  notSetUpHint: 'O agente a pula até a consulta base e a coluna de conteúdo estarem preenchidas.',
  picker: {
    title: 'Adicionar uma fonte de dados',
    search: 'Buscar fontes de dados',
    noMatch: 'Nenhuma fonte de dados encontrada',
    noMatchLine: 'Tente outras palavras na busca',
    allTaken: 'Todas as fontes de dados já estão ligadas a este agente.',
    noneAtAll: 'Ainda não há fontes de dados',
  },
} as const;

export const picker = {
  addOne: (name: string) => `Adicionar ${name}`,
  add: 'Adicionar',
  adding: 'Adicionando…',
  loadMore: 'Carregar mais',
  done: 'Concluir',
  removeOne: (name: string) => `Remover ${name}`,
  remove: 'Remover',
  cancel: 'Cancelar',
  noDescription: 'Sem descrição',
} as const;
