/** The administrator's test conversations: one list for all agents, of which each tab shows its own. */
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { chatApi } from '#contract/chat.ts';
import type { ChatSession } from '#contract/chat-session.ts';
import { call } from '../../../api/client.ts';
import { messagesQuery, sessionQuery, sessionsKey } from '../../conversation/stream/queries.ts';
import { discardAnswer } from '../../conversation/stream/use-answer.ts';

/** The most that the server gives at once. */
const SESSIONS_LIMIT = 100;

/** Below the key of the other conversations: what makes those old makes these old too. */
const testSessionsKey = [...sessionsKey, 'test'] as const;

export const testSessions = () =>
  queryOptions({
    queryKey: testSessionsKey,
    queryFn: async ({ signal }) => {
      const query = { is_test: 'true', limit: SESSIONS_LIMIT };
      return (await call(chatApi.sessions, { query }, { signal })).data;
    },
  });

export async function createTestSession(client: QueryClient, agent_id: number): Promise<ChatSession> {
  const session = await call(chatApi.createSession, { query: { agent_id, is_test: 'true' } });
  // A list that is on its way may not know it yet.
  await client.cancelQueries({ queryKey: testSessionsKey });
  change(client, (sessions) => [session, ...sessions.filter(({ id }) => id !== session.id)]);
  void refreshTestSessions(client);
  return session;
}

export const refreshTestSessions = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: testSessionsKey });

/** Gone at once; back in its place when the server refuses. */
export function useRemoveTestSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: ChatSession) => call(chatApi.removeSession, { params: { id } }),
    onMutate: async ({ id }) => {
      takeOut(client, id);
      await client.cancelQueries({ queryKey: testSessionsKey });
      takeOut(client, id);
    },
    onSuccess: (_, { id }) => {
      discardAnswer(id);
      client.removeQueries({ queryKey: messagesQuery(id).queryKey });
      client.removeQueries({ queryKey: sessionQuery(id).queryKey });
    },
    onError: (_, session) => {
      change(client, (sessions) => [session, ...sessions.filter(({ id }) => id !== session.id)]);
    },
    onSettled: () => refreshTestSessions(client),
  });
}

const takeOut = (client: QueryClient, removed: string) =>
  change(client, (sessions) => sessions.filter(({ id }) => id !== removed));

function change(client: QueryClient, next: (sessions: ChatSession[]) => ChatSession[]): void {
  client.setQueryData(testSessions().queryKey, (known) => known && next(known));
}
