/** The doors of the local cash desk: what its pages show and do. */

import { AppError } from '../../app-error.ts';
import type { Queryable } from '../../db/client.ts';
import { caughtUp, type DeskSubscription, opened, paid } from './desk-books.ts';
import type { Account, Desk, Wish } from './desk-doors.ts';
import { deliver, deliverWaiting, newDeskId, tell, toldOfCheckout } from './desk-events.ts';
import { type DeskCustomer, findObject, keepObject, listObjects } from './desk-objects.ts';
import { type DeskSettings, openOf, type Till } from './desk-till.ts';
import type { Price } from './price.ts';

export function openCounter(settings: DeskSettings, till: Till): Desk {
  const { db, clock, prices } = settings;
  const { priceOf, circumstances, changing, keepBooks } = till;

  async function accountOf(customer: DeskCustomer, return_url = ''): Promise<Account> {
    const subscription = (await listObjects(db, 'subscription', { customer_id: customer.id })).at(-1) ?? null;
    const invoices = await listObjects(db, 'invoice', { customer_id: customer.id });
    return {
      customer,
      subscription,
      price: subscription && priceOf(subscription.price_id),
      next_price: subscription?.next_price_id ? priceOf(subscription.next_price_id) : null,
      invoices: invoices.toSorted((a, b) => a.period_start.localeCompare(b.period_start)),
      return_url,
    };
  }
  async function requireCheckout(at: Queryable, id: string) {
    const checkout = await findObject(at, 'checkout', id);
    const customer = checkout && (await findObject(at, 'customer', checkout.customer_id));
    if (!checkout || !customer) throw new AppError('not_found');
    return { checkout, customer, price: priceOf(checkout.price_id) };
  }
  async function requirePortal(at: Queryable, id: string) {
    const portal = await findObject(at, 'portal', id);
    const customer = portal && (await findObject(at, 'customer', portal.customer_id));
    if (!portal || !customer) throw new AppError('not_found');
    return { portal, customer };
  }

  const desk: Desk = {
    checkout: (id) => requireCheckout(db, id),

    pay: (id) =>
      changing(async (tx) => {
        const { checkout, customer } = await requireCheckout(tx, id);
        // Paid in another tab, or somebody who already pays: a second payment is not taken.
        if (checkout.status !== 'open' || (await openOf(tx, customer.id)).length) return;
        await keepObject(tx, 'checkout', { ...checkout, status: 'complete', refused: false }, clock.now());
        await keepObject(tx, 'customer', { ...customer, card: 'good' }, clock.now());
        const order = {
          id: newDeskId('sub'),
          customer_id: customer.id,
          reference: customer.reference,
          price_id: checkout.price_id,
        };
        await tell(tx, settings, [toldOfCheckout(checkout, customer, order.id)]);
        await keepBooks(tx, opened(order, circumstances('good')));
      }),

    refuse: (id) =>
      changing(async (tx) => {
        const { checkout } = await requireCheckout(tx, id);
        if (checkout.status === 'open')
          await keepObject(tx, 'checkout', { ...checkout, refused: true }, clock.now());
      }),

    portal: async (id) => {
      const { portal, customer } = await requirePortal(db, id);
      return accountOf(customer, portal.return_url);
    },

    change: (id, wish) =>
      changing(async (tx) => {
        const { customer } = await requirePortal(tx, id);
        const [subscription] = await openOf(tx, customer.id);
        if (wish === 'good' || wish === 'refused') {
          await keepObject(tx, 'customer', { ...customer, card: wish }, clock.now());
          if (wish === 'refused' || subscription?.status !== 'past_due') return;
          const invoices = await listObjects(tx, 'invoice', { subscription_id: subscription.id });
          return keepBooks(tx, paid({ subscription, invoices }));
        }
        if (!subscription) return;
        const changed = wished(wish, priceOf(subscription.price_id), prices);
        return keepBooks(tx, {
          subscription: { ...subscription, ...changed },
          invoices: [],
          happenings: [{ type: 'customer.subscription.updated', about: 'subscription' }],
        });
      }),

    async overview() {
      const customers = await listObjects(db, 'customer');
      const waiting = await listObjects(db, 'event', { delivered: false });
      const accounts = await Promise.all(customers.map((customer) => accountOf(customer)));
      return { accounts, waiting: waiting.length, now: clock.now() };
    },

    async moveClock(ms) {
      await clock.advance(ms);
      await desk.catchUp();
    },

    catchUp: () =>
      changing(async (tx) => {
        for (const subscription of await listObjects(tx, 'subscription')) {
          const customer = await findObject(tx, 'customer', subscription.customer_id);
          const invoices = await listObjects(tx, 'invoice', { subscription_id: subscription.id });
          const books = caughtUp({ subscription, invoices }, circumstances(customer?.card ?? 'refused'));
          if (books.happenings.length) await keepBooks(tx, books);
        }
      }),

    deliver: (event_id) => deliver(settings, event_id),
    deliverWaiting: () => deliverWaiting(settings),
  };
  return desk;
}

function wished(
  wish: Exclude<Wish, 'good' | 'refused'>,
  price: Price,
  prices: readonly Price[],
): Partial<DeskSubscription> {
  if (wish === 'cancel') return { cancel_at_period_end: true, next_price_id: null };
  if (wish === 'resume') return { cancel_at_period_end: false };
  const next = prices.find(({ tier, interval }) => tier === price.tier && interval === wish);
  return { next_price_id: !next || next.price_id === price.price_id ? null : next.price_id };
}
