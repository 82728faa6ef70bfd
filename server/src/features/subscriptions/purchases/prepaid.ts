/** Plans that are paid once: they begin with the payment, are extended by another one, and end by themselves. */
import { periodAfter } from '../../../adapters/payments/period.ts';
import type { Transaction } from '../../../db/client.ts';
import type { PlanPrice } from '../../plans/plan-store.ts';
import { applyTransition } from '../lifecycle/apply-transition.ts';
import { findOpen, findSubscription, type SubscriptionRow } from '../lifecycle/subscription-store.ts';
import { lockSubscription } from '../lifecycle/sync-subscription.ts';

type Bought = { user_id: number; customer_id: string; session_id: string; price: PlanPrice };

/** Returns the id of another plan that the person pays for as well, which should not happen. */
export async function beginPrepaid(tx: Transaction, bought: Bought, now: Date): Promise<string | null> {
  const { user_id, customer_id, session_id, price } = bought;
  const running = await lockOpenPrepaid(tx, user_id, price.plan.key);
  if (running) {
    const current_period_end = endAfter(running, price, 1);
    await applyTransition(tx, running, { ...running, current_period_end, end_notice_days: null }, now);
    return null;
  }
  const other = await findOpen(tx, user_id);
  const state = {
    id: session_id,
    user_id,
    customer_id,
    tier: price.plan.key,
    kind: 'prepaid' as const,
    plan_id: price.plan.id,
    price_id: price.price_id,
    interval: price.interval,
    amount: price.amount,
    status: 'active' as const,
    cancel_at_period_end: false,
    end_notice_days: null,
    next_interval: null,
    current_period_start: now,
    current_period_end: periodAfter(now, now, price.interval),
    past_due_since: null,
    activated_at: now,
    ended_at: null,
  };
  await applyTransition(tx, undefined, state, now);
  return other?.id ?? null;
}

/** Money given back takes its interval off the end; a plan that nothing is left of ends now. */
export async function takeBackPrepaid(
  tx: Transaction,
  { user_id, price }: Pick<Bought, 'user_id' | 'price'>,
  now: Date,
): Promise<void> {
  const running = await lockOpenPrepaid(tx, user_id, price.plan.key);
  if (!running) return;
  const current_period_end = endAfter(running, price, -1);
  const isOver = current_period_end <= now;
  await applyTransition(
    tx,
    running,
    isOver
      ? { ...running, status: 'canceled', ended_at: now }
      : { ...running, current_period_end, end_notice_days: null },
    now,
  );
}

const endAfter = (
  { current_period_end, current_period_start }: SubscriptionRow,
  { interval }: PlanPrice,
  count: 1 | -1,
) => periodAfter(current_period_end, current_period_start, interval, count);

/** Locked, so that its end does not come at the same moment. */
async function lockOpenPrepaid(
  tx: Transaction,
  user_id: number,
  tier: string,
): Promise<SubscriptionRow | null> {
  const open = await findOpen(tx, user_id);
  if (open?.kind !== 'prepaid' || open.tier !== tier) return null;
  await lockSubscription(tx, open.id);
  const locked = await findSubscription(tx, open.id);
  return locked && !locked.ended_at ? locked : null;
}
