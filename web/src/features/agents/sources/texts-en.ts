/** The bases and data sources that an agent reads, in English. */
import { counted } from '../../../lib/format.ts';

export const bases = {
  title: 'Knowledge bases this agent reads',
  list: 'Linked knowledge bases',
  add: 'Add knowledge base',
  none: 'No knowledge bases linked',
  noneLine: 'Add a knowledge base, and the agent answers from its documents, naming the source.',
  confirmRemove: 'Remove this knowledge base from the agent?',
  confirmRemoveLine: 'The agent no longer answers from it. The knowledge base and its documents stay.',
  loadFailed: 'The knowledge bases could not be loaded',
  addFailed: 'The knowledge base could not be added',
  addContext: 'The knowledge base could not be added',
  removeFailed: 'The knowledge base could not be removed',
  removeContext: 'The knowledge base could not be removed',
  haveLeft:
    'Passages of these knowledge bases had already been sent to an outside embedding service. That cannot be undone:',
  documents: (count: number) => counted(count, 'document', 'documents'),
  picker: {
    title: 'Add a knowledge base',
    search: 'Search knowledge bases',
    noMatch: 'No matching knowledge bases found',
    noMatchLine: 'Try adjusting your search terms',
    allTaken: 'Every knowledge base is already linked to this agent.',
    noneAtAll: 'No knowledge bases yet',
  },
} as const;

export const sources = {
  title: 'Data sources this agent reads',
  list: 'Linked data sources',
  add: 'Add data source',
  none: 'No data sources linked',
  noneLine: 'Add a data source, and the agent answers from the rows of its query.',
  confirmRemove: 'Remove this data source from the agent?',
  confirmRemoveLine: 'The agent no longer answers from it. The data source itself stays.',
  loadFailed: 'The data sources could not be loaded',
  addFailed: 'The data source could not be added',
  addContext: 'The agent could not be added to the data source',
  removeFailed: 'The data source could not be removed',
  removeContext: 'The agent could not be removed from the data source',
  agents: (count: number) => counted(count, 'agent', 'agents'),
  notSetUp: 'no base query',
  notSetUpHint: 'The agent skips it until its base query and main content column are filled in.',
  picker: {
    title: 'Add a data source',
    search: 'Search data sources',
    noMatch: 'No matching data sources found',
    noMatchLine: 'Try adjusting your search terms',
    allTaken: 'Every data source is already linked to this agent.',
    noneAtAll: 'No data sources yet',
  },
} as const;

export const picker = {
  addOne: (name: string) => `Add ${name}`,
  add: 'Add',
  adding: 'Adding…',
  loadMore: 'Load more',
  done: 'Done',
  removeOne: (name: string) => `Remove ${name}`,
  remove: 'Remove',
  cancel: 'Cancel',
  noDescription: 'No description',
} as const;
