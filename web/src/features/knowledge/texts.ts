/** The list of knowledge bases and the page of one; English where the specification speaks English. */
import { counted } from '../../lib/format.ts';
import type { Same } from '../../lib/text/same.ts';
import { en } from './texts-en.ts';
import { pt } from './texts-pt.ts';

const mixed = {
  title: 'Knowledge Bases',
  line: 'Em «Bancos de Dados» ficam os documentos de que os agentes tiram respostas, reunidos em bases de conhecimento. Tabelas e planilhas ficam em «Data Sources».',
  search: 'Search knowledge bases',
  newBase: 'New Knowledge Base',
  list: 'Knowledge Bases',
  docs: (count: number) => counted(count, 'doc', 'docs'),
  noDescription: 'Sem descrição',
  created: 'Created',
  updated: 'Last updated',
  loadFailed: 'Falha ao carregar bases de conhecimento',
  none: 'No Knowledge Bases Yet',
  noneLine: 'Create your first knowledge base to start managing documents',
  noMatch: 'No matching knowledge bases found',
  noMatchLine: 'Try adjusting your search terms',
  found: (count: number) => counted(count, 'base encontrada', 'bases encontradas'),

  form: {
    name: 'Name',
    description: 'Description',
    descriptionHint: 'Opcional. Do que tratam os documentos dela.',
    cancel: 'Cancel',
  },
  create: {
    line: 'Um lugar para os documentos de que os agentes tiram respostas. Eles vêm no próximo passo.',
    submit: 'Create',
    submitting: 'Creating...',
    failed: 'Falha ao criar base de conhecimento',
    made: (name: string) => `«${name}» foi criada`,
    madeLine: 'Envie documentos, e os agentes respondem com eles.',
    addDocuments: 'Enviar documentos',
  },
  edit: {
    open: 'Edit',
    title: 'Editar base de conhecimento',
    submit: 'Save Changes',
    submitting: 'Saving...',
    failed: 'Falha ao alterar a base de conhecimento',
  },

  page: {
    back: 'Back',
    toList: 'Voltar às bases de conhecimento',
    notFound: 'Base de conhecimento não encontrada',
    notFoundLine: 'Ela pode ter sido excluída, ou o endereço está incompleto.',
    loadFailed: 'Falha ao carregar detalhes da base de conhecimento',
    stale: 'Falha ao atualizar esta página',
    totalStorage: 'Total Storage',
    totalTokens: 'Total Tokens',
    agents: (count: number) => `Usada por ${counted(count, 'agente', 'agentes')}`,
    noAgents: 'Nenhum agente responde com ela ainda. Associe-a na aba «Knowledge Base» de um agente.',
    makeAgent: 'Criar um agente com esta base',
    draft: 'rascunho',
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
    title: 'Danger Zone',
    line: 'All documents will be permanently deleted. This action cannot be undone.',
    open: 'Delete knowledge base',
    confirm: 'Delete',
    confirming: 'Deleting...',
    cancel: 'Cancel',
    failed: 'Falha ao excluir base de conhecimento',
    affected: (documents: number, agents: number) =>
      `Ela tem ${counted(documents, 'documento', 'documentos')}. ${
        agents === 0
          ? 'Nenhum agente a usa.'
          : `${counted(agents, 'agente a usa e deixará', 'agentes a usam e deixarão')} de responder com ela.`
      }`,
  },
} as const;

export const texts: Same<typeof mixed, typeof pt, typeof en> =
  __LANGUAGE__ === 'en' ? en : __LANGUAGE__ === 'pt-BR' ? pt : mixed;
