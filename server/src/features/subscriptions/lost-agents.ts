/** The agents that a person would lose by buying a plan, because the plan's group does not have them. */
import { and, asc, eq, not } from 'drizzle-orm';
import type { LostAgents } from '#contract/subscriptions.ts';
import { AppError } from '../../app-error.ts';
import { agents } from '../../db/tables/agents.ts';
import { user_groups } from '../../db/tables/people.ts';
import { type AgentUser, availableTo } from '../agents/availability.ts';
import { planOf } from './lifecycle/plan-group.ts';
import type { SubscriptionContext } from './lifecycle/sync-subscription.ts';

export async function lostAgents(
  { db, payments }: Pick<SubscriptionContext, 'db' | 'payments'>,
  user: AgentUser,
  price_id: string | undefined,
): Promise<LostAgents> {
  const price = payments?.prices.find((one) => price_id === undefined || one.price_id === price_id);
  if (!price) throw new AppError(payments ? 'unknown_price' : 'payments_missing');
  const { user_group_id } = planOf(price.tier);
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
