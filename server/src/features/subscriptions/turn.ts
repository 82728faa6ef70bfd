/** Carries out what a plan's beginning or end means for its owner: group, allowance, cycle, and the record of it. */
import type { Transaction } from '../../db/client.ts';
import { recordChange } from '../audit/record.ts';
import { lockAccount } from '../users/store.ts';
import { recomputeTokenLimits } from '../users/tokens/token-limit.ts';
import { enterPlanGroup, leavePlanGroup, planOf, returnToPlanGroup } from './plan-group.ts';
import { turnOf } from './standing.ts';
import { findOpen, keepSubscription, type NewSubscription, type SubscriptionRow } from './store.ts';
import { beginPaidCycle, returnToFreeCycle } from './token-cycle.ts';

/** Writes the new standing with all that follows from it. `stored` was read under the subscription's lock. */
export async function settleStanding(
  tx: Transaction,
  stored: SubscriptionRow | undefined,
  standing: NewSubscription,
  now: Date,
): Promise<void> {
  const { user_id, tier } = standing;
  await lockAccount(tx, user_id);
  const turn = turnOf(stored, standing);
  await keepSubscription(tx, standing, now);
  if (turn === 'activated') {
    await enterPlanGroup(tx, user_id, tier, now);
    await beginPaidCycle(tx, user_id, { anchor: standing.current_period_start, now });
  }
  if (turn === 'reopened') await returnToPlanGroup(tx, user_id, tier, now);
  // Who has paid twice keeps the plan until the second one ends too.
  if (turn === 'ended' && !(await findOpen(tx, user_id))) {
    await leavePlanGroup(tx, user_id, tier, now);
    await returnToFreeCycle(tx, user_id, now);
  }
  await recomputeTokenLimits(tx, [user_id]);
  await record(tx, stored, standing, now);
}

/** What is worth telling of; the provider's ids and prices are not. */
const toldOf = (row: NewSubscription | SubscriptionRow | undefined) =>
  row && {
    status: row.status,
    interval: row.interval,
    next_interval: row.next_interval,
    cancel_at_period_end: row.cancel_at_period_end,
    ended: row.ended_at !== null,
  };

async function record(
  tx: Transaction,
  stored: SubscriptionRow | undefined,
  standing: NewSubscription,
  now: Date,
): Promise<void> {
  const [before, after] = [toldOf(stored), toldOf(standing)];
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  const turn = turnOf(stored, standing);
  await recordChange(
    tx,
    null,
    {
      action: `subscription.${turn ?? 'changed'}`,
      object_type: 'subscription',
      object_name: planOf(standing.tier).name,
      person: standing.user_id,
      before: before ?? null,
      after: after ?? null,
    },
    now,
  );
}
