/** The actions of the simulated checkout and portal pages. */
import { AppError } from '../../app-error.ts';
import type { Queryable, Transaction } from '../../db/client.ts';
import { advance, type FakeSubscription, openSubscription, payOpenInvoices } from './billing-cycle.ts';
import type { Account, AtCheckout, CustomerAction, FakePayments } from './fake-payments.ts';
import { type FakeCustomer, findObject, listObjects, saveObject } from './object-store.ts';
import { actOnPayment, expirePayment, saveStep } from './one-off-payments.ts';
import {
  changeState,
  conditionsOf,
  type FakePaymentSettings,
  openOf,
  type PriceList,
  readPrices,
  saveState,
} from './state-changes.ts';
import { checkoutEvent, deliver, deliverWaiting, newId, queueWebhooks } from './webhook-delivery.ts';

export function openCustomerActions(settings: FakePaymentSettings): FakePayments {
  const { db, clock } = settings;

  const fake: FakePayments = {
    checkout: async (id) => requireCheckout(db, await readPrices(db), id),

    act: (id, action) =>
      changeState(settings, async (tx, prices) => {
        const at = await requireCheckout(tx, prices, id);
        const { checkout, customer } = at;
        if (action === 'refuse') {
          if (checkout.status === 'open')
            await saveObject(tx, 'checkout', { ...checkout, refused: true }, clock.now());
        } else if (checkout.payment)
          await saveStep(tx, settings, customer, actOnPayment(at, action, clock.now()));
        else if (action === 'pay') await paySubscription(tx, settings, prices, at);
      }),

    portal: async (id) => {
      const { portal, customer } = await requirePortal(db, id);
      return accountOf(db, await readPrices(db), customer, portal.return_url);
    },

    change: (id, wish) =>
      changeState(settings, async (tx, prices) => {
        const { customer } = await requirePortal(tx, id);
        await changeAccount(tx, settings, prices, customer, wish);
      }),

    async overview() {
      const prices = await readPrices(db);
      const customers = await listObjects(db, 'customer');
      const waiting = await listObjects(db, 'event', { delivered: false });
      const accounts = await Promise.all(customers.map((customer) => accountOf(db, prices, customer)));
      const checkouts = (await listObjects(db, 'checkout')).filter(({ payment }) => payment);
      const payments = await Promise.all(checkouts.map(({ id }) => requireCheckout(db, prices, id)));
      return { accounts, payments, waiting: waiting.length, now: clock.now() };
    },

    async moveClock(ms) {
      await clock.advance(ms);
      await fake.catchUp();
    },

    catchUp: () => changeState(settings, (tx, prices) => catchUp(tx, settings, prices)),

    deliver: (event_id) => deliver(settings, event_id),
    deliverWaiting: () => deliverWaiting(settings),
  };
  return fake;
}

async function changeAccount(
  tx: Transaction,
  settings: FakePaymentSettings,
  prices: PriceList,
  customer: FakeCustomer,
  wish: CustomerAction,
): Promise<void> {
  const [subscription] = await openOf(tx, customer.id);
  if (wish === 'good' || wish === 'refused') {
    await saveObject(tx, 'customer', { ...customer, card: wish }, settings.clock.now());
    if (wish === 'refused' || subscription?.status !== 'past_due') return;
    const invoices = await listObjects(tx, 'invoice', { subscription_id: subscription.id });
    return saveState(tx, settings, prices, payOpenInvoices({ subscription, invoices }));
  }
  if (!subscription) return;
  return saveState(tx, settings, prices, {
    subscription: { ...subscription, ...changeFor(wish, subscription.price_id, prices) },
    invoices: [],
    events: [{ type: 'customer.subscription.updated', about: 'subscription' }],
  });
}

async function catchUp(tx: Transaction, settings: FakePaymentSettings, prices: PriceList): Promise<void> {
  for (const subscription of await listObjects(tx, 'subscription')) {
    const customer = await findObject(tx, 'customer', subscription.customer_id);
    const invoices = await listObjects(tx, 'invoice', { subscription_id: subscription.id });
    const conditions = conditionsOf(settings, prices, customer?.card ?? 'refused');
    const state = advance({ subscription, invoices }, conditions);
    if (state.events.length) await saveState(tx, settings, prices, state);
  }
  for (const checkout of await listObjects(tx, 'checkout')) {
    if (checkout.payment?.state !== 'waiting') continue;
    const at = await requireCheckout(tx, prices, checkout.id);
    await saveStep(tx, settings, at.customer, expirePayment(at.checkout, settings.clock.now()));
  }
}

async function requireCheckout(db: Queryable, prices: PriceList, id: string): Promise<AtCheckout> {
  const checkout = await findObject(db, 'checkout', id);
  const customer = checkout && (await findObject(db, 'customer', checkout.customer_id));
  if (!checkout || !customer) throw new AppError('not_found');
  return { checkout, customer, price: prices.find(checkout.price_id) };
}

async function requirePortal(db: Queryable, id: string) {
  const portal = await findObject(db, 'portal', id);
  const customer = portal && (await findObject(db, 'customer', portal.customer_id));
  if (!portal || !customer) throw new AppError('not_found');
  return { portal, customer };
}

async function accountOf(
  db: Queryable,
  prices: PriceList,
  customer: FakeCustomer,
  return_url = '',
): Promise<Account> {
  const subscription = (await listObjects(db, 'subscription', { customer_id: customer.id })).at(-1) ?? null;
  const invoices = await listObjects(db, 'invoice', { customer_id: customer.id });
  return {
    customer,
    subscription,
    price: subscription && prices.recurring(subscription.price_id),
    next_price: subscription?.next_price_id ? prices.recurring(subscription.next_price_id) : null,
    invoices: invoices.toSorted((a, b) => a.period_start.localeCompare(b.period_start)),
    return_url,
  };
}

/** Nothing is paid twice: a checkout that was paid in another tab, or a customer who has a subscription, is left alone. */
async function paySubscription(
  tx: Transaction,
  settings: FakePaymentSettings,
  prices: PriceList,
  { checkout, customer }: AtCheckout,
): Promise<void> {
  const now = settings.clock.now();
  if (checkout.status !== 'open' || (await openOf(tx, customer.id)).length) return;
  const paid = { ...checkout, status: 'complete' as const, refused: false };
  await saveObject(tx, 'checkout', paid, now);
  await saveObject(tx, 'customer', { ...customer, card: 'good' }, now);
  const order = {
    id: newId('sub'),
    customer_id: customer.id,
    reference: customer.reference,
    price_id: checkout.price_id,
  };
  await queueWebhooks(tx, settings, [checkoutEvent('completed', paid, customer, order.id)]);
  await saveState(tx, settings, prices, openSubscription(order, conditionsOf(settings, prices, 'good')));
}

function changeFor(
  wish: Exclude<CustomerAction, 'good' | 'refused'>,
  price_id: string,
  prices: PriceList,
): Partial<FakeSubscription> {
  if (wish === 'cancel') return { cancel_at_period_end: true, next_price_id: null };
  if (wish === 'resume') return { cancel_at_period_end: false };
  const { plan_id, interval } = prices.find(price_id);
  if (interval === wish) return { next_price_id: null };
  const next = prices.all.find((one) => one.plan_id === plan_id && one.interval === wish && !one.archived);
  return { next_price_id: next?.price_id ?? null };
}
