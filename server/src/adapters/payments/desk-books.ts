/** How the local cash desk keeps its books: what becomes of a subscription as time goes by. Pure, in milliseconds. */
import type { BillingInterval } from '#contract/plans.ts';

export type DeskSubscription = {
  id: string;
  customer_id: string;
  reference: string;
  price_id: string;
  next_price_id: string | null;
  status: 'active' | 'past_due' | 'canceled';
  cancel_at_period_end: boolean;
  /** The day of the month on which it renews is this one's. */
  anchor: string;
  current_period_start: string;
  current_period_end: string;
  ended_at: string | null;
  /** Days after the period's start on which a payment that failed is tried again, those that were tried left out. */
  tries_left: number[];
};

export type DeskInvoice = {
  id: string;
  customer_id: string;
  subscription_id: string;
  price_id: string;
  amount: number;
  period_start: string;
  status: 'paid' | 'open';
};

export type DeskPrice = { interval: BillingInterval; amount: number };

/** What happened, in order: each is told by an event. */
export type Happening = { type: string; about: 'subscription' | 'invoice' };

export type Books = { subscription: DeskSubscription; invoices: DeskInvoice[]; happenings: Happening[] };

/** After the last one the desk gives up; the product's own patience ends before. */
const TRY_AGAIN_DAYS = [3, 5, 7, 14];
const DAY_MS = 86_400_000;

export type Circumstances = {
  now: Date;
  card: 'good' | 'refused';
  priceOf: (price_id: string) => DeskPrice;
  newId: () => string;
};

export function opened(
  order: Pick<DeskSubscription, 'id' | 'customer_id' | 'reference' | 'price_id'>,
  { now, priceOf, newId }: Circumstances,
): Books {
  const anchor = now.toISOString();
  const subscription: DeskSubscription = {
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
    happenings: [
      { type: 'customer.subscription.created', about: 'subscription' },
      { type: 'invoice.paid', about: 'invoice' },
    ],
  };
}

/** Everything that falls due up to now, one after the other. `invoices` are those of this subscription, all of them. */
export function caughtUp(before: Omit<Books, 'happenings'>, circumstances: Circumstances): Books {
  const { now, card, priceOf } = circumstances;
  let { subscription, invoices } = before;
  const happenings: Happening[] = [];
  const updated: Happening = { type: 'customer.subscription.updated', about: 'subscription' };
  const end = (ended_at: string) => {
    subscription = { ...subscription, status: 'canceled', ended_at, tries_left: [] };
    happenings.push({ type: 'customer.subscription.deleted', about: 'subscription' });
  };
  for (;;) {
    const due = dueOf(subscription);
    if (due === null || due > now.getTime()) return { subscription, invoices, happenings };
    if (subscription.status === 'past_due') {
      const tries_left = subscription.tries_left.slice(1);
      if (card === 'good') {
        const made = paid({ subscription, invoices });
        ({ subscription, invoices } = made);
        happenings.push(...made.happenings);
      } else if (!tries_left.length) end(new Date(due).toISOString());
      else {
        subscription = { ...subscription, tries_left };
        happenings.push({ type: 'invoice.payment_failed', about: 'invoice' });
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
      invoices = [...invoices, invoiceOf(subscription, isPaid ? 'paid' : 'open', circumstances)];
      happenings.push(updated, {
        type: isPaid ? 'invoice.paid' : 'invoice.payment_failed',
        about: 'invoice',
      });
    }
  }
}

/** What is owed is paid. */
export function paid(before: Omit<Books, 'happenings'>): Books {
  return {
    subscription: { ...before.subscription, status: 'active', tries_left: [] },
    invoices: before.invoices.map((invoice) => ({ ...invoice, status: 'paid' })),
    happenings: [
      { type: 'invoice.paid', about: 'invoice' },
      { type: 'customer.subscription.updated', about: 'subscription' },
    ],
  };
}

function dueOf({ status, ...subscription }: DeskSubscription): number | null {
  if (status === 'canceled') return null;
  if (status === 'active') return Date.parse(subscription.current_period_end);
  return Date.parse(subscription.current_period_start) + (subscription.tries_left[0] ?? 0) * DAY_MS;
}

/** A month or a year after `start`, on the anchor's day; on the month's last where it has no such day. */
export function periodAfter(start: string, anchor: string, interval: BillingInterval): string {
  const from = new Date(start);
  const wanted = new Date(anchor).getUTCDate();
  const month = from.getUTCMonth() + (interval === 'year' ? 12 : 1);
  const last = new Date(Date.UTC(from.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const end = new Date(from);
  end.setUTCMonth(month, Math.min(wanted, last));
  return end.toISOString();
}

const invoiceOf = (
  subscription: DeskSubscription,
  status: DeskInvoice['status'],
  { priceOf, newId }: Pick<Circumstances, 'priceOf' | 'newId'>,
): DeskInvoice => ({
  id: newId(),
  customer_id: subscription.customer_id,
  subscription_id: subscription.id,
  price_id: subscription.price_id,
  amount: priceOf(subscription.price_id).amount,
  period_start: subscription.current_period_start,
  status,
});
