/** Keeps the counts of an erased person's questions and conversations. */
import { type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '../../db/client.ts';
import { happenings } from './activity.ts';
import { lockWatermark } from './rollup-watermark.ts';

/**
 * Keeps the count of a person's conversations and questions of hours that are not rolled up yet; to be called before
 * their rows are deleted, in the same transaction.
 */
export async function keepErasedActivity(tx: Transaction, user_id: number): Promise<void> {
  const watermark = await lockWatermark(tx);
  const isOpen = (time: SQL) =>
    watermark ? sql`${time} >= ${watermark.toISOString()}::timestamptz` : sql`true`;
  const erased = happenings((time, by) => sql`${by} = ${user_id} and ${isOpen(time)}`);
  // An account without a name takes the person’s place, and goes on counting as a new user.
  await tx.execute(sql`
    insert into activity_hours (hour, new_users, new_sessions, new_questions)
    select date_trunc('hour', at, 'UTC'), 0, sum(new_sessions), sum(new_questions)
    from (${erased}) happened where new_users = 0 group by 1
    on conflict (hour) do update set new_sessions = activity_hours.new_sessions + excluded.new_sessions,
      new_questions = activity_hours.new_questions + excluded.new_questions`);
}
