/** Writes the new text of running answers, all of them in one statement. */
import { sql } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { answer_parts, messages } from '../../../db/tables/chat.ts';
import type { MessageKey } from '../conversations/message-store.ts';

/** How long a process that says nothing keeps its answers, by the database's clock. */
export const LEASE_SECONDS = 15;
/** As long as no more of it is used it stays as it is: a row none of whose indexed columns change is written in place. */
const LEASE_USED_SECONDS = 2;

/** The text of the events after `from`, up to `to`. */
export type NewText = { key: MessageKey; from: number; to: number; text: string };

/**
 * Writes the new texts, each only if the one before it is the last that was saved, and ours. Returns by their ids only
 * the answers that are to stop or whose row did not match: most are saved, and nobody wishes them to stop.
 */
export async function saveParts(
  db: Queryable,
  owner: string,
  parts: NewText[],
): Promise<Map<number, 'stop' | 'unclear'>> {
  const { rows } = await db.execute<{ id: string; is_kept: boolean }>(sql`
    with given as (
      select * from unnest(
        ${numbers(parts, ({ key }) => key.user_id)}::int[], ${numbers(parts, ({ key }) => key.id)}::bigint[],
        ${numbers(parts, ({ from }) => from)}::int[], ${numbers(parts, ({ to }) => to)}::int[],
        ${sql.param(parts.map(({ text }) => text))}::text[]
      ) given(user_id, id, from_seq, to_seq, content)
    ), kept as (
      update ${messages} m set seq = given.to_seq, lease_until = case
        when m.lease_until > now() + make_interval(secs => ${LEASE_SECONDS - LEASE_USED_SECONDS}) then m.lease_until
        else now() + make_interval(secs => ${LEASE_SECONDS}) end
      from given
      where m.user_id = given.user_id and m.id = given.id and m.status = 'streaming'
        and m.lease_owner = ${owner} and m.seq = given.from_seq
      returning m.user_id, m.id, m.seq, m.stop_requested, given.content
    ), written as (
      insert into ${answer_parts} (user_id, message_id, seq, content)
      select user_id, id, seq, content from kept where content <> ''
    )
    select given.id, kept.id is not null as is_kept from given left join kept using (user_id, id)
    where kept.id is null or kept.stop_requested`);
  return new Map(rows.map(({ id, is_kept }) => [Number(id), is_kept ? 'stop' : 'unclear']));
}

/** The last event of an answer that is saved; null when the answer is not ours any more. */
export async function savedSeq(db: Queryable, owner: string, key: MessageKey): Promise<number | null> {
  const { rows } = await db.execute<{ seq: number; ours: boolean }>(sql`
    select seq, coalesce(status = 'streaming' and lease_owner = ${owner}, false) as ours
    from ${messages} where user_id = ${key.user_id} and id = ${key.id}`);
  return rows[0]?.ours ? rows[0].seq : null;
}

/** As PostgreSQL writes an array: its client would take each of them for a text that may need quoting. */
const numbers = (parts: NewText[], value: (part: NewText) => number) =>
  sql.param(`{${parts.map(value).join()}}`);
