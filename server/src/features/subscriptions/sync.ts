/**
 * Brings what is stored up to what the provider says at this moment. The provider is asked under the subscription's
 * lock, so that of two who ask the later answer is also the later one to be written: events may come in any order,
 * repeated and late, and end in the same state.
 */
import { sql } from 'drizzle-orm';
import type { Bought, PaymentEvent, Payments } from '../../adapters/payments/payments.ts';
import type { Price } from '../../adapters/payments/price.ts';
import type { AppContext } from '../../app-context.ts';
import type { Transaction } from '../../db/client.ts';
import { standingOf } from './standing.ts';
import {
  findOpen,
  findPayer,
  findSubscription,
  findUserByCustomer,
  isKnownEvent,
  keepCustomer,
  keepEvent,
  type SubscriptionRow,
} from './store.ts';
import { settleStanding } from './turn.ts';

export type PayingContext = Pick<AppContext, 'db' | 'clock' | 'log'> & { payments: Payments };

export type Synced = 'applied' | 'repeated' | 'ignored';

/** With `event`: at most once for each, and the event is stored with what it led to. */
export function sync(context: PayingContext, subscription_id: string, event?: PaymentEvent): Promise<Synced> {
  const { db, payments } = context;
  return inTurn(db, async () => {
    if (event && (await isKnownEvent(db, event.id))) return 'repeated';
    return db.transaction(async (tx) => {
      await holdSubscription(tx, subscription_id);
      // Another process may have been first.
      if (event && (await isKnownEvent(tx, event.id))) return 'repeated';
      const bought = await payments.find(subscription_id);
      return apply(context, tx, subscription_id, bought, event);
    });
  });
}

async function apply(
  { payments, clock, log }: PayingContext,
  tx: Transaction,
  subscription_id: string,
  bought: Bought | null,
  event: PaymentEvent | undefined,
): Promise<Synced> {
  const now = clock.now();
  const ignore = (why: string): Synced => {
    log.warn({ subscription_id, event_id: event?.id, why }, 'a subscription was ignored');
    return 'ignored';
  };
  if (!bought) return ignore('unknown to the provider');
  const stored = await findSubscription(tx, subscription_id);
  const price = priceOf(bought, stored, payments);
  if (!price) return ignore('unknown price');
  const user_id = stored?.user_id ?? (await ownerOf(tx, bought, event));
  if (user_id === undefined) return ignore('unknown customer');
  await keepCustomer(tx, { user_id, customer_id: bought.customer_id });
  if (event) await keepEvent(tx, { ...event, object_id: subscription_id }, now);
  const { status } = bought;
  if (status === 'waiting') return 'applied';
  const next = payments.prices.find(({ price_id }) => price_id === bought.next_price_id);
  const other = stored ? undefined : await findOpen(tx, user_id);
  if (other && status !== 'canceled')
    log.error({ subscription_id, other: other.id, user_id }, 'somebody pays for two subscriptions');
  const standing = standingOf(stored, { ...bought, status }, { user_id, price, next, now });
  await settleStanding(tx, stored, standing, now);
  return 'applied';
}

/** The price decides the plan. One that is configured no longer stays what it was to those who have it. */
function priceOf(bought: Bought, stored: SubscriptionRow | undefined, payments: Payments): Price | undefined {
  const known = payments.prices.find(({ price_id }) => price_id === bought.price_id);
  if (known || !stored) return known;
  const isSame = stored.price_id === bought.price_id;
  return isSame || bought.status === 'canceled' ? stored : undefined;
}

async function ownerOf(
  tx: Transaction,
  { customer_id, reference }: Bought,
  event: PaymentEvent | undefined,
): Promise<number | undefined> {
  const known = await findUserByCustomer(tx, customer_id);
  if (known !== undefined) return known;
  const payer = event?.payer ?? { reference: null, user_id: null };
  return findPayer(tx, { ...payer, reference: payer.reference ?? reference });
}

export async function holdSubscription(tx: Transaction, subscription_id: string): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`subscription:${subscription_id}`}, 0))`,
  );
}

const turns = new WeakMap<AppContext['db'], Promise<unknown>>();

/** One at a time in this process: whoever waits for the provider keeps a connection, and others need theirs. */
async function inTurn<T>(db: AppContext['db'], work: () => Promise<T>): Promise<T> {
  const before = turns.get(db) ?? Promise.resolve();
  const mine = before.then(work, work);
  turns.set(
    db,
    mine.catch(() => {}),
  );
  return mine;
}
