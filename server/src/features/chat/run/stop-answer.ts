/** Stops answers of this process and of others. */
import { setTimeout as pause } from 'node:timers/promises';
import { findMessage, requestStop } from '../conversations/message-store.ts';
import { type ChatContext, wake } from './chat-runtime.ts';
import { answerTopic, stopTopic } from './write-behind.ts';

const PATIENCE_MS = 3_000;

/**
 * Stops the conversation's running answer, whichever process writes it, and waits for its end, but not for ever: who
 * writes it may have died. Nothing running is fine.
 */
export async function stopAnswer(context: ChatContext, user_id: number, session_id: string): Promise<void> {
  const mine = [...context.chat.running.values()].find(
    (answer) => answer.key.user_id === user_id && answer.session_id === session_id,
  );
  const patience = pause(PATIENCE_MS, undefined, { ref: false });
  if (mine) {
    mine.cut('stop');
    await Promise.race([mine.finished, patience]);
    return;
  }
  const id = await requestStop(context.db, user_id, session_id);
  if (id === undefined) return;
  const { promise: isOver, resolve } = Promise.withResolvers<void>();
  const look = () =>
    void findMessage(context.db, { user_id, id }).then(
      (message) => message?.status === 'streaming' || resolve(),
      () => {},
    );
  const forget = context.signals.listen(answerTopic(id), look);
  await wake(context, stopTopic(id));
  // It may have ended before anybody listened.
  look();
  await Promise.race([isOver, patience]);
  forget();
}
