/** Takes away what is not to be kept: visits with their words after their hours, words of requests after their years. */
import { and, eq, lte } from 'drizzle-orm';
import { AppError } from '../../app-error.ts';
import { counter_visitors, counters } from '../../db/tables/counters.ts';
import { eraseConversation } from '../chat/erase-conversation.ts';
import type { CounterContext } from './counter-context.ts';
import { eraseOldRequests } from './requests/records.ts';
import { forgetOldCounterDays } from './statistics.ts';

const AT_ONCE = 500;

/** Where two processes do it, the second finds the conversations erased. */
export async function tidyCounters(context: CounterContext): Promise<void> {
  const { db, clock } = context;
  const now = clock.now();
  for (;;) {
    const due = await db
      .select({
        counter_id: counter_visitors.counter_id,
        id: counter_visitors.id,
        session_id: counter_visitors.session_id,
        user_id: counters.user_id,
      })
      .from(counter_visitors)
      .innerJoin(counters, eq(counters.id, counter_visitors.counter_id))
      .where(lte(counter_visitors.expires_at, now))
      .orderBy(counter_visitors.expires_at)
      .limit(AT_ONCE);
    for (const { counter_id, id, session_id, user_id } of due) {
      await eraseConversation(context, user_id, session_id).catch((error) => {
        // Nothing was asked, or another process was faster.
        if (!(error instanceof AppError && error.code === 'session_not_found')) throw error;
      });
      await db
        .delete(counter_visitors)
        .where(and(eq(counter_visitors.counter_id, counter_id), eq(counter_visitors.id, id)));
    }
    if (due.length < AT_ONCE) break;
  }
  await eraseOldRequests(db, now);
  await forgetOldCounterDays(db, now);
}
