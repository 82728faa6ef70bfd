/** Applies a change of a subscription to its owner: group, token limit, token cycle and audit entry. */

import { and, eq, sql } from 'drizzle-orm';
import type { Transaction } from '../../../db/client.ts';
import { user_groups, users } from '../../../db/tables/people.ts';
import { recordChange } from '../../audit/record.ts';
import { findPlan } from '../../plans/plan-store.ts';
import { lockAccount } from '../../users/store.ts';
import { recomputeTokenLimits } from '../../users/tokens/token-limit.ts';
import { beginsPeriod, transitionOf } from './subscription-state.ts';
import {
  findOpen,
  type NewSubscription,
  type SubscriptionRow,
  saveSubscription,
} from './subscription-store.ts';
import { beginPaidCycle, followPaidPeriod, returnToFreeCycle } from './token-cycle.ts';

/** Writes the new state with all that follows from it. `stored` was read under the subscription's lock. */
export async function applyTransition(
  tx: Transaction,
  stored: SubscriptionRow | undefined,
  state: NewSubscription,
  now: Date,
): Promise<void> {
  const { user_id, tier } = state;
  await lockAccount(tx, user_id);
  const plan = await findPlan(tx, tier);
  const group = plan?.user_group_id ?? null;
  const transition = transitionOf(stored, state);
  await saveSubscription(tx, state, now);
  if (transition === 'activated') {
    await enterPlanGroup(tx, user_id, group, now);
    await beginPaidCycle(tx, user_id, { anchor: state.current_period_start, now });
  }
  if (transition === 'reopened') await returnToPlanGroup(tx, user_id, group, now);
  if (stored && beginsPeriod(stored, state) && (await findOpen(tx, user_id))?.id === state.id)
    await followPaidPeriod(tx, user_id, { start: state.current_period_start, now });
  // A person who has paid twice keeps the plan until the second one ends too.
  if (transition === 'ended' && !(await findOpen(tx, user_id))) {
    await leavePlanGroup(tx, user_id, group, now);
    await returnToFreeCycle(tx, user_id, now);
  }
  await recomputeTokenLimits(tx, [user_id]);
  await record(tx, { stored, state, plan_name: plan?.name ?? tier }, now);
}

/** The fields that the audit shows; the provider's ids and prices are not among them. */
const auditLabel = (row: NewSubscription | SubscriptionRow | undefined) =>
  row && {
    status: row.status,
    interval: row.interval,
    next_interval: row.next_interval,
    cancel_at_period_end: row.cancel_at_period_end,
    ended: row.ended_at !== null,
  };

async function record(
  tx: Transaction,
  {
    stored,
    state,
    plan_name,
  }: { stored: SubscriptionRow | undefined; state: NewSubscription; plan_name: string },
  now: Date,
): Promise<void> {
  const [before, after] = [auditLabel(stored), auditLabel(state)];
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  const transition = transitionOf(stored, state);
  await recordChange(
    tx,
    null,
    {
      action: `subscription.${transition ?? 'changed'}`,
      object_type: 'subscription',
      object_name: plan_name,
      person: state.user_id,
      before: before ?? null,
      after: after ?? null,
    },
    now,
  );
}

/** The group that comes with a plan. A plan without a group leaves its buyers where they are. */
const defaultGroup = sql<number>`(select ${user_groups.id} from ${user_groups} where ${user_groups.is_default})`;

type PlanGroup = number | null;

async function enterPlanGroup(tx: Transaction, user_id: number, group: PlanGroup, now: Date) {
  if (group === null) return;
  await tx.update(users).set({ user_group_id: group, updated_at: now }).where(eq(users.id, user_id));
}

/** Only from where the plan's end had put them: what an administrator has chosen since stays. */
async function returnToPlanGroup(tx: Transaction, user_id: number, group: PlanGroup, now: Date) {
  if (group === null) return;
  await tx
    .update(users)
    .set({ user_group_id: group, updated_at: now })
    .where(and(eq(users.id, user_id), sql`${users.user_group_id} is not distinct from ${defaultGroup}`));
}

/** Only from the plan's own group: an administrator's assignment survives. */
async function leavePlanGroup(tx: Transaction, user_id: number, group: PlanGroup, now: Date) {
  if (group === null) return;
  await tx
    .update(users)
    .set({ user_group_id: defaultGroup, updated_at: now })
    .where(and(eq(users.id, user_id), eq(users.user_group_id, group)));
}
