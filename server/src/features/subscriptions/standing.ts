/** What the provider's newest word makes of a subscription. Pure: the same word twice, or late, means the same. */
import { GRACE_DAYS } from '#contract/limits.ts';
import type { Bought } from '../../adapters/payments/payments.ts';
import type { Price } from '../../adapters/payments/price.ts';
import type { NewSubscription, SubscriptionRow } from './store.ts';

const DAY_MS = 86_400_000;

/** Until when a plan stays open whose payment failed at that time. */
export const graceUntil = (past_due_since: Date): Date =>
  new Date(past_due_since.getTime() + GRACE_DAYS * DAY_MS);

/** Payments that failed at this time or before have used up their grace. */
export const graceBegan = (now: Date): Date => new Date(now.getTime() - GRACE_DAYS * DAY_MS);

type About = { user_id: number; price: Price; next: Price | undefined; now: Date };

export function standingOf(
  stored: SubscriptionRow | undefined,
  bought: Bought & { status: Exclude<Bought['status'], 'waiting'> },
  { user_id, price, next, now }: About,
): NewSubscription {
  const past_due_since = bought.status === 'past_due' ? (stored?.past_due_since ?? now) : null;
  const hasLapsed = past_due_since !== null && graceUntil(past_due_since) <= now;
  const hasEnded = bought.status === 'canceled' || hasLapsed;
  return {
    id: bought.id,
    user_id,
    customer_id: bought.customer_id,
    tier: price.tier,
    price_id: bought.price_id,
    interval: price.interval,
    amount: bought.amount ?? price.amount,
    status: bought.status,
    cancel_at_period_end: bought.cancel_at_period_end,
    next_interval: next && next.interval !== price.interval ? next.interval : null,
    current_period_start: bought.current_period_start,
    current_period_end: bought.current_period_end,
    past_due_since,
    activated_at: stored?.activated_at ?? (hasEnded ? null : now),
    ended_at: hasEnded ? (stored?.ended_at ?? bought.ended_at ?? now) : null,
  };
}

/** What changes for the person. `reopened`: a payment that was long overdue has come after all. */
export type Turn = 'activated' | 'reopened' | 'ended' | null;

export function turnOf(
  stored: Pick<SubscriptionRow, 'activated_at' | 'ended_at'> | undefined,
  standing: Pick<NewSubscription, 'ended_at'>,
): Turn {
  const wasOpen = !!stored?.activated_at && !stored.ended_at;
  if (standing.ended_at) return wasOpen ? 'ended' : null;
  if (wasOpen) return null;
  return stored?.activated_at ? 'reopened' : 'activated';
}
