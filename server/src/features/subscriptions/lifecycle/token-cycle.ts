/** The token cycle of a person whose plan begins, renews or ends. Its stored use stays the sum of its entries. */
import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '../../../db/client.ts';
import { token_entries } from '../../../db/tables/chat.ts';
import { users } from '../../../db/tables/people.ts';
import { bringCycleUpToDate, calendarDay, cycleStart } from '../../users/tokens/cycle.ts';

/**
 * Paid: a cycle begins now, with nothing used, and from now on renews on the day of the payment. The person must be
 * locked. An entry of this very instant belongs to what was before.
 */
export async function beginPaidCycle(
  tx: Transaction,
  user_id: number,
  { anchor, now }: { anchor: Date; now: Date },
): Promise<void> {
  await tx
    .update(users)
    .set({
      token_anchor: anchor,
      token_used: 0,
      token_credited: 0,
      token_cycle_start: sql`greatest(${now.toISOString()}::timestamptz, (
        select max(${token_entries.created_at}) + interval '1 millisecond' from ${token_entries}
        where ${token_entries.user_id} = ${user_id}))`,
      updated_at: now,
    })
    .where(eq(users.id, user_id));
}

/**
 * A paid period that begins on the day of the running cycle renews with it. One that begins on another day, as when a
 * monthly plan becomes a yearly one at once, begins a cycle of its own. The person must be locked.
 */
export async function followPaidPeriod(
  tx: Transaction,
  user_id: number,
  { start, now }: { start: Date; now: Date },
): Promise<void> {
  const usage = await bringCycleUpToDate(tx, user_id, now);
  if (!usage || start <= usage.token_anchor) return;
  const isSameDay = calendarDay(cycleStart(usage.token_anchor, start)) === calendarDay(start);
  if (!isSameDay) await beginPaidCycle(tx, user_id, { anchor: start, now });
}

/** Ended: the cycle goes on to the day of the month on which the account was made. The person must be locked. */
export async function returnToFreeCycle(tx: Transaction, user_id: number, now: Date): Promise<void> {
  // A cycle that ended while the plan ran is renewed first, by the plan's day.
  await bringCycleUpToDate(tx, user_id, now);
  await tx
    .update(users)
    .set({ token_anchor: sql`${users.created_at}`, updated_at: now })
    .where(eq(users.id, user_id));
  await bringCycleUpToDate(tx, user_id, now);
}
