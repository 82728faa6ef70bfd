/**
 * The local cash desk: stands where a payment provider stands, in development and in tests. It sells, renews, fails
 * and ends subscriptions by the product's clock, and tells of it by signed events, as a provider does.
 */
import { createHmac } from 'node:crypto';
import type { DeskSubscription } from './desk-books.ts';
import { openCounter } from './desk-counter.ts';
import { newDeskId } from './desk-events.ts';
import { findObject, keepObject, listObjects } from './desk-objects.ts';
import { type DeskSettings, openOf, openTill } from './desk-till.ts';
import { readEvent } from './event.ts';
import type { Bought, Payments } from './payments.ts';
import type { Price } from './price.ts';

export function openDesk(settings: DeskSettings): Payments {
  const { db, clock, prices, secret, app_url } = settings;
  const till = openTill(settings);
  const { priceOf, changing, keepBooks } = till;
  const shown = (subscription: DeskSubscription) => boughtOf(subscription, priceOf(subscription.price_id));

  return {
    prices,
    desk: openCounter(settings, till),

    async openCustomer({ user_id, reference, email }, known) {
      if (known && (await findObject(db, 'customer', known))) return known;
      const [before] = await listObjects(db, 'customer', { reference });
      if (before) return before.id;
      const id = `cus_desk_${markOf(secret, reference)}`;
      await keepObject(db, 'customer', { id, user_id, reference, email, card: 'good' }, clock.now());
      return id;
    },

    openCheckout: ({ customer_id, price, success_url, cancel_url, key }) =>
      changing(async (tx) => {
        const id = `cs_desk_${markOf(secret, customer_id, key)}`;
        const answer = { url: `${app_url}/dev/desk/checkout/${id}` };
        if (await findObject(tx, 'checkout', id)) return answer;
        for (const other of await listObjects(tx, 'checkout', { customer_id, status: 'open' }))
          await keepObject(tx, 'checkout', { ...other, status: 'expired' }, clock.now());
        const order = { id, customer_id, price_id: price.price_id, success_url, cancel_url };
        await keepObject(tx, 'checkout', { ...order, status: 'open', refused: false }, clock.now());
        return answer;
      }),

    async openPortal(customer_id, return_url) {
      const id = newDeskId('bps');
      await keepObject(db, 'portal', { id, customer_id, return_url }, clock.now());
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
      changing(async (tx) => {
        const subscription = await findObject(tx, 'subscription', id);
        if (!subscription || subscription.status === 'canceled') return;
        await keepBooks(tx, {
          subscription: { ...subscription, status: 'canceled', ended_at: clock.now().toISOString() },
          invoices: [],
          happenings: [{ type: 'customer.subscription.deleted', about: 'subscription' }],
        });
      }),
  };
}

const boughtOf = (subscription: DeskSubscription, { amount }: Price): Bought => ({
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

/** The same for the same parts, and not to be guessed. */
const markOf = (secret: string, ...parts: string[]) =>
  createHmac('sha256', secret).update(JSON.stringify(parts)).digest('hex').slice(0, 24);
