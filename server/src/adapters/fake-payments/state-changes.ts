/** Changes of the simulated provider's state: one at a time, each stored with its webhook events. */
import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from '../../db/client.ts';
import { packs, plan_prices, plans } from '../../db/tables/plans.ts';
import type { Price } from '../payments/price.ts';
import {
  type BillingConditions,
  type BillingState,
  type FakePrice,
  type FakeSubscription,
  isRecurring,
} from './billing-cycle.ts';
import { type FakeCustomer, listObjects, lockFakePayments, saveObject } from './object-store.ts';
import { type Delivery, newId, queueWebhooks, webhookEventsOf } from './webhook-delivery.ts';

export type FakePaymentSettings = Delivery & {
  clock: Delivery['clock'] & { advance(ms: number): Promise<void> };
  /** Base address of the pages. */
  app_url: string;
};

/** Everything that has a price id is for sale: the simulated provider keeps no list of its own. */
export type PriceList = {
  find(this: void, price_id: string): SoldPrice;
  /** For what is paid again and again. */
  recurring(this: void, price_id: string): SoldPrice & FakePrice;
  all: SoldPrice[];
};
type SoldPrice = Price & { plan_id: number | null; archived: boolean };

export async function readPrices(db: Queryable): Promise<PriceList> {
  const ofPlans = await db
    .select()
    .from(plan_prices)
    .innerJoin(plans, eq(plans.id, plan_prices.plan_id))
    .where(isNotNull(plan_prices.stripe_price_id));
  const ofPacks = await db
    .select()
    .from(packs)
    .where(and(isNotNull(packs.stripe_price_id), isNull(packs.archived_at)));
  const all: SoldPrice[] = [
    ...ofPlans.map(({ plan_prices: price, plans: plan }) => ({
      price_id: price.stripe_price_id ?? '',
      name: plan.name,
      amount: price.amount,
      interval: price.kind === 'recurring' ? price.interval : null,
      plan_id: plan.id,
      archived: price.archived_at !== null,
    })),
    ...ofPacks.map(({ stripe_price_id, name, amount }) => ({
      price_id: stripe_price_id ?? '',
      name,
      amount,
      interval: null,
      plan_id: null,
      archived: false,
    })),
  ];
  const find = (price_id: string) => {
    const price = all.find((one) => one.price_id === price_id);
    if (!price) throw new Error(`the local payments have no price ${price_id}`);
    return price;
  };
  const recurring = (price_id: string) => {
    const price = find(price_id);
    if (!isRecurring(price)) throw new Error(`the price ${price_id} is paid once`);
    return price;
  };
  return { find, recurring, all };
}

/** Runs one change at a time, in a transaction that also stores its events. */
export const changeState = <T>(
  { db }: { db: Database },
  change: (tx: Transaction, prices: PriceList) => Promise<T>,
): Promise<T> =>
  db.transaction(async (tx) => {
    await lockFakePayments(tx);
    return change(tx, await readPrices(tx));
  });

export const conditionsOf = (
  { clock }: Pick<FakePaymentSettings, 'clock'>,
  prices: PriceList,
  card: FakeCustomer['card'],
): BillingConditions => ({
  now: clock.now(),
  card,
  priceOf: prices.recurring,
  newId: () => newId('in'),
});

export async function saveState(
  tx: Transaction,
  settings: FakePaymentSettings,
  prices: PriceList,
  state: BillingState,
): Promise<void> {
  const now = settings.clock.now();
  await saveObject(tx, 'subscription', state.subscription, now);
  for (const invoice of state.invoices) await saveObject(tx, 'invoice', invoice, now);
  await queueWebhooks(tx, settings, webhookEventsOf(state, prices.recurring));
}

/** The customer's subscriptions that have not ended. */
export async function openOf(db: Queryable, customer_id: string): Promise<FakeSubscription[]> {
  const all = await listObjects(db, 'subscription', { customer_id });
  return all.filter(({ status }) => status !== 'canceled');
}
