/** The calls of a conversation, and what the cache knows of its records. */
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { type ChatRecord, chatApi } from '#contract/chat.ts';
import type { Answer as Reply } from '#contract/endpoint.ts';
import { MESSAGES_PAGE } from '#contract/limits.ts';
import { call } from '../../api/client.ts';

type Page = Reply<typeof chatApi.messages>;

/** Every list of conversations, whichever its filter. */
export const sessionsKey = ['chat', 'sessions'] as const;

export const sessionQuery = (id: string) =>
  queryOptions({
    queryKey: ['chat', 'session', id] as const,
    queryFn: ({ signal }) => call(chatApi.session, { params: { id } }, { signal }),
  });

/** The first page holds the newest records; the next page is the one before it. */
export const messagesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['chat', 'messages', id] as const,
    queryFn: ({ pageParam, signal }): Promise<Page> =>
      call(
        chatApi.messages,
        { params: { id }, query: { limit: MESSAGES_PAGE, before_id: pageParam } },
        { signal },
      ),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.metadata.has_more ? page.data[0]?.id : undefined),
  });

export function recordsOf(data: { pages: Page[] } | undefined): ChatRecord[] {
  return data ? data.pages.toReversed().flatMap((page) => page.data) : [];
}

export function knownRecords(client: QueryClient, id: string): ChatRecord[] {
  return recordsOf(client.getQueryData(messagesQuery(id).queryKey));
}

/** A conversation that was just created has no messages: nobody needs to ask for them. */
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
