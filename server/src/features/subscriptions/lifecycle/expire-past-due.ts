/** Plans whose payment failed stay open for a while, and then end; prepaid ones end with their period. */

import type { AppContext } from '../../../app-context.ts';
import type { Database } from '../../../db/client.ts';
import { applyTransition } from './apply-transition.ts';
import { graceBegan, graceUntil } from './subscription-state.ts';
import { findSubscription, listOverdue, type SubscriptionRow } from './subscription-store.ts';
import { lockSubscription } from './sync-subscription.ts';

/** Everybody's, or one person's. */
export async function expirePastDue(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  user_id?: number,
): Promise<void> {
  const now = clock.now();
  for (const { id } of await listOverdue(db, { since: graceBegan(now), now }, user_id))
    await expire(db, id, now);
}

async function expire(db: Database, id: string, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    await lockSubscription(tx, id);
    const stored = await findSubscription(tx, id);
    if (!stored || stored.ended_at) return;
    if (stored.kind === 'prepaid' && stored.current_period_end <= now)
      await applyTransition(tx, stored, { ...stored, status: 'canceled', ended_at: now }, now);
    else if (isOverdue(stored, now)) await applyTransition(tx, stored, { ...stored, ended_at: now }, now);
  });
}

const isOverdue = ({ past_due_since }: SubscriptionRow, now: Date) =>
  past_due_since !== null && graceUntil(past_due_since) <= now;
