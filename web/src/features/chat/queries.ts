/** The reader's conversations, and the search through them. */
import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { chatApi } from '#contract/chat.ts';
import type { ChatSession, SearchHit } from '#contract/chat-session.ts';
import type { Answer } from '#contract/endpoint.ts';
import { CHAT_SESSIONS_PAGE } from '#contract/limits.ts';
import { call } from '../../api/client.ts';
import { nextSkip, rowsOf } from '../../lib/pages.ts';
import { sessionsKey } from '../conversation/stream/queries.ts';

export type SessionsPage = Answer<typeof chatApi.sessions>;

export const sessionsQuery = () =>
  infiniteQueryOptions({
    queryKey: sessionsKey,
    queryFn: ({ pageParam: offset, signal }): Promise<SessionsPage> =>
      call(chatApi.sessions, { query: { limit: CHAT_SESSIONS_PAGE, offset } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: nextSkip,
  });

export function newestFirst(sessions: ChatSession[]): ChatSession[] {
  return sessions.toSorted((one, other) => Date.parse(other.created_at) - Date.parse(one.created_at));
}

export const searchKey = ['chat', 'search'] as const;

export const historyQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: [...searchKey, q] as const,
    queryFn: ({ pageParam: offset, signal }): Promise<Answer<typeof chatApi.search>> =>
      call(chatApi.search, { query: { q, limit: CHAT_SESSIONS_PAGE, offset } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: nextSkip,
    enabled: q !== '',
  });

export function hitsOf(data: { pages: { data: SearchHit[] }[] } | undefined): SearchHit[] {
  const all = data?.pages.flatMap((page) => page.data) ?? [];
  return [...new Map(all.map((hit) => [keyOf(hit), hit])).values()];
}

export const keyOf = ({ session_id, message_id }: SearchHit) => `${session_id} ${message_id ?? ''}`;

/** The agents of the latest conversations, as far as the list in the sidebar is loaded; each once. */
export function lastAgents(client: QueryClient): { id: number; name: string }[] {
  const agents = new Map<number, string>();
  for (const { agent_id, agent_name, can_send } of newestFirst(
    rowsOf(client.getQueryData(sessionsQuery().queryKey)),
  ))
    if (can_send && agent_id !== null && agent_name !== null && !agents.has(agent_id))
      agents.set(agent_id, agent_name);
  return [...agents].map(([id, name]) => ({ id, name }));
}
