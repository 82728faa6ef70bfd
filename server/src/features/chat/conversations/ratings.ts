/** Ratings: a reader's thumb up or down on an answer, with a reason. */
import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import type { FeedbackValue } from '#contract/chat-record.ts';
import type { AppContext } from '../../../app-context.ts';
import { AppError } from '../../../app-error.ts';
import { chat_sessions, messages } from '../../../db/tables/chat.ts';
import { cleanText } from '../../../text/clean-text.ts';
import type { MessageKey } from './message-store.ts';

/** The last rating counts; null removes it. Only one's own answers that have ended with text can be rated. */
export async function rate(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  { user_id, id }: MessageKey,
  { value, reason }: { value: FeedbackValue | null; reason?: string | undefined },
): Promise<void> {
  const { rowCount } = await db
    .update(messages)
    .set({
      feedback: value,
      feedback_reason: (value && cleanText(reason ?? '').trim()) || null,
      feedback_at: value && clock.now(),
    })
    .from(chat_sessions)
    .where(
      and(
        eq(messages.user_id, user_id),
        eq(messages.id, id),
        ne(messages.status, 'streaming'),
        sql`${messages.answer} ~ '\\S'`,
        // Its original can be rated.
        isNull(messages.copied_from),
        eq(chat_sessions.user_id, messages.user_id),
        eq(chat_sessions.id, messages.session_id),
        isNull(chat_sessions.erased_at),
        eq(chat_sessions.temporary, false),
      ),
    );
  if (rowCount !== 1) throw new AppError('message_not_found');
}
