/** The records of conversations as rows. Everything is found through its owner. */

import { and, desc, eq, exists, getTableColumns, isNull, lt, sql } from 'drizzle-orm';
import type { Source } from '#contract/citations.ts';
import type { UnderstoodFilter } from '#contract/filters.ts';
import type { TableResult } from '#contract/table-result.ts';
import type { Queryable } from '../../../db/client.ts';
import { prepared } from '../../../db/prepared.ts';
import { answer_parts, chat_sessions, messages } from '../../../db/tables/chat.ts';
import { isSession } from './session-store.ts';

export type MessageRow = typeof messages.$inferSelect;
/** A record with the ids of all variants of its question, where it has several. */
export type ListedMessage = MessageRow & { variants: number[] | null };

/** How an answer is named: every key begins with its owner. */
export type MessageKey = Pick<MessageRow, 'user_id' | 'id'>;

const isMessage = ({ user_id, id }: MessageKey) => and(eq(messages.user_id, user_id), eq(messages.id, id));

const isRunningIn = (user_id: number, session_id: string) =>
  and(eq(messages.user_id, user_id), eq(messages.session_id, session_id), eq(messages.status, 'streaming'));

/** A record that no other variant stands in the place of. */
export const isCurrent = isNull(messages.replaced_by);

const variants = sql<number[] | null>`case when ${messages}.variant_root is not null then (
  select json_agg(v.id order by v.id) from ${messages} v where v.user_id = ${messages}.user_id
    and v.session_id = ${messages}.session_id and v.variant_root = ${messages}.variant_root) end`;

/** The newest records, oldest of them first, of a conversation that is there. `total` counts those that the page is taken from. */
export async function listMessages(
  db: Queryable,
  user_id: number,
  session_id: string,
  { limit, before_id = Number.MAX_SAFE_INTEGER }: { limit: number; before_id?: number },
): Promise<{ rows: ListedMessage[]; total: number }> {
  const found = await selectPage(db, { user_id, session_id, before_id, limit });
  return {
    rows: found.map(({ message, variants: all }) => ({ ...message, variants: all })).reverse(),
    total: found[0]?.total ?? 0,
  };
}

const selectPage = prepared((db) => {
  const wanted = and(
    eq(messages.user_id, sql.placeholder('user_id')),
    eq(messages.session_id, sql.placeholder('session_id')),
    lt(messages.id, sql.placeholder('before_id')),
    isCurrent,
  );
  const session = db
    .select()
    .from(chat_sessions)
    .where(isSession(sql.placeholder('user_id'), sql.placeholder('session_id')));
  return db
    .select({
      message: getTableColumns(messages),
      variants,
      total: sql<number>`(select count(*)::int from ${messages} where ${wanted})`,
    })
    .from(messages)
    .where(and(wanted, exists(session)))
    .orderBy(desc(messages.id))
    .limit(sql.placeholder('limit'));
});

export async function findMessage(db: Queryable, key: MessageKey): Promise<MessageRow | undefined> {
  const [message] = await db.select().from(messages).where(isMessage(key));
  return message;
}

/** The last of the records that are shown. */
export async function findLastMessage(
  db: Queryable,
  user_id: number,
  session_id: string,
): Promise<MessageRow | undefined> {
  const [message] = await db
    .select()
    .from(messages)
    .where(and(eq(messages.user_id, user_id), eq(messages.session_id, session_id), isCurrent))
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

/** The record of an answer that another process writes, and its text after event `from`, read in one statement. */
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

/** The sources that a running answer cites so far and how long its prompt is, for the process that may have to end it. */
export async function noteGrounding(
  db: Queryable,
  key: MessageKey,
  found:
    | { sources: Source[] }
    | {
        filters: UnderstoodFilter[];
        results: TableResult[];
        prompt_tokens: number;
        personal_sources: boolean;
      },
): Promise<void> {
  await db
    .update(messages)
    .set(found)
    .where(and(isMessage(key), eq(messages.status, 'streaming')));
}

/** Notes that another model answers than the one that was asked first, or that its prompt left with marks. */
export async function noteAnswering(
  db: Queryable,
  key: MessageKey,
  answering: Pick<MessageRow, 'model' | 'asked_model' | 'fallback_reason'> &
    Partial<Pick<MessageRow, 'masked'>>,
): Promise<void> {
  await db
    .update(messages)
    .set(answering)
    .where(and(isMessage(key), eq(messages.status, 'streaming')));
}

/** Notes the usage of one more model call, for the process that may have to end the answer. */
export async function noteStep(
  db: Queryable,
  key: MessageKey,
  step: MessageRow['steps'][number],
): Promise<void> {
  await db
    .update(messages)
    .set({ steps: sql`${messages.steps} || ${JSON.stringify([step])}::jsonb` })
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
