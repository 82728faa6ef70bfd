/** The queries of these screens. Everything about knowledge bases is cached under `['knowledge-bases', …]`. */
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { documentsApi } from '#contract/documents.ts';
import { type KbDocument, type KnowledgeBase, knowledgeApi } from '#contract/knowledge.ts';
import { call } from '../../api/client.ts';
import { keepAnswer } from '../../api/query-client.ts';
import { isChanging } from './document-words.ts';

const LOOK_MS = 750;
/** While documents are being read, what has become of them is asked for so often: less where there are thousands, which take long to come. */
export const lookAgainMs = (base: KnowledgeBase | undefined): number =>
  LOOK_MS + (base?.documents.length ?? 0);
/** A text may have millions of characters: not longer than it is looked at. */
const TEXT_KEPT_MS = 30_000;

/** Unpaged; the agents’ picker reads the same entry. */
export const allBases = () =>
  queryOptions({
    queryKey: ['knowledge-bases'] as const,
    queryFn: ({ signal }) => call(knowledgeApi.list, {}, { signal }),
  });

export const oneBase = (id: number) =>
  queryOptions({
    queryKey: ['knowledge-bases', id] as const,
    queryFn: ({ signal }) => call(knowledgeApi.one, { params: { id } }, { signal }),
    refetchInterval: ({ state: { data } }) => (data?.documents.some(isChanging) ? lookAgainMs(data) : false),
  });

export const documentText = (id: number, documentId: number) =>
  queryOptions({
    queryKey: ['knowledge-bases', id, 'text', documentId] as const,
    queryFn: ({ signal }) => call(documentsApi.document, { params: { id, documentId } }, { signal }),
    gcTime: TEXT_KEPT_MS,
  });

/** A scanned page with its picture. */
export const scannedPage = (id: number, documentId: number, page: number) =>
  queryOptions({
    queryKey: ['knowledge-bases', id, 'text', documentId, 'page', page] as const,
    queryFn: async ({ signal }) => {
      const params = { id, documentId, page };
      const [facts, { blob }] = await Promise.all([
        call(documentsApi.page, { params }, { signal }),
        call(documentsApi.pageImage, { params }, { signal }),
      ]);
      return { page: facts, blob };
    },
    gcTime: TEXT_KEPT_MS,
  });

export const foundPassages = (id: number, question: string) =>
  queryOptions({
    queryKey: ['knowledge-bases', id, 'search', question] as const,
    queryFn: ({ signal }) =>
      call(knowledgeApi.search, { params: { id }, query: { q: question } }, { signal }),
    enabled: question !== '',
    placeholderData: keepPreviousData,
  });

export const baseSynonyms = (id: number) =>
  queryOptions({
    queryKey: ['knowledge-bases', id, 'synonyms'] as const,
    queryFn: ({ signal }) => call(knowledgeApi.synonyms, { params: { id } }, { signal }),
  });

/** Passages that each column of the comparison shows. */
const COMPARED = 5;

/** The same question by its words alone and with synonyms. */
export const comparedSearches = (id: number, question: string) =>
  queryOptions({
    queryKey: ['knowledge-bases', id, 'search', question, 'compared'] as const,
    queryFn: async ({ signal }) => {
      const found = (synonyms: 'true' | 'false') =>
        call(
          knowledgeApi.search,
          { params: { id }, query: { q: question, limit: COMPARED, synonyms } },
          { signal },
        );
      const [without, withSynonyms] = await Promise.all([found('false'), found('true')]);
      return { without, withSynonyms };
    },
    enabled: question !== '',
  });

export const refreshSearches = (cache: QueryClient, id: number): Promise<void> =>
  cache.invalidateQueries({ queryKey: ['knowledge-bases', id, 'search'] });

/** Puts what a call has answered where the screens read it, and lets everything that lists it be asked for anew. */
export async function keepBase(cache: QueryClient, base: KnowledgeBase): Promise<void> {
  await keepAnswer(cache, oneBase(base.id), base);
  await refreshLists(cache);
}

/** A document that came, or came anew, stands in its base at once; what the server counts follows. */
export function keepDocument(cache: QueryClient, id: number, document: KbDocument): void {
  changeDocuments(cache, id, (documents) =>
    documents.some((each) => each.id === document.id)
      ? documents.map((each) => (each.id === document.id ? document : each))
      : [...documents, document],
  );
}

export function dropDocument(cache: QueryClient, id: number, documentId: number): void {
  changeDocuments(cache, id, (documents) => documents.filter((each) => each.id !== documentId));
}

/** The base with everything below it: its documents, their texts and what is found in them. */
export async function refreshBase(cache: QueryClient, id: number): Promise<void> {
  await Promise.all([cache.invalidateQueries({ queryKey: ['knowledge-bases', id] }), refreshLists(cache)]);
}

/** Other queries that show bases: the list, and the agents that use them. */
async function refreshLists(cache: QueryClient): Promise<void> {
  await Promise.all([
    cache.invalidateQueries({ queryKey: allBases().queryKey, exact: true }),
    cache.invalidateQueries({ queryKey: ['agents'] }),
  ]);
}

export async function forgetBase(cache: QueryClient, id: number): Promise<void> {
  cache.removeQueries({ queryKey: ['knowledge-bases', id] });
  await refreshLists(cache);
}

function changeDocuments(
  cache: QueryClient,
  id: number,
  change: (documents: KbDocument[]) => KbDocument[],
): void {
  cache.setQueryData(oneBase(id).queryKey, (base) => {
    if (!base) return base;
    const documents = change(base.documents);
    return {
      ...base,
      documents,
      documents_count: documents.length,
      total_storage: sum(documents, ({ file_size }) => file_size),
      total_tokens: sum(documents, ({ token_count }) => token_count),
    };
  });
}

const sum = (documents: KbDocument[], of: (document: KbDocument) => number) =>
  documents.reduce((total, document) => total + of(document), 0);
