/** Converts a subscription of the provider's API into the product's type. */
import type Stripe from 'stripe';
import type { Bought } from './payments.ts';

/** Fields that the API must be asked to expand. */
export const EXPAND = ['schedule'];

/** Null for a subscription without an item: the product sells none. */
export function providerSubscription(subscription: Stripe.Subscription): Bought | null {
  const item = subscription.items?.data?.[0];
  if (!item) return null;
  const { price, quantity } = item;
  const [start, end] = periodOf(subscription, item);
  return {
    id: subscription.id,
    customer_id: idOf(subscription.customer),
    reference: subscription.metadata?.user_reference ?? null,
    price_id: price.id,
    amount: amountOf(price, quantity),
    status: statusOf(subscription.status),
    // The field depends on the version of the portal on which it was cancelled.
    cancel_at_period_end: subscription.cancel_at_period_end || !!subscription.cancel_at,
    next_price_id: nextPrice(subscription.schedule, end),
    current_period_start: atSecond(start),
    current_period_end: atSecond(end),
    ended_at: subscription.ended_at ? atSecond(subscription.ended_at) : null,
  };
}

function amountOf({ currency, unit_amount }: Stripe.Price, quantity = 1): number | null {
  return currency === 'brl' && typeof unit_amount === 'number' ? unit_amount * quantity : null;
}

function statusOf(status: Stripe.Subscription.Status): Bought['status'] {
  switch (status) {
    case 'active':
    case 'trialing':
      return 'active';
    case 'past_due':
      return 'past_due';
    case 'incomplete':
      return 'waiting';
    default:
      // The states canceled, unpaid, incomplete_expired and paused pay for nothing.
      return 'canceled';
  }
}

/** The period stands on the item since 2025, on the subscription itself before. */
function periodOf(
  subscription: Stripe.Subscription,
  item: Stripe.SubscriptionItem,
): [start: number, end: number] {
  const before = subscription as { current_period_start?: number; current_period_end?: number };
  return [
    item.current_period_start ?? before.current_period_start ?? subscription.start_date,
    item.current_period_end ?? before.current_period_end ?? subscription.start_date,
  ];
}

/** A change at the period's end is a phase of the schedule that begins there. */
function nextPrice(schedule: Stripe.Subscription['schedule'], period_end: number): string | null {
  if (!schedule || typeof schedule === 'string') return null;
  const next = schedule.phases.find((phase) => phase.start_date >= period_end);
  const price = next?.items[0]?.price;
  return price ? idOf(price) : null;
}

const idOf = (named: string | { id: string }): string => (typeof named === 'string' ? named : named.id);
const atSecond = (seconds: number): Date => new Date(seconds * 1000);
