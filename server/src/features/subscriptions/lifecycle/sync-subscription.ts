/**
 * Synchronises a stored subscription with the provider. The provider is asked under the subscription's lock, so that of
 * two answers the later one is written later: events may come in any order, repeated and late, and end in the same state.
 */
import { sql } from 'drizzle-orm';
import type {
  Bought,
  Payments,
  SubscriptionEvent,
  WithPayments,
} from '../../../adapters/payments/payments.ts';
import type { AppContext } from '../../../app-context.ts';
import type { Queryable, Transaction } from '../../../db/client.ts';
import { findPrice } from '../../plans/plan-store.ts';
import { applyTransition } from './apply-transition.ts';
import { type BoughtPrice, subscriptionState } from './subscription-state.ts';
import {
  findOpen,
  findPayer,
  findSubscription,
  findUserByCustomer,
  isKnownEvent,
  type SubscriptionRow,
  saveCustomer,
  saveEvent,
} from './subscription-store.ts';

export type SubscriptionContext = Pick<AppContext, 'db' | 'clock' | 'log'> &
  WithPayments & {
    subscriptionSync: SerialQueue;
  };
export type PayingContext = SubscriptionContext & { payments: Payments };

export type Synced = 'applied' | 'repeated' | 'ignored';

/** With `event`: at most once for each, and the event is stored with what it led to. */
export function syncSubscription(
  context: PayingContext,
  subscription_id: string,
  event?: SubscriptionEvent,
): Promise<Synced> {
  const { db, payments, subscriptionSync } = context;
  return subscriptionSync.run(async () => {
    if (event && (await isKnownEvent(db, event.id))) return 'repeated';
    return db.transaction(async (tx) => {
      await lockSubscription(tx, subscription_id);
      // Another process may have been first.
      if (event && (await isKnownEvent(tx, event.id))) return 'repeated';
      const bought = await payments.find(subscription_id);
      return apply(context, tx, subscription_id, bought, event);
    });
  });
}

async function apply(
  { clock, log }: PayingContext,
  tx: Transaction,
  subscription_id: string,
  bought: Bought | null,
  event: SubscriptionEvent | undefined,
): Promise<Synced> {
  const now = clock.now();
  const ignore = (why: string): Synced => {
    log.warn({ subscription_id, event_id: event?.id, why }, 'a subscription was ignored');
    return 'ignored';
  };
  if (!bought) return ignore('unknown to the provider');
  const stored = await findSubscription(tx, subscription_id);
  const price = await priceOf(tx, bought, stored);
  if (!price) return ignore('unknown price');
  const user_id = stored?.user_id ?? (await ownerOf(tx, bought, event));
  if (user_id === undefined) return ignore('unknown customer');
  await saveCustomer(tx, { user_id, customer_id: bought.customer_id });
  if (event) await saveEvent(tx, { ...event, object_id: subscription_id }, now);
  const { status } = bought;
  if (status === 'waiting') return 'applied';
  const next = bought.next_price_id === null ? undefined : await knownPrice(tx, bought.next_price_id);
  const other = stored ? undefined : await findOpen(tx, user_id);
  if (other && status !== 'canceled')
    log.error({ subscription_id, other: other.id, user_id }, 'somebody pays for two subscriptions');
  const state = subscriptionState(stored, { ...bought, status }, { user_id, price, next, now });
  await applyTransition(tx, stored, state, now);
  return 'applied';
}

async function knownPrice(db: Queryable, price_id: string): Promise<BoughtPrice | undefined> {
  const price = await findPrice(db, price_id);
  if (price?.kind !== 'recurring') return undefined;
  const { plan, interval, amount } = price;
  return { tier: plan.key, plan_id: plan.id, interval, amount };
}

/** The price decides the plan. One that is known no longer stays what it was to those who have it. */
async function priceOf(
  tx: Transaction,
  bought: Bought,
  stored: SubscriptionRow | undefined,
): Promise<BoughtPrice | undefined> {
  const known = await knownPrice(tx, bought.price_id);
  if (known || !stored) return known;
  const isSame = stored.price_id === bought.price_id;
  return isSame || bought.status === 'canceled' ? stored : undefined;
}

async function ownerOf(
  tx: Transaction,
  { customer_id, reference }: Bought,
  event: SubscriptionEvent | undefined,
): Promise<number | undefined> {
  const known = await findUserByCustomer(tx, customer_id);
  if (known !== undefined) return known;
  const payer = event?.payer ?? { reference: null, user_id: null };
  return findPayer(tx, { ...payer, reference: payer.reference ?? reference });
}

export async function lockSubscription(tx: Transaction, subscription_id: string): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`subscription:${subscription_id}`}, 0))`,
  );
}

/** Runs one work after the other. A process makes one: a sync that waits for the provider keeps a connection. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#last.then(work, work);
    this.#last = mine.catch(() => {});
    return mine;
  }
}
