/** The agents that a person would lose by buying a plan, because the plan's group does not have them. */
import { and, asc, eq, not } from 'drizzle-orm';
import type { LostAgents } from '#contract/subscriptions.ts';
import type { Payments } from '../../adapters/payments/payments.ts';
import { AppError } from '../../app-error.ts';
import type { Queryable } from '../../db/client.ts';
import { agents } from '../../db/tables/agents.ts';
import { user_groups } from '../../db/tables/people.ts';
import { type AgentUser, availableTo } from '../agents/availability.ts';
import { findPlan, listOnSale, type PlanRow } from '../plans/plan-store.ts';
import type { SubscriptionContext } from './lifecycle/sync-subscription.ts';

export async function lostAgents(
  { db, payments }: Pick<SubscriptionContext, 'db' | 'payments'>,
  user: AgentUser,
  wanted: { price_id?: string | undefined; tier?: string | undefined },
): Promise<LostAgents> {
  if (!payments) throw new AppError('payments_missing');
  const plan = await wantedPlan(db, payments, wanted);
  if (!plan) throw new AppError('unknown_price');
  const user_group_id = plan.user_group_id ?? user.user_group_id;
  // A plan without a group leaves its buyers where they are.
  if (user_group_id === null) return { user_group: { id: 0, name: plan.name }, agents: [] };
  const [group] = await db
    .select({ id: user_groups.id, name: user_groups.name })
    .from(user_groups)
    .where(eq(user_groups.id, user_group_id));
  if (!group) throw new AppError('group_not_found');
  const lost = await db
    .select({ id: agents.id, name: agents.name })
    .from(agents)
    .where(and(availableTo(user), not(availableTo({ ...user, user_group_id }))))
    .orderBy(asc(agents.name), asc(agents.id));
  return { user_group: group, agents: lost };
}

/** The plan of the price, or by its key; the first one on sale where neither is named. */
async function wantedPlan(
  db: Queryable,
  payments: Payments,
  { price_id, tier }: { price_id?: string | undefined; tier?: string | undefined },
): Promise<PlanRow | undefined> {
  if (tier !== undefined) return findPlan(db, tier);
  const onSale = await listOnSale(db, payments);
  return onSale.find((one) => price_id === undefined || one.price_id === price_id)?.plan;
}
