/** The group that comes with a plan. */
import { and, eq, sql } from 'drizzle-orm';
import { PLANS, type Tier } from '#contract/plans.ts';
import type { Transaction } from '../../../db/client.ts';
import { user_groups, users } from '../../../db/tables/people.ts';

export const planOf = (tier: Tier) => {
  const plan = PLANS.find((one) => one.tier === tier);
  if (!plan) throw new Error(`there is no plan ${tier}`);
  return plan;
};

const defaultGroup = sql<number>`(select ${user_groups.id} from ${user_groups} where ${user_groups.is_default})`;

export async function enterPlanGroup(tx: Transaction, user_id: number, tier: Tier, now: Date): Promise<void> {
  await tx
    .update(users)
    .set({ user_group_id: planOf(tier).user_group_id, updated_at: now })
    .where(eq(users.id, user_id));
}

/** Only from where the plan's end had put them: what an administrator has chosen since stays. */
export async function returnToPlanGroup(
  tx: Transaction,
  user_id: number,
  tier: Tier,
  now: Date,
): Promise<void> {
  await tx
    .update(users)
    .set({ user_group_id: planOf(tier).user_group_id, updated_at: now })
    .where(and(eq(users.id, user_id), sql`${users.user_group_id} is not distinct from ${defaultGroup}`));
}

/** Only from the plan's own group: an administrator's assignment survives. */
export async function leavePlanGroup(tx: Transaction, user_id: number, tier: Tier, now: Date): Promise<void> {
  await tx
    .update(users)
    .set({ user_group_id: defaultGroup, updated_at: now })
    .where(and(eq(users.id, user_id), eq(users.user_group_id, planOf(tier).user_group_id)));
}
