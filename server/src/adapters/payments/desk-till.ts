/** What everything at the local cash desk goes through: one change at a time, each with the events that tell of it. */
import type { Queryable, Transaction } from '../../db/client.ts';
import type { MovableClock } from '../movable-clock.ts';
import type { Books, Circumstances, DeskSubscription } from './desk-books.ts';
import { type Delivery, newDeskId, tell, toldOf } from './desk-events.ts';
import { type DeskCustomer, holdDesk, keepObject, listObjects } from './desk-objects.ts';
import type { Price } from './price.ts';

export type DeskSettings = Omit<Delivery, 'clock'> & {
  clock: MovableClock;
  prices: Price[];
  /** Of the pages. */
  app_url: string;
};

export type Till = {
  priceOf(this: void, price_id: string): Price;
  circumstances(this: void, card: DeskCustomer['card']): Circumstances;
  changing<T>(this: void, change: (tx: Transaction) => Promise<T>): Promise<T>;
  keepBooks(this: void, tx: Transaction, books: Books): Promise<void>;
};

export function openTill(settings: DeskSettings): Till {
  const { db, clock, prices } = settings;
  const priceOf = (price_id: string): Price => {
    const price = prices.find((one) => one.price_id === price_id);
    if (!price) throw new Error(`the desk has no price ${price_id}`);
    return price;
  };
  return {
    priceOf,
    circumstances: (card) => ({ now: clock.now(), card, priceOf, newId: () => newDeskId('in') }),
    changing: (change) =>
      db.transaction(async (tx) => {
        await holdDesk(tx);
        return change(tx);
      }),
    async keepBooks(tx, books) {
      const now = clock.now();
      await keepObject(tx, 'subscription', books.subscription, now);
      for (const invoice of books.invoices) await keepObject(tx, 'invoice', invoice, now);
      await tell(tx, settings, toldOf(books, priceOf));
    },
  };
}

/** What a customer has that has not ended. */
export async function openOf(db: Queryable, customer_id: string): Promise<DeskSubscription[]> {
  const all = await listObjects(db, 'subscription', { customer_id });
  return all.filter(({ status }) => status !== 'canceled');
}
