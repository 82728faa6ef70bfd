/** Erases a conversation at its owner's wish. */

import { and, eq, isNull } from 'drizzle-orm';
import { AppError } from '../../app-error.ts';
import type { Transaction } from '../../db/client.ts';
import { receipts } from '../../db/tables/receipts.ts';
import { countTokens } from '../../language/tokens.ts';
import { findProgress, findRunning, type MessageRow } from './conversations/message-store.ts';
import { eraseSession, hasSession } from './conversations/session-store.ts';
import { lockPerson } from './ledger/reservations.ts';
import { settle } from './ledger/settle.ts';
import { type ChatContext, wake } from './run/chat-runtime.ts';
import { stopAnswer } from './run/stop-answer.ts';
import { answerTopic, stopTopic } from './run/write-behind.ts';

/** Empties the conversation. An answer that is being written ends here, and what came of it is charged. */
export async function eraseConversation(
  context: ChatContext,
  user_id: number,
  session_id: string,
  /** Whether the receipts of its answers stay. */
  signed: 'keep' | 'revoke' = 'keep',
): Promise<void> {
  const now = context.clock.now();
  // First, so that nothing is said any more when what was said is counted.
  await stopAnswer(context, user_id, session_id);
  const running = await context.db.transaction(async (tx) => {
    await lockPerson(tx, user_id);
    if (!(await hasSession(tx, user_id, session_id))) throw new AppError('session_not_found');
    const message = await findRunning(tx, user_id, session_id);
    if (message) await endErased(context, tx, message, now);
    await eraseSession(tx, user_id, session_id, now);
    if (signed === 'revoke') await revokeReceipts(tx, user_id, session_id, now);
    return message;
  });
  if (!running) return;
  context.chat.running.get(running.id)?.cut('lost');
  await wake(context, answerTopic(running.id), stopTopic(running.id));
}

async function revokeReceipts(
  tx: Transaction,
  user_id: number,
  session_id: string,
  revoked_at: Date,
): Promise<void> {
  await tx
    .update(receipts)
    .set({ revoked_at, canonical: null, places: [] })
    .where(
      and(eq(receipts.user_id, user_id), eq(receipts.session_id, session_id), isNull(receipts.revoked_at)),
    );
}

async function endErased(
  context: ChatContext,
  tx: Transaction,
  message: MessageRow,
  now: Date,
): Promise<void> {
  const from = message.run_purpose === 'continuation' ? 1 : 0;
  const answer =
    context.chat.running.get(message.id)?.live.after(from).text ??
    (await findProgress(tx, message, from))?.text ??
    '';
  const charge = answer
    ? { input: message.prompt_tokens, output: await countTokens(answer), estimated: true }
    : null;
  await settle(
    tx,
    message,
    { status: 'stopped', error_code: null, answer: '', seq: message.seq, sources: [], filters: [], charge },
    { now, queue: context.queue, models: context.models },
  );
}
