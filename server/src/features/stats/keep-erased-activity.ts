/** Keeps the counts of an erased person's questions and conversations. */
import { sql } from 'drizzle-orm';
import type { Transaction } from '../../db/client.ts';
import { lockWatermark } from './rollup-watermark.ts';

/**
 * Keeps the count of a person's conversations and questions of hours that are not rolled up yet; to be called before
 * their rows are deleted, in the same transaction.
 */
export async function keepErasedActivity(tx: Transaction, user_id: number): Promise<void> {
  const watermark = await lockWatermark(tx);
  const isOpen = watermark ? sql`created_at >= ${watermark.toISOString()}::timestamptz` : sql`true`;
  await tx.execute(sql`
    insert into activity_hours (hour, new_users, new_sessions, new_questions)
    select date_trunc('hour', created_at, 'UTC'), 0, sum(sessions), sum(questions) from (
      select created_at, 1 sessions, 0 questions from chat_sessions where user_id = ${user_id} and not is_test and key_id is null
      union all
      select m.created_at, 0, 1 from messages m
      join chat_sessions s on s.user_id = m.user_id and s.id = m.session_id
      where m.user_id = ${user_id} and not s.is_test and m.copied_from is null
    ) happened where ${isOpen} group by 1
    on conflict (hour) do update set new_sessions = activity_hours.new_sessions + excluded.new_sessions,
      new_questions = activity_hours.new_questions + excluded.new_questions`);
}
