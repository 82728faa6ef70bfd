/** A person's plan as they see it. */
import { TOKENS_PER_MONTH } from '#contract/limits.ts';
import type { Subscription } from '#contract/subscriptions.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import { bringCycleUpToDate, nextTokenReset } from '../users/tokens/cycle.ts';
import { expirePastDue } from './lifecycle/expire-past-due.ts';
import { planOf } from './lifecycle/plan-group.ts';
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
  if (open) return { ...toDto(open), next_token_reset };
  return { ...FREE, status: (await hasHadOne(db, user_id)) ? 'canceled' : 'active', next_token_reset };
}

const FREE: Omit<Subscription, 'status' | 'next_token_reset'> = {
  tier: 'free',
  cancel_at_period_end: false,
  interval: null,
  amount: 0,
  monthly_token_limit: TOKENS_PER_MONTH.free,
  current_period_end: null,
  grace_until: null,
  next_interval: null,
};

const toDto = (row: SubscriptionRow): Omit<Subscription, 'next_token_reset'> => ({
  id: row.id,
  tier: row.tier,
  status: row.status,
  cancel_at_period_end: row.cancel_at_period_end,
  interval: row.interval,
  amount: row.amount,
  monthly_token_limit: planOf(row.tier).monthly_token_limit ?? TOKENS_PER_MONTH.plus,
  current_period_end: row.current_period_end.toISOString(),
  grace_until: row.past_due_since && graceUntil(row.past_due_since).toISOString(),
  next_interval: row.next_interval,
});
