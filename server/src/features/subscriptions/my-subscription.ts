/** A person's plan as they see it. */
import { FREE_PLAN } from '#contract/plan-seeds.ts';
import type { Subscription } from '#contract/subscriptions.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import { findPlan, planTokens } from '../plans/plan-store.ts';
import { bringCycleUpToDate, nextTokenReset } from '../users/tokens/cycle.ts';
import { expirePastDue } from './lifecycle/expire-past-due.ts';
import { graceUntil } from './lifecycle/subscription-state.ts';
import { findOpen, hasHadOne, type SubscriptionRow } from './lifecycle/subscription-store.ts';

export async function subscriptionOf(
  context: Pick<AppContext, 'db' | 'clock'>,
  user_id: number,
): Promise<Subscription> {
  const { db, clock } = context;
  await expirePastDue(context, user_id);
  const now = clock.now();
  const usage = await bringCycleUpToDate(db, user_id, now);
  if (!usage) throw new AppError('user_not_found');
  const next_token_reset = nextTokenReset(usage.token_anchor, now).toISOString();
  const open = await findOpen(db, user_id);
  const tier = open?.tier ?? FREE_PLAN;
  const shared = {
    tier,
    plan_name: (await findPlan(db, tier))?.name ?? tier,
    monthly_token_limit: await planTokens(db, tier),
    next_token_reset,
  };
  if (open) return { ...toDto(open), ...shared };
  const status = (await hasHadOne(db, user_id)) ? 'canceled' : 'active';
  return { ...FREE, status, ...shared };
}

type Shared = 'tier' | 'plan_name' | 'monthly_token_limit' | 'next_token_reset';

const FREE: Omit<Subscription, 'status' | Shared> = {
  kind: 'recurring',
  cancel_at_period_end: false,
  interval: null,
  amount: 0,
  current_period_end: null,
  grace_until: null,
  next_interval: null,
};

const toDto = (row: SubscriptionRow): Omit<Subscription, Shared> => ({
  id: row.id,
  kind: row.kind,
  status: row.status,
  cancel_at_period_end: row.cancel_at_period_end,
  interval: row.interval,
  amount: row.amount,
  current_period_end: row.current_period_end.toISOString(),
  grace_until: row.past_due_since && graceUntil(row.past_due_since).toISOString(),
  next_interval: row.next_interval,
});
