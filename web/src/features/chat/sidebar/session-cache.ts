/** Optimistic changes to the cached list of conversations. */
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { ChatSession } from '#contract/chat-session.ts';
import { rowsOf } from '../../../lib/pages.ts';
import { sessionQuery, sessionsKey } from '../../conversation/stream/queries.ts';
import { type SessionsPage, sessionsQuery } from '../queries.ts';

export type SessionChange = { chat_title?: string; pinned?: boolean };

export function knownSession(client: QueryClient, id: string): ChatSession | undefined {
  return rowsOf(client.getQueryData(sessionsQuery().queryKey)).find((session) => session.id === id);
}

/** In the list and on the conversation's own screen. */
export function change(client: QueryClient, id: string, fields: SessionChange): void {
  const changed = (session: ChatSession) => (session.id === id ? { ...session, ...fields } : session);
  inList(client, (sessions) => sessions.map(changed));
  client.setQueryData(sessionQuery(id).queryKey, (known) => known && changed(known));
}

/** Reverts a field, unless it has been changed again meanwhile. */
export function changeBack(
  client: QueryClient,
  before: ChatSession,
  { chat_title, pinned }: SessionChange,
): void {
  const now = knownSession(client, before.id);
  if (!now) return;
  change(client, before.id, {
    ...(chat_title !== undefined && now.chat_title === chat_title && { chat_title: before.chat_title }),
    ...(pinned !== undefined && now.pinned === pinned && { pinned: before.pinned }),
  });
}

export function takeOut(client: QueryClient, id: string): void {
  inList(client, (sessions) => sessions.filter((session) => session.id !== id));
}

/** Inserted on the first page: the list is sorted by date when it is shown. */
export function putBack(client: QueryClient, session: ChatSession): void {
  if (knownSession(client, session.id)) return;
  inList(client, (sessions, page) => (page === 0 ? [session, ...sessions] : sessions));
}

function inList(client: QueryClient, next: (sessions: ChatSession[], page: number) => ChatSession[]): void {
  client.setQueryData<InfiniteData<SessionsPage, number>>(
    sessionsKey,
    (known) =>
      known && {
        ...known,
        pages: known.pages.map((page, index) => ({ ...page, data: next(page.data, index) })),
      },
  );
}
