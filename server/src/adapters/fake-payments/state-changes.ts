/** Changes of the simulated provider's state: one at a time, each stored with its webhook events. */
import type { Queryable, Transaction } from '../../db/client.ts';
import type { MovableClock } from '../movable-clock.ts';
import type { Price } from '../payments/price.ts';
import type { BillingConditions, BillingState, FakeSubscription } from './billing-cycle.ts';
import { type FakeCustomer, listObjects, lockFakePayments, saveObject } from './object-store.ts';
import { type Delivery, newId, queueWebhooks, webhookEventsOf } from './webhook-delivery.ts';

export type FakePaymentSettings = Omit<Delivery, 'clock'> & {
  clock: MovableClock;
  prices: Price[];
  /** Base address of the pages. */
  app_url: string;
};

export type StateChanges = {
  priceOf(this: void, price_id: string): Price;
  conditions(this: void, card: FakeCustomer['card']): BillingConditions;
  withLock<T>(this: void, change: (tx: Transaction) => Promise<T>): Promise<T>;
  saveState(this: void, tx: Transaction, books: BillingState): Promise<void>;
};

export function openStateChanges(settings: FakePaymentSettings): StateChanges {
  const { db, clock, prices } = settings;
  const priceOf = (price_id: string): Price => {
    const price = prices.find((one) => one.price_id === price_id);
    if (!price) throw new Error(`the local payments have no price ${price_id}`);
    return price;
  };
  return {
    priceOf,
    conditions: (card) => ({ now: clock.now(), card, priceOf, newId: () => newId('in') }),
    withLock: (change) =>
      db.transaction(async (tx) => {
        await lockFakePayments(tx);
        return change(tx);
      }),
    async saveState(tx, books) {
      const now = clock.now();
      await saveObject(tx, 'subscription', books.subscription, now);
      for (const invoice of books.invoices) await saveObject(tx, 'invoice', invoice, now);
      await queueWebhooks(tx, settings, webhookEventsOf(books, priceOf));
    },
  };
}

/** The customer's subscriptions that have not ended. */
export async function openOf(db: Queryable, customer_id: string): Promise<FakeSubscription[]> {
  const all = await listObjects(db, 'subscription', { customer_id });
  return all.filter(({ status }) => status !== 'canceled');
}
