/** Marking feedback as dealt with, on record. */

import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import { type Actor, recordChange } from '../audit/record.ts';
import { findFeedback, lockHandled, writeHandled } from './store.ts';

export async function setHandled(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  by: Actor,
  id: number,
  handled: boolean,
) {
  await db.transaction(async (tx) => {
    const before = await lockHandled(tx, id);
    if (before === undefined) throw new AppError('feedback_not_found');
    if (before === handled) return;
    await writeHandled(tx, id, handled);
    const change = {
      action: handled ? 'feedback.handled' : 'feedback.reopened',
      object_type: 'feedback',
      object_id: id,
      before: { handled: before },
      after: { handled },
    } as const;
    await recordChange(tx, by, change, clock.now());
  });
  const found = await findFeedback(db, id);
  if (!found) throw new AppError('feedback_not_found');
  return found;
}
