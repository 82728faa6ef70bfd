/** The state of a subscription after the provider's newest answer. Pure: the same answer twice, or late, changes nothing. */
import { PAYMENT_GRACE_DAYS } from '#contract/limits.ts';
import type { BillingInterval } from '#contract/plan-seeds.ts';
import type { Bought } from '../../../adapters/payments/payments.ts';
import type { NewSubscription, SubscriptionRow } from './subscription-store.ts';

const DAY_MS = 86_400_000;

/** Until when a plan stays open whose payment failed at that time. */
export const graceUntil = (past_due_since: Date): Date =>
  new Date(past_due_since.getTime() + PAYMENT_GRACE_DAYS * DAY_MS);

/** Payments that failed at this time or before have used up their grace. */
export const graceBegan = (now: Date): Date => new Date(now.getTime() - PAYMENT_GRACE_DAYS * DAY_MS);

/** The plan and the terms that a price stands for. */
export type BoughtPrice = { tier: string; plan_id: number | null; interval: BillingInterval; amount: number };

type About = { user_id: number; price: BoughtPrice; next: BoughtPrice | undefined; now: Date };

export function subscriptionState(
  stored: SubscriptionRow | undefined,
  bought: Bought & { status: Exclude<Bought['status'], 'waiting'> },
  { user_id, price, next, now }: About,
): NewSubscription {
  const past_due_since = bought.status === 'past_due' ? (stored?.past_due_since ?? now) : null;
  const ended_at = endOf(stored, { ...bought, past_due_since }, now);
  return {
    id: bought.id,
    user_id,
    customer_id: bought.customer_id,
    tier: price.tier,
    kind: 'recurring',
    plan_id: price.plan_id,
    end_notice_days: null,
    price_id: bought.price_id,
    interval: price.interval,
    amount: bought.amount ?? price.amount,
    status: bought.status,
    cancel_at_period_end: bought.cancel_at_period_end,
    next_interval: next && next.interval !== price.interval ? next.interval : null,
    current_period_start: bought.current_period_start,
    current_period_end: bought.current_period_end,
    past_due_since,
    activated_at: stored?.activated_at ?? (ended_at ? null : now),
    ended_at,
  };
}

/** Null while it runs; a payment that is overdue for too long ends it too. */
function endOf(
  stored: SubscriptionRow | undefined,
  { status, ended_at, past_due_since }: Pick<Bought, 'status' | 'ended_at'> & { past_due_since: Date | null },
  now: Date,
): Date | null {
  const hasLapsed = past_due_since !== null && graceUntil(past_due_since) <= now;
  if (status !== 'canceled' && !hasLapsed) return null;
  return stored?.ended_at ?? ended_at ?? now;
}

/** `reopened`: a payment that was long overdue has come after all. */
export type Transition = 'activated' | 'reopened' | 'ended' | null;

export function transitionOf(
  stored: Pick<SubscriptionRow, 'activated_at' | 'ended_at'> | undefined,
  state: Pick<NewSubscription, 'ended_at'>,
): Transition {
  const wasOpen = !!stored?.activated_at && !stored.ended_at;
  if (state.ended_at) return wasOpen ? 'ended' : null;
  if (wasOpen) return null;
  return stored?.activated_at ? 'reopened' : 'activated';
}

/** A period of an open plan begins and is paid: with it, or with the payment that was overdue for it. */
export function beginsPeriod(
  stored: Pick<SubscriptionRow, 'activated_at' | 'ended_at' | 'current_period_start' | 'status'>,
  state: Pick<NewSubscription, 'ended_at' | 'current_period_start' | 'status'>,
): boolean {
  const isOpen = stored.activated_at !== null && !stored.ended_at && !state.ended_at;
  const isNew = state.current_period_start > stored.current_period_start || stored.status === 'past_due';
  return isOpen && isNew && state.status === 'active';
}
