/** The actions of the simulated checkout and portal pages. */

import { AppError } from '../../app-error.ts';
import type { Queryable } from '../../db/client.ts';
import type { Price } from '../payments/price.ts';
import { advance, type FakeSubscription, openSubscription, payOpenInvoices } from './billing-cycle.ts';
import type { Account, CustomerAction, FakePayments } from './fake-payments.ts';
import { type FakeCustomer, findObject, listObjects, saveObject } from './object-store.ts';
import { type FakePaymentSettings, openOf, type StateChanges } from './state-changes.ts';
import { checkoutCompletedEvent, deliver, deliverWaiting, newId, queueWebhooks } from './webhook-delivery.ts';

export function openCustomerActions(settings: FakePaymentSettings, changes: StateChanges): FakePayments {
  const { db, clock, prices } = settings;
  const { priceOf, conditions, withLock, saveState } = changes;

  async function accountOf(customer: FakeCustomer, return_url = ''): Promise<Account> {
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

  const fake: FakePayments = {
    checkout: (id) => requireCheckout(db, id),

    pay: (id) =>
      withLock(async (tx) => {
        const { checkout, customer } = await requireCheckout(tx, id);
        // The checkout was paid in another tab, or the customer has a subscription: no second payment is taken.
        if (checkout.status !== 'open' || (await openOf(tx, customer.id)).length) return;
        await saveObject(tx, 'checkout', { ...checkout, status: 'complete', refused: false }, clock.now());
        await saveObject(tx, 'customer', { ...customer, card: 'good' }, clock.now());
        const order = {
          id: newId('sub'),
          customer_id: customer.id,
          reference: customer.reference,
          price_id: checkout.price_id,
        };
        await queueWebhooks(tx, settings, [checkoutCompletedEvent(checkout, customer, order.id)]);
        await saveState(tx, openSubscription(order, conditions('good')));
      }),

    refuse: (id) =>
      withLock(async (tx) => {
        const { checkout } = await requireCheckout(tx, id);
        if (checkout.status === 'open')
          await saveObject(tx, 'checkout', { ...checkout, refused: true }, clock.now());
      }),

    portal: async (id) => {
      const { portal, customer } = await requirePortal(db, id);
      return accountOf(customer, portal.return_url);
    },

    change: (id, wish) =>
      withLock(async (tx) => {
        const { customer } = await requirePortal(tx, id);
        const [subscription] = await openOf(tx, customer.id);
        if (wish === 'good' || wish === 'refused') {
          await saveObject(tx, 'customer', { ...customer, card: wish }, clock.now());
          if (wish === 'refused' || subscription?.status !== 'past_due') return;
          const invoices = await listObjects(tx, 'invoice', { subscription_id: subscription.id });
          return saveState(tx, payOpenInvoices({ subscription, invoices }));
        }
        if (!subscription) return;
        const changed = changeFor(wish, priceOf(subscription.price_id), prices);
        return saveState(tx, {
          subscription: { ...subscription, ...changed },
          invoices: [],
          events: [{ type: 'customer.subscription.updated', about: 'subscription' }],
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
      await fake.catchUp();
    },

    catchUp: () =>
      withLock(async (tx) => {
        for (const subscription of await listObjects(tx, 'subscription')) {
          const customer = await findObject(tx, 'customer', subscription.customer_id);
          const invoices = await listObjects(tx, 'invoice', { subscription_id: subscription.id });
          const books = advance({ subscription, invoices }, conditions(customer?.card ?? 'refused'));
          if (books.events.length) await saveState(tx, books);
        }
      }),

    deliver: (event_id) => deliver(settings, event_id),
    deliverWaiting: () => deliverWaiting(settings),
  };
  return fake;
}

function changeFor(
  wish: Exclude<CustomerAction, 'good' | 'refused'>,
  price: Price,
  prices: readonly Price[],
): Partial<FakeSubscription> {
  if (wish === 'cancel') return { cancel_at_period_end: true, next_price_id: null };
  if (wish === 'resume') return { cancel_at_period_end: false };
  const next = prices.find(({ tier, interval }) => tier === price.tier && interval === wish);
  return { next_price_id: !next || next.price_id === price.price_id ? null : next.price_id };
}
