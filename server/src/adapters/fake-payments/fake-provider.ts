/**
 * A simulated payment provider for development and tests. It sells, renews, fails and ends subscriptions by the
 * product's clock and sends signed webhook events, as a provider does.
 */
import { createHmac } from 'node:crypto';
import { readEvent } from '../payments/event.ts';
import type { Bought, Payments } from '../payments/payments.ts';
import type { Price } from '../payments/price.ts';
import type { FakeSubscription } from './billing-cycle.ts';
import { openCustomerActions } from './customer-actions.ts';
import { findObject, listObjects, saveObject } from './object-store.ts';
import { type FakePaymentSettings, openOf, openStateChanges } from './state-changes.ts';
import { newId } from './webhook-delivery.ts';

export function openFakePayments(settings: FakePaymentSettings): Payments {
  const { db, clock, prices, secret, app_url } = settings;
  const changes = openStateChanges(settings);
  const { priceOf, withLock, saveState } = changes;
  const shown = (subscription: FakeSubscription) =>
    providerSubscription(subscription, priceOf(subscription.price_id));

  return {
    prices,
    fake: openCustomerActions(settings, changes),

    async openCustomer({ user_id, reference, email }, known) {
      if (known && (await findObject(db, 'customer', known))) return known;
      const [before] = await listObjects(db, 'customer', { reference });
      if (before) return before.id;
      const id = `cus_desk_${stableId(secret, reference)}`;
      await saveObject(db, 'customer', { id, user_id, reference, email, card: 'good' }, clock.now());
      return id;
    },

    openCheckout: ({ customer_id, price, success_url, cancel_url, key }) =>
      withLock(async (tx) => {
        const id = `cs_desk_${stableId(secret, customer_id, key)}`;
        const answer = { url: `${app_url}/dev/desk/checkout/${id}` };
        if (await findObject(tx, 'checkout', id)) return answer;
        for (const other of await listObjects(tx, 'checkout', { customer_id, status: 'open' }))
          await saveObject(tx, 'checkout', { ...other, status: 'expired' }, clock.now());
        const order = { id, customer_id, price_id: price.price_id, success_url, cancel_url };
        await saveObject(tx, 'checkout', { ...order, status: 'open', refused: false }, clock.now());
        return answer;
      }),

    async openPortal(customer_id, return_url) {
      const id = newId('bps');
      await saveObject(db, 'portal', { id, customer_id, return_url }, clock.now());
      return { url: `${app_url}/dev/desk/portal/${id}` };
    },

    readEvent: (bytes, signature, now) => readEvent(bytes, { signature, secret, now }),

    async find(id) {
      const subscription = await findObject(db, 'subscription', id);
      return subscription ? shown(subscription) : null;
    },

    openOf: async (customer_id) => (await openOf(db, customer_id)).map(shown),

    async *listOpen() {
      for (const subscription of await listObjects(db, 'subscription'))
        if (subscription.status !== 'canceled') yield shown(subscription);
    },

    end: (id) =>
      withLock(async (tx) => {
        const subscription = await findObject(tx, 'subscription', id);
        if (!subscription || subscription.status === 'canceled') return;
        await saveState(tx, {
          subscription: { ...subscription, status: 'canceled', ended_at: clock.now().toISOString() },
          invoices: [],
          events: [{ type: 'customer.subscription.deleted', about: 'subscription' }],
        });
      }),
  };
}

const providerSubscription = (subscription: FakeSubscription, { amount }: Price): Bought => ({
  id: subscription.id,
  customer_id: subscription.customer_id,
  reference: subscription.reference,
  price_id: subscription.price_id,
  amount,
  status: subscription.status,
  cancel_at_period_end: subscription.cancel_at_period_end,
  next_price_id: subscription.next_price_id,
  current_period_start: new Date(subscription.current_period_start),
  current_period_end: new Date(subscription.current_period_end),
  ended_at: subscription.ended_at === null ? null : new Date(subscription.ended_at),
});

/** An id that is the same for the same parts and cannot be guessed. */
const stableId = (secret: string, ...parts: string[]) =>
  createHmac('sha256', secret).update(JSON.stringify(parts)).digest('hex').slice(0, 24);
