/** The group that comes with a plan. A plan without a group leaves its buyers where they are. */
import { and, eq, sql } from 'drizzle-orm';
import type { Transaction } from '../../../db/client.ts';
import { user_groups, users } from '../../../db/tables/people.ts';

const defaultGroup = sql<number>`(select ${user_groups.id} from ${user_groups} where ${user_groups.is_default})`;

type PlanGroup = number | null;

export async function enterPlanGroup(tx: Transaction, user_id: number, group: PlanGroup, now: Date) {
  if (group === null) return;
  await tx.update(users).set({ user_group_id: group, updated_at: now }).where(eq(users.id, user_id));
}

/** Only from where the plan's end had put them: what an administrator has chosen since stays. */
export async function returnToPlanGroup(tx: Transaction, user_id: number, group: PlanGroup, now: Date) {
  if (group === null) return;
  await tx
    .update(users)
    .set({ user_group_id: group, updated_at: now })
    .where(and(eq(users.id, user_id), sql`${users.user_group_id} is not distinct from ${defaultGroup}`));
}

/** Only from the plan's own group: an administrator's assignment survives. */
export async function leavePlanGroup(tx: Transaction, user_id: number, group: PlanGroup, now: Date) {
  if (group === null) return;
  await tx
    .update(users)
    .set({ user_group_id: defaultGroup, updated_at: now })
    .where(and(eq(users.id, user_id), eq(users.user_group_id, group)));
}
