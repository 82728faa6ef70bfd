/** The reader's conversations, and their removal. */
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { type ChatSession, chatApi } from '#contract/chat.ts';
import type { Answer } from '#contract/endpoint.ts';
import { CHAT_SESSIONS_PAGE } from '#contract/limits.ts';
import { call } from '../../api/client.ts';
import { messagesQuery, sessionQuery, sessionsKey } from '../conversation/queries.ts';
import { forgetAnswer } from '../conversation/use-answer.ts';

type Page = Answer<typeof chatApi.sessions>;

export const sessionsQuery = () =>
  infiniteQueryOptions({
    queryKey: sessionsKey,
    queryFn: ({ pageParam: offset, signal }): Promise<Page> =>
      call(chatApi.sessions, { query: { limit: CHAT_SESSIONS_PAGE, offset } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) =>
      last.metadata.has_more ? pages.reduce((sum, page) => sum + page.data.length, 0) : undefined,
  });

/** A conversation begun meanwhile shifts the pages; none is shown twice. */
export function sessionsOf(data: { pages: Page[] } | undefined): ChatSession[] {
  const all = data?.pages.flatMap((page) => page.data) ?? [];
  return [...new Map(all.map((session) => [session.id, session])).values()];
}

/** It leaves the list at once; when the server refuses, the list is loaded again. */
export function useRemoveSession({ onLeave }: { onLeave: (id: string) => void }) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(chatApi.removeSession, { params: { id } }),
    onMutate: async (id) => {
      takeOut(client, id);
      onLeave(id);
      // A list that is on its way would bring it back.
      await client.cancelQueries({ queryKey: sessionsKey });
      takeOut(client, id);
    },
    onSuccess: (_, id) => {
      forgetAnswer(id);
      client.removeQueries({ queryKey: messagesQuery(id).queryKey });
      client.removeQueries({ queryKey: sessionQuery(id).queryKey });
    },
    onError: () => client.invalidateQueries({ queryKey: sessionsKey }),
  });
}

function takeOut(client: QueryClient, id: string) {
  client.setQueryData<InfiniteData<Page, number>>(
    sessionsKey,
    (known) =>
      known && {
        ...known,
        pages: known.pages.map((page) => ({
          ...page,
          data: page.data.filter((session) => session.id !== id),
        })),
      },
  );
}
