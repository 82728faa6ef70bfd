/** Queries of a conversation, and changes to its cached records. */
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { chatApi } from '#contract/chat.ts';
import type { ChatRecord } from '#contract/chat-record.ts';
import type { Answer as Reply } from '#contract/endpoint.ts';
import { MESSAGES_PAGE, PAGE_SIZE_MAX } from '#contract/limits.ts';
import { call } from '../../../api/client.ts';

type Page = Reply<typeof chatApi.messages>;

/** Every list of conversations, whichever its filter. */
export const sessionsKey = ['chat', 'sessions'] as const;

export const sessionQuery = (id: string) =>
  queryOptions({
    queryKey: ['chat', 'session', id] as const,
    queryFn: ({ signal }) => call(chatApi.session, { params: { id } }, { signal }),
  });

const fetchPage = (id: string, limit: number, before_id: number | undefined, signal?: AbortSignal) =>
  call(chatApi.messages, { params: { id }, query: { limit, before_id } }, { signal });

const earlierThan = (page: Page | undefined) => (page?.metadata.has_more ? page.data[0]?.id : undefined);

/**
 * The first page holds the newest records; the next page is the one before it. Records are only appended, so pages are
 * never refetched: `refreshNewest` merges new ones.
 */
export const messagesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['chat', 'messages', id] as const,
    queryFn: ({ pageParam, signal }): Promise<Page> => fetchPage(id, MESSAGES_PAGE, pageParam, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: earlierThan,
    staleTime: Number.POSITIVE_INFINITY,
  });

export function recordsOf(data: { pages: Page[] } | undefined): ChatRecord[] {
  return data ? data.pages.toReversed().flatMap((page) => page.data) : [];
}

export function knownRecords(client: QueryClient, id: string): ChatRecord[] {
  return recordsOf(client.getQueryData(messagesQuery(id).queryKey));
}

/** A conversation that was just created has no messages, so none are fetched. */
export function keepNewConversation(client: QueryClient, id: string) {
  const page: Page = { data: [], metadata: { total: 0, has_more: false } };
  client.setQueryData(messagesQuery(id).queryKey, { pages: [page], pageParams: [undefined] });
}

/** Puts a finished answer among the known records. */
export function keepRecord(client: QueryClient, id: string, record: ChatRecord) {
  client.setQueryData(messagesQuery(id).queryKey, (known) => {
    const [newest, ...earlier] = known?.pages ?? [];
    if (!known || !newest) return known;
    const others = newest.data.filter((each) => each.id !== record.id);
    return { ...known, pages: [{ ...newest, data: [...others, record] }, ...earlier] };
  });
}

/** Loads earlier pages, large ones, until the record is there. False when the conversation does not hold it. */
export async function loadUpTo(client: QueryClient, id: string, messageId: number): Promise<boolean> {
  const { queryKey } = messagesQuery(id);
  const known = () => client.getQueryData(queryKey)?.pages.at(-1);
  const isHere = () => knownRecords(client, id).some((record) => record.id === messageId);
  for (let before = earlierThan(known()); !isHere() && before !== undefined; before = earlierThan(known())) {
    // A pending fetch of the same page would be added twice.
    await client.cancelQueries({ queryKey });
    const page = await fetchPage(id, PAGE_SIZE_MAX, before);
    if (earlierThan(known()) !== before) continue;
    client.setQueryData(queryKey, (data) => ({
      pages: [...(data?.pages ?? []), page],
      pageParams: [...(data?.pageParams ?? []), before],
    }));
    if ((page.data[0]?.id ?? 0) < messageId) break;
  }
  return isHere();
}

/** Fetches the newest records and merges them into the cache. */
export async function refreshNewest(client: QueryClient, id: string): Promise<void> {
  const { queryKey } = messagesQuery(id);
  if (!client.getQueryData(queryKey)) return client.invalidateQueries({ queryKey });
  keepNewest(client, id, await fetchPage(id, MESSAGES_PAGE, undefined));
}

/** Merges the newest records into the cache. */
export function keepNewest(client: QueryClient, id: string, fresh: Page): void {
  client.setQueryData(messagesQuery(id).queryKey, (known) => known && withNewest(known, fresh));
}

/** Records that the fresh page no longer reaches stay; a gap of more than a page drops what lies before it. */
export function withNewest<T extends { pages: Page[]; pageParams: unknown[] }>(known: T, fresh: Page): T {
  const [newest, ...earlier] = known.pages;
  const first = fresh.data[0]?.id ?? Number.POSITIVE_INFINITY;
  const lastKnown = newest?.data.at(-1)?.id;
  const isGap = fresh.metadata.has_more && (lastKnown === undefined || lastKnown < first);
  if (!newest || isGap || fresh.data.length === 0)
    return { ...known, pages: [fresh], pageParams: known.pageParams.slice(0, 1) };
  // Where the fresh page holds all there is, an earlier record is one that another variant has replaced.
  const before = fresh.metadata.has_more ? newest.data.filter((record) => record.id < first) : [];
  const data = [...before, ...fresh.data.map((record) => sameOr(record, newest.data))];
  const metadata = before.length > 0 ? newest.metadata : fresh.metadata;
  return { ...known, pages: [{ data, metadata }, ...earlier] };
}

/** Keeps the known object where nothing has changed, so that memoised components do not render again. */
function sameOr(record: ChatRecord, known: ChatRecord[]): ChatRecord {
  const before = known.find(({ id }) => id === record.id);
  return before && JSON.stringify(before) === JSON.stringify(record) ? before : record;
}

/** Drops all pages but the newest: a conversation that is opened again begins at its end. */
export function keepNewestPage(client: QueryClient, id: string) {
  client.setQueryData(messagesQuery(id).queryKey, (known) =>
    known && known.pages.length > 1
      ? { pages: known.pages.slice(0, 1), pageParams: known.pageParams.slice(0, 1) }
      : known,
  );
}

/** Changes one known record; returns it as it was. */
export function changeRecord(
  client: QueryClient,
  id: string,
  messageId: number,
  change: Partial<ChatRecord>,
): ChatRecord | undefined {
  const before = knownRecords(client, id).find((record) => record.id === messageId);
  client.setQueryData(
    messagesQuery(id).queryKey,
    (known) =>
      known && {
        ...known,
        pages: known.pages.map((page) =>
          page.data.some((record) => record.id === messageId)
            ? {
                ...page,
                data: page.data.map((each) => (each.id === messageId ? { ...each, ...change } : each)),
              }
            : page,
        ),
      },
  );
  return before;
}
