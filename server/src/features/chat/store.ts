/** Conversations and their records as rows. Everything is found through its owner. */

import { and, count, desc, eq, getTableColumns, inArray, isNull, lt, ne, sql } from 'drizzle-orm';
import type { Source } from '#contract/chat.ts';
import { DEFAULT_CHAT_TITLE } from '#contract/limits.ts';
import type { Queryable, Transaction } from '../../db/client.ts';
import { agents } from '../../db/tables/agents.ts';
import { answer_parts, chat_sessions, messages } from '../../db/tables/chat.ts';
import { type AgentUser, availableTo, isAdmin } from '../agents/availability.ts';
import type { AgentRow } from '../agents/store.ts';
import { type Exchange, HISTORY_RECORDS } from './prompt.ts';

export type ChatUser = AgentUser & { user_id: number };
export type SessionRow = typeof chat_sessions.$inferSelect;
export type MessageRow = typeof messages.$inferSelect;
/** How an answer is named: every key begins with its owner. */
export type MessageKey = Pick<MessageRow, 'user_id' | 'id'>;

const isMessage = ({ user_id, id }: MessageKey) => and(eq(messages.user_id, user_id), eq(messages.id, id));
const isPartOf = ({ user_id, id }: MessageKey) =>
  and(eq(answer_parts.user_id, user_id), eq(answer_parts.message_id, id));

const isRunningIn = (user_id: number, session_id: string) =>
  and(eq(messages.user_id, user_id), eq(messages.session_id, session_id), eq(messages.status, 'streaming'));

const isSession = (user_id: number, id: string) =>
  and(eq(chat_sessions.user_id, user_id), eq(chat_sessions.id, id), isNull(chat_sessions.erased_at));

/** Whether the caller may send here now; test conversations are for administrators and reach drafts too. */
const canSend = (user: AgentUser) =>
  sql<boolean>`(${agents}.id is not null and case when ${chat_sessions}.is_test
    then ${isAdmin(user)}::boolean else ${availableTo(user)} end)`;

const shownSession = (user: AgentUser) => ({
  id: chat_sessions.id,
  agent_id: chat_sessions.agent_id,
  agent_name: sql<string | null>`coalesce(${agents}.name, ${chat_sessions}.agent_name)`,
  chat_title: chat_sessions.chat_title,
  created_at: chat_sessions.created_at,
  messages_count: chat_sessions.messages_count,
  is_test: chat_sessions.is_test,
  can_send: canSend(user),
});

