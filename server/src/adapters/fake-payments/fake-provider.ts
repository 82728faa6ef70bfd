/**
 * A simulated payment provider for development and tests. It sells, renews, fails and ends subscriptions and takes
 * one-off payments by the product's clock, and sends signed webhook events, as a provider does.
 */
import { createHmac } from 'node:crypto';
import { readEvent } from '../payments/event.ts';
import type { Bought, Payments } from '../payments/payments.ts';
import { FAKE_PRICE_PREFIX } from '../payments/price.ts';
import type { FakePrice, FakeSubscription } from './billing-cycle.ts';
import { openCustomerActions } from './customer-actions.ts';
import { findObject, listObjects, saveObject } from './object-store.ts';
import { abandonPayment, paymentSession, saveStep } from './one-off-payments.ts';
import {
  changeState,
  type FakePaymentSettings,
  openOf,
  type PriceList,
  readPrices,
  saveState,
} from './state-changes.ts';
import { checkoutIdOf, newId } from './webhook-delivery.ts';

export const openFakePayments = (settings: FakePaymentSettings): Payments => ({
  fake: openCustomerActions(settings),
  ...openPages(settings),
  ...openOneOffPayments(settings),
  ...openSubscriptions(settings),
});

const pageOf = ({ app_url }: FakePaymentSettings, id: string) => `${app_url}/dev/desk/checkout/${id}`;

const idFor = ({ secret }: FakePaymentSettings, ...parts: string[]) =>
  createHmac('sha256', secret).update(JSON.stringify(parts)).digest('hex').slice(0, 24);

type OneOffPayments = Pick<Payments, 'openPayment' | 'findSession' | 'abandonSession'>;
type Pages = Omit<Payments, 'fake' | keyof OneOffPayments | keyof ReturnType<typeof openSubscriptions>>;

function openPages(settings: FakePaymentSettings): Pages {
  const { db, clock, secret, app_url } = settings;
  return {
    pageOf: (id) => pageOf(settings, id),
    sells: () => true,
    // Any id is a price here, and one is made where none was typed.
    confirmPrice: async ({ price_id }) =>
      price_id ?? newId('price').replace(/^price_desk_/, FAKE_PRICE_PREFIX),

    async openCustomer({ user_id, reference, email }, known) {
      if (known && (await findObject(db, 'customer', known))) return known;
      const [before] = await listObjects(db, 'customer', { reference });
      if (before) return before.id;
      const id = `cus_desk_${idFor(settings, reference)}`;
      await saveObject(db, 'customer', { id, user_id, reference, email, card: 'good' }, clock.now());
      return id;
    },

    openCheckout: ({ customer_id, price, success_url, cancel_url, key }) =>
      changeState(settings, async (tx) => {
        const id = `cs_desk_${idFor(settings, customer_id, key)}`;
        const answer = { url: pageOf(settings, id) };
        if (await findObject(tx, 'checkout', id)) return answer;
        for (const other of await listObjects(tx, 'checkout', { customer_id, status: 'open' }))
          if (!other.payment) await saveObject(tx, 'checkout', { ...other, status: 'expired' }, clock.now());
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
  };
}

function openOneOffPayments(settings: FakePaymentSettings): OneOffPayments {
  const { db, clock } = settings;
  return {
    openPayment: ({ customer_id, price, purchase_id, success_url, cancel_url }) =>
      changeState(settings, async (tx) => {
        const id = `cs_desk_${idFor(settings, 'payment', purchase_id)}`;
        const answer = { url: pageOf(settings, id), session_id: id };
        if (await findObject(tx, 'checkout', id)) return answer;
        const order = { id, customer_id, price_id: price.price_id, success_url, cancel_url };
        const payment = {
          purchase_id,
          opened_at: clock.now().toISOString(),
          method: null,
          state: 'waiting' as const,
          code_until: null,
          refunded: 0,
        };
        await saveObject(tx, 'checkout', { ...order, status: 'open', refused: false, payment }, clock.now());
        return answer;
      }),

    async findSession(name) {
      const id = 'session_id' in name ? name.session_id : checkoutIdOf(name.payment_id);
      const checkout = await findObject(db, 'checkout', id);
      const customer = checkout && (await findObject(db, 'customer', checkout.customer_id));
      if (!checkout || !customer) return null;
      const price = (await readPrices(db)).find(checkout.price_id);
      return paymentSession(checkout, customer, price, pageOf(settings, id));
    },

    abandonSession: (session_id) =>
      changeState(settings, async (tx) => {
        const checkout = await findObject(tx, 'checkout', session_id);
        const customer = checkout && (await findObject(tx, 'customer', checkout.customer_id));
        if (checkout && customer) await saveStep(tx, settings, customer, abandonPayment(checkout));
      }),
  };
}

function openSubscriptions(
  settings: FakePaymentSettings,
): Pick<Payments, 'find' | 'openOf' | 'listOpen' | 'end'> {
  const { db, clock } = settings;
  const shown = (prices: PriceList) => (subscription: FakeSubscription) =>
    providerSubscription(subscription, prices.recurring(subscription.price_id));
  return {
    async find(id) {
      const subscription = await findObject(db, 'subscription', id);
      return subscription ? shown(await readPrices(db))(subscription) : null;
    },

    openOf: async (customer_id) => (await openOf(db, customer_id)).map(shown(await readPrices(db))),

    async *listOpen() {
      const prices = await readPrices(db);
      for (const subscription of await listObjects(db, 'subscription'))
        if (subscription.status !== 'canceled') yield shown(prices)(subscription);
    },

    end: (id) =>
      changeState(settings, async (tx, prices) => {
        const subscription = await findObject(tx, 'subscription', id);
        if (!subscription || subscription.status === 'canceled') return;
        await saveState(tx, settings, prices, {
          subscription: { ...subscription, status: 'canceled', ended_at: clock.now().toISOString() },
          invoices: [],
          events: [{ type: 'customer.subscription.deleted', about: 'subscription' }],
        });
      }),
  };
}

const providerSubscription = (subscription: FakeSubscription, { amount }: FakePrice): Bought => ({
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
