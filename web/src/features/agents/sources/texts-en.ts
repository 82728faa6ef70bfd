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
  loadFailed: 'Failed to load the knowledge bases',
  addFailed: 'Failed to add the knowledge base',
  addContext: 'Failed to add the knowledge base',
  removeFailed: 'Failed to remove the knowledge base',
  removeContext: 'Failed to remove the knowledge base',
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
  loadFailed: 'Failed to load the data sources',
  addFailed: 'Failed to add the data source',
  addContext: 'Failed to add the agent to the data source',
  removeFailed: 'Failed to remove the data source',
  removeContext: 'Failed to remove the agent from the data source',
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
