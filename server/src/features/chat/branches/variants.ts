/** Shows another variant of the last question of a conversation. No variant is ever lost. */
import { and, eq, sql } from 'drizzle-orm';
import type { AppContext } from '../../../app-context.ts';
import { AppError } from '../../../app-error.ts';
import type { Transaction } from '../../../db/client.ts';
import { messages } from '../../../db/tables/chat.ts';
import { users } from '../../../db/tables/people.ts';
import {
  findLastMessage,
  findMessage,
  findRunning,
  type MessageKey,
  type MessageRow,
} from '../conversations/message-store.ts';
import { hasSession } from '../conversations/session-store.ts';
import { lockPerson } from '../ledger/reservations.ts';

const rootOf = ({ id, variant_root }: MessageRow): number => variant_root ?? id;

export async function chooseVariant(
  { db }: Pick<AppContext, 'db'>,
  user_id: number,
  session_id: string,
  message_id: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockPerson(tx, user_id);
    if (!(await hasSession(tx, user_id, session_id))) throw new AppError('session_not_found');
    const chosen = await findMessage(tx, { user_id, id: message_id });
    if (chosen?.session_id !== session_id) throw new AppError('message_not_found');
    if (await findRunning(tx, user_id, session_id)) throw new AppError('answer_running');
    const current = await findLastMessage(tx, user_id, session_id);
    if (!current || rootOf(current) !== rootOf(chosen)) throw new AppError('not_last_question');
    if (current.id === chosen.id) return;
    await setReplacedBy(tx, current, chosen.id);
    await setReplacedBy(tx, chosen, null);
    // A question that is being admitted has read the history as it was: its row version must differ.
    await tx
      .update(users)
      .set({ token_reserved: sql`${users.token_reserved}` })
      .where(eq(users.id, user_id));
  });
}

async function setReplacedBy(
  tx: Transaction,
  { user_id, id }: MessageKey,
  replaced_by: number | null,
): Promise<void> {
  await tx
    .update(messages)
    .set({ replaced_by })
    .where(and(eq(messages.user_id, user_id), eq(messages.id, id)));
}
