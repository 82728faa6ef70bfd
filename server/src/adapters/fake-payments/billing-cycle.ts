/** The simulated subscription over time: renewals, failed payments, cancellations. Pure functions. */
import type { BillingInterval } from '#contract/plan-seeds.ts';
import { periodAfter as nextPeriod } from '../payments/period.ts';

export type FakeSubscription = {
  id: string;
  customer_id: string;
  reference: string;
  price_id: string;
  next_price_id: string | null;
  status: 'active' | 'past_due' | 'canceled';
  cancel_at_period_end: boolean;
  /** The first payment; its day of the month is the day of renewal. */
  anchor: string;
  current_period_start: string;
  current_period_end: string;
  ended_at: string | null;
  /** Days after the period's start on which a failed payment is still retried. */
  tries_left: number[];
};

export type FakeInvoice = {
  id: string;
  customer_id: string;
  subscription_id: string;
  price_id: string;
  amount: number;
  period_start: string;
  status: 'paid' | 'open';
};

export type FakePrice = { interval: BillingInterval; amount: number };

export const isRecurring = <P extends { interval: BillingInterval | null }>(
  price: P,
): price is P & { interval: BillingInterval } => price.interval !== null;

/** One webhook event; a state lists them in order. */
export type BillingEvent = { type: string; about: 'subscription' | 'invoice' };

export type BillingState = {
  subscription: FakeSubscription;
  invoices: FakeInvoice[];
  events: BillingEvent[];
};

/** Days on which a failed payment is retried; after the last one the subscription ends. */
const TRY_AGAIN_DAYS = [3, 5, 7, 14];
const DAY_MS = 86_400_000;

export type BillingConditions = {
  now: Date;
  card: 'good' | 'refused';
  priceOf: (price_id: string) => FakePrice;
  newId: () => string;
};

export function openSubscription(
  order: Pick<FakeSubscription, 'id' | 'customer_id' | 'reference' | 'price_id'>,
  { now, priceOf, newId }: BillingConditions,
): BillingState {
  const anchor = now.toISOString();
  const subscription: FakeSubscription = {
    ...order,
    next_price_id: null,
    status: 'active',
    cancel_at_period_end: false,
    anchor,
    current_period_start: anchor,
    current_period_end: periodAfter(anchor, anchor, priceOf(order.price_id).interval),
    ended_at: null,
    tries_left: [],
  };
  return {
    subscription,
    invoices: [invoiceOf(subscription, 'paid', { priceOf, newId })],
    events: [
      { type: 'customer.subscription.created', about: 'subscription' },
      { type: 'invoice.paid', about: 'invoice' },
    ],
  };
}

/** Applies everything that falls due up to now, in order. `invoices` are all those of this subscription. */
export function advance(before: Omit<BillingState, 'events'>, conditions: BillingConditions): BillingState {
  const { now, card, priceOf } = conditions;
  let { subscription, invoices } = before;
  const events: BillingEvent[] = [];
  const updated: BillingEvent = { type: 'customer.subscription.updated', about: 'subscription' };
  const end = (ended_at: string) => {
    subscription = { ...subscription, status: 'canceled', ended_at, tries_left: [] };
    events.push({ type: 'customer.subscription.deleted', about: 'subscription' });
  };
  for (;;) {
    const due = dueOf(subscription);
    if (due === null || due > now.getTime()) return { subscription, invoices, events };
    if (subscription.status === 'past_due') {
      const tries_left = subscription.tries_left.slice(1);
      if (card === 'good') {
        const made = payOpenInvoices({ subscription, invoices });
        ({ subscription, invoices } = made);
        events.push(...made.events);
      } else if (!tries_left.length) end(new Date(due).toISOString());
      else {
        subscription = { ...subscription, tries_left };
        events.push({ type: 'invoice.payment_failed', about: 'invoice' });
      }
    } else if (subscription.cancel_at_period_end) end(subscription.current_period_end);
    else {
      const price_id = subscription.next_price_id ?? subscription.price_id;
      const start = subscription.current_period_end;
      const isPaid = card === 'good';
      subscription = {
        ...subscription,
        price_id,
        next_price_id: null,
        status: isPaid ? 'active' : 'past_due',
        current_period_start: start,
        current_period_end: periodAfter(start, subscription.anchor, priceOf(price_id).interval),
        tries_left: isPaid ? [] : TRY_AGAIN_DAYS,
      };
      invoices = [...invoices, invoiceOf(subscription, isPaid ? 'paid' : 'open', conditions)];
      events.push(updated, {
        type: isPaid ? 'invoice.paid' : 'invoice.payment_failed',
        about: 'invoice',
      });
    }
  }
}

/** Pays every open invoice. */
export function payOpenInvoices(before: Omit<BillingState, 'events'>): BillingState {
  return {
    subscription: { ...before.subscription, status: 'active', tries_left: [] },
    invoices: before.invoices.map((invoice) => ({ ...invoice, status: 'paid' })),
    events: [
      { type: 'invoice.paid', about: 'invoice' },
      { type: 'customer.subscription.updated', about: 'subscription' },
    ],
  };
}

function dueOf({ status, ...subscription }: FakeSubscription): number | null {
  if (status === 'canceled') return null;
  if (status === 'active') return Date.parse(subscription.current_period_end);
  return Date.parse(subscription.current_period_start) + (subscription.tries_left[0] ?? 0) * DAY_MS;
}

const periodAfter = (start: string, anchor: string, interval: BillingInterval) =>
  nextPeriod(new Date(start), new Date(anchor), interval).toISOString();

const invoiceOf = (
  subscription: FakeSubscription,
  status: FakeInvoice['status'],
  { priceOf, newId }: Pick<BillingConditions, 'priceOf' | 'newId'>,
): FakeInvoice => ({
  id: newId(),
  customer_id: subscription.customer_id,
  subscription_id: subscription.id,
  price_id: subscription.price_id,
  amount: priceOf(subscription.price_id).amount,
  period_start: subscription.current_period_start,
  status,
});