export async function listSessions(
  db: Queryable,
  user: ChatUser,
  wanted: { limit: number; offset: number; is_test: boolean; agent_id?: number },
) {
  const mine = and(
    eq(chat_sessions.user_id, user.user_id),
    isNull(chat_sessions.erased_at),
    eq(chat_sessions.is_test, wanted.is_test),
    wanted.agent_id === undefined ? undefined : eq(chat_sessions.agent_id, wanted.agent_id),
  );
  const [rows, [counted]] = await Promise.all([
    db
      .select(shownSession(user))
      .from(chat_sessions)
      .leftJoin(agents, eq(agents.id, chat_sessions.agent_id))
      .where(mine)
      .orderBy(desc(chat_sessions.created_at), chat_sessions.id)
      .limit(wanted.limit)
      .offset(wanted.offset),
    db.select({ total: count() }).from(chat_sessions).where(mine),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

export async function findShownSession(db: Queryable, user: ChatUser, id: string) {
  const [session] = await db
    .select(shownSession(user))
    .from(chat_sessions)
    .leftJoin(agents, eq(agents.id, chat_sessions.agent_id))
    .where(isSession(user.user_id, id));
  return session;
}

/** A conversation with its agent, if that still exists, and whether the caller may send. */
export async function findSession(
  db: Queryable,
  user: ChatUser,
  id: string,
): Promise<{ session: SessionRow; agent: AgentRow | null; can_send: boolean } | undefined> {
  const [found] = await db
    .select({
      session: getTableColumns(chat_sessions),
      agent: getTableColumns(agents),
      can_send: canSend(user),
    })
    .from(chat_sessions)
    .leftJoin(agents, eq(agents.id, chat_sessions.agent_id))
    .where(isSession(user.user_id, id));
  return found;
}

export async function hasSession(db: Queryable, user_id: number, id: string): Promise<boolean> {
  const [found] = await db.select({ id: chat_sessions.id }).from(chat_sessions).where(isSession(user_id, id));
  return found !== undefined;
}

export async function agentExists(db: Queryable, id: number): Promise<boolean> {
  const [found] = await db.select({ id: agents.id }).from(agents).where(eq(agents.id, id));
  return found !== undefined;
}

export async function insertSession(
  db: Queryable,
  session: { id: string; user_id: number; agent_id: number | null; agent_name: string | null },
  now: Date,
): Promise<void> {
  await db
    .insert(chat_sessions)
    .values({ ...session, chat_title: DEFAULT_CHAT_TITLE, created_at: now, updated_at: now });
}

/** Counts one more question and names the conversation after its first; false when it was erased meanwhile. */
export async function noteQuestion(
  tx: Transaction,
  user_id: number,
  id: string,
  change: { title: string; now: Date },
): Promise<boolean> {
  const isFirst = sql`${chat_sessions}.messages_count = 0 and ${chat_sessions}.chat_title = ${DEFAULT_CHAT_TITLE}`;
  const { rowCount } = await tx
    .update(chat_sessions)
    .set({
      messages_count: sql`${chat_sessions}.messages_count + 1`,
      chat_title: sql`case when ${isFirst} then ${change.title} else ${chat_sessions}.chat_title end`,
      updated_at: change.now,
    })
    .where(isSession(user_id, id));
  return rowCount === 1;
}

/** Empties a conversation for good; its row, its records and their dates stay for statistics. */
export async function eraseSession(tx: Transaction, user_id: number, id: string, now: Date): Promise<void> {
  await tx
    .update(messages)
    .set({ question: '', answer: '', sources: [], error_code: null })
    .where(and(eq(messages.user_id, user_id), eq(messages.session_id, id)));
  await tx
    .update(chat_sessions)
    .set({ chat_title: '', erased_at: now, updated_at: now })
    .where(and(eq(chat_sessions.user_id, user_id), eq(chat_sessions.id, id)));
}

/** The newest records, oldest of them first. `total` counts those that the page is taken from. */
export async function listMessages(
  db: Queryable,
  user_id: number,
  session_id: string,
  page: { limit: number; before_id?: number },
): Promise<{ rows: MessageRow[]; total: number }> {
  const wanted = and(
    eq(messages.user_id, user_id),
    eq(messages.session_id, session_id),
    page.before_id === undefined ? undefined : lt(messages.id, page.before_id),
  );
  const [rows, [counted]] = await Promise.all([
    db.select().from(messages).where(wanted).orderBy(desc(messages.id)).limit(page.limit),
    db.select({ total: count() }).from(messages).where(wanted),
  ]);
  return { rows: rows.reverse(), total: counted?.total ?? 0 };
}

/** The newest answered records, oldest of them first, and how many the conversation has. */
export async function findHistory(
  tx: Queryable,
  user_id: number,
  session_id: string,
): Promise<{ newest: Exchange[]; total: number }> {
  const answered = and(
    eq(messages.user_id, user_id),
    eq(messages.session_id, session_id),
    inArray(messages.status, ['done', 'stopped', 'interrupted']),
    ne(messages.answer, ''),
  );
  const rows = await tx
    .select({
      question: messages.question,
      answer: messages.answer,
      total: sql<number>`(count(*) over ())::int`,
    })
    .from(messages)
    .where(answered)
    .orderBy(desc(messages.id))
    .limit(HISTORY_RECORDS);
  const newest = rows.map(({ question, answer }) => ({ question, answer })).reverse();
  return { newest, total: rows[0]?.total ?? 0 };
}

export async function findMessage(db: Queryable, key: MessageKey): Promise<MessageRow | undefined> {
  const [message] = await db.select().from(messages).where(isMessage(key));
  return message;
}

export async function findLastMessage(
  db: Queryable,
  user_id: number,
  session_id: string,
): Promise<MessageRow | undefined> {
  const [message] = await db
    .select()
    .from(messages)
    .where(and(eq(messages.user_id, user_id), eq(messages.session_id, session_id)))
    .orderBy(desc(messages.id))
    .limit(1);
  return message;
}

export async function findRunning(
  db: Queryable,
  user_id: number,
  session_id: string,
): Promise<MessageRow | undefined> {
  const [message] = await db.select().from(messages).where(isRunningIn(user_id, session_id));
  return message;
}

/** What an answer that another process writes has come to, and its text after `from`; one consistent look. */
export async function findProgress(
  db: Queryable,
  key: MessageKey,
  from: number,
): Promise<{ message: MessageRow; text: string } | undefined> {
  const [progress] = await db
    .select({
      message: getTableColumns(messages),
      text: sql<string>`coalesce((select string_agg(${answer_parts}.content, '' order by ${answer_parts}.seq)
        from ${answer_parts} where ${answer_parts}.user_id = ${messages}.user_id
          and ${answer_parts}.message_id = ${messages}.id and ${answer_parts}.seq > ${from}), '')`,
    })
    .from(messages)
    .where(isMessage(key));
  return progress;
}

export async function deleteParts(tx: Transaction, key: MessageKey): Promise<void> {
  await tx.delete(answer_parts).where(isPartOf(key));
}

/** What a running answer may cite and how long its prompt is, for whoever has to end it in our place. */
export async function noteGrounding(
  db: Queryable,
  key: MessageKey,
  found: { sources: Source[]; prompt_tokens: number },
): Promise<void> {
  await db
    .update(messages)
    .set(found)
    .where(and(isMessage(key), eq(messages.status, 'streaming')));
}

/** Asks whichever process is writing the conversation's answer to stop; its id, if there is one. */
export async function requestStop(
  db: Queryable,
  user_id: number,
  session_id: string,
): Promise<number | undefined> {
  const [running] = await db
    .update(messages)
    .set({ stop_requested: true })
    .where(isRunningIn(user_id, session_id))
    .returning({ id: messages.id });
  return running?.id;
}
