/** Tokens that keys have used in their owner's running cycle, summed from the ledger. */
import { sql } from 'drizzle-orm';
import { AppError, filledError } from '../../app-error.ts';
import type { Queryable, Transaction } from '../../db/client.ts';
import type { KeyCaller } from '../../http/routes.ts';
import { bringCycleUpToDate, nextTokenReset, renewalDate } from '../users/tokens/cycle.ts';

/** By key; of one that has used nothing, nothing. */
export async function spentByKeys(db: Queryable, user_id: number, now: Date): Promise<Map<number, number>> {
  const usage = await bringCycleUpToDate(db, user_id, now);
  if (!usage) return new Map();
  const { rows } = await db.execute<{ key_id: number; spent: number }>(sql`
    select key_id, sum(charged)::float8 spent from token_entries
    where user_id = ${user_id} and key_id is not null
      and created_at >= ${usage.token_cycle_start.toISOString()}::timestamptz
    group by key_id`);
  return new Map(rows.map(({ key_id, spent }) => [key_id, spent]));
}

type Room = { token_anchor: Date; revoked_at: Date | null; token_cap: number | null; taken: number };

/**
 * Like the limit of a person: admits while it is not reached, so that the last answer may pass it by its own size. The
 * person is locked, as revoking the key locks them, and their cycle is up to date. What is free is refused by no cap.
 */
export async function requireKeyRoom(
  tx: Transaction,
  { user_id, key }: KeyCaller,
  { isFree, now }: { isFree: boolean; now: Date },
): Promise<void> {
  const { rows } = await tx.execute<Room>(sql`
    select u.token_anchor, k.revoked_at, k.token_cap::float8 token_cap, (
      select coalesce(sum(e.charged), 0) from token_entries e
      where e.user_id = u.id and e.key_id = ${key.id} and e.created_at >= u.token_cycle_start
    )::float8 + (
      select coalesce(sum(m.reserved_tokens), 0) from messages m
      join chat_sessions s on s.user_id = m.user_id and s.id = m.session_id
      where m.user_id = u.id and m.status = 'streaming' and s.key_id = ${key.id}
    )::float8 taken
    from users u join access_keys k on k.user_id = u.id where u.id = ${user_id} and k.id = ${key.id}`);
  const [row] = rows;
  if (!row || row.revoked_at) throw new AppError('key_revoked');
  if (isFree || row.token_cap === null || row.taken < row.token_cap) return;
  const anchor = new Date(row.token_anchor);
  const renews_at = nextTokenReset(anchor, now).toISOString();
  throw filledError('key_limit', { date: renewalDate(anchor, now) }, { extra: { renews_at } });
}
