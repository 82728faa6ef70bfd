/** Erases temporary conversations a day after their last message, with the receipts of their answers. */
import { and, eq, isNull, lte } from 'drizzle-orm';
import { AppError } from '../../app-error.ts';
import { chat_sessions } from '../../db/tables/chat.ts';
import { eraseConversation } from './erase-conversation.ts';
import type { ChatContext } from './run/chat-runtime.ts';

const AT_ONCE = 200;

export const expiryJobs = (context: ChatContext) => ({
  'chat.expire': () => eraseExpired(context),
});

/** Where two processes do it, the second finds the conversation erased. */
export async function eraseExpired(context: ChatContext): Promise<void> {
  for (;;) {
    const due = await expired(context);
    for (const { id, user_id } of due)
      await eraseConversation(context, user_id, id, 'revoke').catch((error) => {
        if (!(error instanceof AppError && error.code === 'session_not_found')) throw error;
      });
    if (due.length < AT_ONCE) return;
  }
}

const expired = ({ db, clock }: ChatContext) =>
  db
    .select({ id: chat_sessions.id, user_id: chat_sessions.user_id })
    .from(chat_sessions)
    .where(
      and(
        eq(chat_sessions.temporary, true),
        isNull(chat_sessions.erased_at),
        lte(chat_sessions.expires_at, clock.now()),
      ),
    )
    .orderBy(chat_sessions.expires_at)
    .limit(AT_ONCE);
