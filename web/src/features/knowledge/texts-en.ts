/** The list of knowledge bases and the page of one, in English. */
import { counted } from '../../lib/format.ts';

export const en = {
  title: 'Knowledge Bases',
  line: 'Documents that agents answer from. Tables and spreadsheets are under “Data Sources”.',
  search: 'Search knowledge bases',
  newBase: 'New knowledge base',
  list: 'Knowledge Bases',
  docs: (count: number) => counted(count, 'document', 'documents'),
  noDescription: 'No description',
  created: 'Created',
  updated: 'Last updated',
  loadFailed: 'The knowledge bases could not be loaded',
  none: 'No knowledge bases yet',
  noneLine: 'Create your first knowledge base to start managing documents',
  noMatch: 'No matching knowledge bases found',
  noMatchLine: 'Try adjusting your search terms',
  found: (count: number) => counted(count, 'knowledge base found', 'knowledge bases found'),

  form: {
    name: 'Name',
    description: 'Description',
    descriptionHint: 'Optional. What its documents are about.',
    cancel: 'Cancel',
  },
  create: {
    line: 'A place for documents that agents will answer from. The documents come next.',
    submit: 'Create',
    submitting: 'Creating…',
    failed: 'The knowledge base could not be created',
    made: (name: string) => `“${name}” was created`,
    madeLine: 'Give it documents, and agents can answer from them.',
    addDocuments: 'Add documents',
  },
  edit: {
    open: 'Edit',
    title: 'Edit knowledge base',
    submit: 'Save changes',
    submitting: 'Saving…',
    failed: 'The knowledge base could not be changed',
  },

  page: {
    back: 'Back',
    toList: 'Back to knowledge bases',
    notFound: 'Knowledge base not found',
    notFoundLine: 'It may have been deleted, or the address is not complete.',
    loadFailed: 'The knowledge base could not be loaded',
    stale: 'This page could not be refreshed',
    totalStorage: 'Total storage',
    totalTokens: 'Total tokens',
    agents: (count: number) => `Used by ${counted(count, 'agent', 'agents')}`,
    noAgents: 'No agent answers from it yet. Add it in the tab “Knowledge base” of an agent.',
    makeAgent: 'Create an agent with this knowledge base',
    draft: 'draft',
    allAgents: (count: number) => `and ${counted(count, 'other', 'others')}`,
  },

  tabs: {
    label: 'Parts of this knowledge base',
    documents: 'Documents',
    syncs: 'Syncs',
    synonyms: 'Synonyms',
    settings: 'Settings',
  },

  danger: {
    title: 'Danger zone',
    line: 'All documents will be permanently deleted. This action cannot be undone.',
    open: 'Delete knowledge base',
    confirm: 'Delete',
    confirming: 'Deleting…',
    cancel: 'Cancel',
    failed: 'The knowledge base could not be deleted',
    affected: (documents: number, agents: number) =>
      `It has ${counted(documents, 'document', 'documents')}. ${
        agents === 0
          ? 'No agent uses it.'
          : `${counted(agents, 'agent uses it and will no longer answer', 'agents use it and will no longer answer')} from it.`
      }`,
  },
} as const;
