/** The list of knowledge bases and the page of one; English where the specification speaks English. */
import { counted } from '../../lib/format.ts';

export const texts = {
  title: 'Knowledge Bases',
  search: 'Search knowledge bases',
  newBase: 'New Knowledge Base',
  list: 'Knowledge Bases',
  docs: (count: number) => counted(count, 'doc', 'docs'),
  noDescription: 'No description',
  created: 'Created',
  updated: 'Last updated',
  loadFailed: 'Falha ao carregar bases de conhecimento',
  none: 'No Knowledge Bases Yet',
  noneLine: 'Create your first knowledge base to start managing documents',
  noMatch: 'No matching knowledge bases found',
  noMatchLine: 'Try adjusting your search terms',
  found: (count: number) => counted(count, 'knowledge base found', 'knowledge bases found'),

  form: {
    name: 'Name',
    description: 'Description',
    descriptionHint: 'What its documents are about.',
    cancel: 'Cancel',
  },
  create: {
    line: 'A place for documents that agents will answer from. The documents come next.',
    submit: 'Create',
    submitting: 'Creating...',
    failed: 'Falha ao criar base de conhecimento',
    made: (name: string) => `«${name}» was created`,
    madeLine: 'Give it documents, and agents can answer from them.',
    addDocuments: 'Add documents',
  },
  edit: {
    open: 'Edit',
    title: 'Edit knowledge base',
    submit: 'Save Changes',
    submitting: 'Saving...',
    failed: 'The knowledge base could not be changed',
  },

  page: {
    back: 'Back',
    toList: 'Back to knowledge bases',
    notFound: 'Base de conhecimento não encontrada',
    notFoundLine: 'It may have been deleted, or the address is not complete.',
    loadFailed: 'Falha ao carregar detalhes da base de conhecimento',
    stale: 'This page could not be brought up to date',
    totalStorage: 'Total Storage',
    totalTokens: 'Total Tokens',
    agents: (count: number) => `Used by ${counted(count, 'agent', 'agents')}`,
    noAgents: 'No agent answers from it yet. Add it on the Knowledge Base tab of an agent.',
    draft: 'Draft',
    allAgents: (count: number) => `and ${counted(count, 'other', 'others')}`,
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
      `It holds ${counted(documents, 'document', 'documents')}. ${
        agents === 0
          ? 'No agent uses it.'
          : `${counted(agents, 'agent uses', 'agents use')} it and will no longer answer from it.`
      }`,
  },
} as const;
