/** Plans whose payment failed stay open for a while, and then end. */

import type { AppContext } from '../../app-context.ts';
import type { Database } from '../../db/client.ts';
import { graceBegan, graceUntil } from './standing.ts';
import { findSubscription, listOverdue, type SubscriptionRow } from './store.ts';
import { holdSubscription } from './sync.ts';
import { settleStanding } from './turn.ts';

/** Everybody's, or one person's. */
export async function lapseOverdue(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  user_id?: number,
): Promise<void> {
  const now = clock.now();
  for (const { id } of await listOverdue(db, graceBegan(now), user_id)) await lapse(db, id, now);
}

async function lapse(db: Database, id: string, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    await holdSubscription(tx, id);
    const stored = await findSubscription(tx, id);
    if (stored && isOverdue(stored, now)) await settleStanding(tx, stored, { ...stored, ended_at: now }, now);
  });
}

const isOverdue = ({ ended_at, past_due_since }: SubscriptionRow, now: Date) =>
  ended_at === null && past_due_since !== null && graceUntil(past_due_since) <= now;
