/** The tabs Knowledge Base and Data Sources: what an agent reads. */
import { counted } from '../../../lib/format.ts';
import type { Same } from '../../../lib/text/same.ts';
import * as en from './texts-en.ts';
import * as pt from './texts-pt.ts';

const basesMixed = {
  title: 'Knowledge bases this agent reads',
  list: 'Linked knowledge bases',
  add: 'Add Knowledge Base',
  none: 'No Knowledge Bases Linked',
  noneLine: 'Add a base and the agent answers from its documents, naming the source.',
  confirmRemove: 'Remove this knowledge base from the agent?',
  confirmRemoveLine: 'The agent no longer answers from it. The base and its documents stay.',
  loadFailed: 'Falha ao carregar bases de conhecimento',
  addFailed: 'Falha ao adicionar base de conhecimento',
  addContext: 'Falha ao adicionar base de conhecimento',
  removeFailed: 'Falha ao remover base de conhecimento',
  removeContext: 'Falha ao remover base de conhecimento',
  haveLeft:
    'Trechos destas bases já tinham sido enviados a um serviço de embeddings de fora. Isso não volta atrás:',
  documents: (count: number) => counted(count, 'doc', 'docs'),
  picker: {
    title: 'Add a knowledge base',
    search: 'Search knowledge bases',
    noMatch: 'No matching knowledge bases found',
    noMatchLine: 'Try adjusting your search terms',
    allTaken: 'Every knowledge base is already linked to this agent.',
    noneAtAll: 'No Knowledge Bases Yet',
  },
} as const;

const sourcesMixed = {
  title: 'Data sources this agent reads',
  list: 'Linked data sources',
  add: 'Add Data Source',
  none: 'No Data Sources Linked',
  noneLine: 'Add a source and the agent answers from the rows of its query.',
  confirmRemove: 'Remove this data source from the agent?',
  confirmRemoveLine: 'The agent no longer answers from it. The data source itself stays.',
  loadFailed: 'Falha ao carregar fontes de dados',
  addFailed: 'Falha ao adicionar fonte de dados',
  addContext: 'Falha ao adicionar agente à fonte de dados',
  removeFailed: 'Falha ao remover fonte de dados',
  removeContext: 'Falha ao remover agente da fonte de dados',
  agents: (count: number) => counted(count, 'agent', 'agents'),
  notSetUp: 'no base query',
  notSetUpHint: 'The agent skips it until its base query and content column are filled in.',
  picker: {
    title: 'Add a data source',
    search: 'Search data sources',
    noMatch: 'No matching data sources found',
    noMatchLine: 'Try adjusting your search terms',
    allTaken: 'Every data source is already linked to this agent.',
    noneAtAll: 'No Data Sources Yet',
  },
} as const;

const pickerMixed = {
  addOne: (name: string) => `Add ${name}`,
  add: 'Add',
  adding: 'Adding...',
  loadMore: 'Load More',
  done: 'Done',
  removeOne: (name: string) => `Remove ${name}`,
  remove: 'Remove',
  cancel: 'Cancel',
  noDescription: 'No description',
} as const;

export const bases: Same<typeof basesMixed, typeof pt.bases, typeof en.bases> =
  __LANGUAGE__ === 'en' ? en.bases : __LANGUAGE__ === 'pt-BR' ? pt.bases : basesMixed;
export const sources: Same<typeof sourcesMixed, typeof pt.sources, typeof en.sources> =
  __LANGUAGE__ === 'en' ? en.sources : __LANGUAGE__ === 'pt-BR' ? pt.sources : sourcesMixed;
export const picker: Same<typeof pickerMixed, typeof pt.picker, typeof en.picker> =
  __LANGUAGE__ === 'en' ? en.picker : __LANGUAGE__ === 'pt-BR' ? pt.picker : pickerMixed;
