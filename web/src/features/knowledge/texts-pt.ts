/** The list of knowledge bases and the page of one, in Portuguese. */
import { counted } from '../../lib/format.ts';

export const pt = {
  title: 'Bases de conhecimento',
  line: 'Em «Bancos de Dados» ficam os documentos de que os agentes tiram respostas, reunidos em bases de conhecimento. Tabelas e planilhas ficam em «Fontes de dados».',
  search: 'Buscar bases de conhecimento',
  newBase: 'Nova base de conhecimento',
  list: 'Bases de conhecimento',
  docs: (count: number) => counted(count, 'documento', 'documentos'),
  noDescription: 'Sem descrição',
  created: 'Criada',
  updated: 'Última atualização',
  loadFailed: 'Falha ao carregar bases de conhecimento',
  none: 'Ainda não há bases de conhecimento',
  noneLine: 'Crie a primeira base de conhecimento para começar a reunir documentos',
  noMatch: 'Nenhuma base de conhecimento encontrada',
  noMatchLine: 'Tente outras palavras na busca',
  found: (count: number) =>
    counted(count, 'base de conhecimento encontrada', 'bases de conhecimento encontradas'),

  form: {
    name: 'Nome',
    description: 'Descrição',
    descriptionHint: 'Opcional. De que tratam os documentos dela.',
    cancel: 'Cancelar',
  },
  create: {
    line: 'Um lugar para documentos com que os agentes vão responder. Os documentos vêm em seguida.',
    submit: 'Criar',
    submitting: 'Criando…',
    failed: 'Falha ao criar base de conhecimento',
    made: (name: string) => `«${name}» foi criada`,
    madeLine: 'Dê documentos a ela, e os agentes podem responder com eles.',
    addDocuments: 'Adicionar documentos',
  },
  edit: {
    open: 'Editar',
    title: 'Editar base de conhecimento',
    submit: 'Salvar alterações',
    submitting: 'Salvando…',
    failed: 'Falha ao alterar a base de conhecimento',
  },

  page: {
    back: 'Voltar',
    toList: 'Voltar às bases de conhecimento',
    notFound: 'Base de conhecimento não encontrada',
    notFoundLine: 'Ela pode ter sido excluída, ou o endereço está incompleto.',
    loadFailed: 'Falha ao carregar detalhes da base de conhecimento',
    stale: 'Não foi possível atualizar esta página',
    totalStorage: 'Armazenamento total',
    totalTokens: 'Total de tokens',
    agents: (count: number) => `Usada por ${counted(count, 'agente', 'agentes')}`,
    noAgents: 'Nenhum agente responde com ela ainda. Adicione-a na aba Base de conhecimento de um agente.',
    makeAgent: 'Criar um agente com esta base',
    draft: 'Rascunho',
    allAgents: (count: number) => `e ${counted(count, 'outro', 'outros')}`,
  },

  tabs: {
    label: 'Partes desta base',
    documents: 'Documentos',
    syncs: 'Sincronizações',
    synonyms: 'Sinônimos',
    settings: 'Ajustes',
  },

  danger: {
    title: 'Zona de perigo',
    line: 'Todos os documentos serão excluídos para sempre. Esta ação não pode ser desfeita.',
    open: 'Excluir base de conhecimento',
    confirm: 'Excluir',
    confirming: 'Excluindo…',
    cancel: 'Cancelar',
    failed: 'Falha ao excluir base de conhecimento',
    affected: (documents: number, agents: number) =>
      `Ela tem ${counted(documents, 'documento', 'documentos')}. ${
        agents === 0
          ? 'Nenhum agente a usa.'
          : `${counted(agents, 'agente a usa e deixará', 'agentes a usam e deixarão')} de responder com ela.`
      }`,
  },
} as const;
