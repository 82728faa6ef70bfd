/** Rows of subscriptions, customers and payment events. */
import { and, desc, eq, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { Buyer } from '../../../adapters/payments/payments.ts';
import type { Queryable, Transaction } from '../../../db/client.ts';
import { payment_customers, payment_events, subscriptions } from '../../../db/tables/payments.ts';
import { users } from '../../../db/tables/people.ts';

export type SubscriptionRow = typeof subscriptions.$inferSelect;
export type NewSubscription = Omit<SubscriptionRow, 'created_at' | 'updated_at'>;

/** Paid for and not ended. */
const isOpen = and(isNotNull(subscriptions.activated_at), isNull(subscriptions.ended_at));

/** The newest of somebody's subscriptions that is open. */
export async function findOpen(db: Queryable, user_id: number): Promise<SubscriptionRow | undefined> {
  const [row] = await db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.user_id, user_id), isOpen))
    .orderBy(desc(subscriptions.created_at), desc(subscriptions.id))
    .limit(1);
  return row;
}

export async function findSubscription(db: Queryable, id: string): Promise<SubscriptionRow | undefined> {
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.id, id));
  return row;
}

/** Whether somebody once had a plan that has ended. */
export async function hasHadOne(db: Queryable, user_id: number): Promise<boolean> {
  const [row] = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(eq(subscriptions.user_id, user_id), isNotNull(subscriptions.activated_at)))
    .limit(1);
  return row !== undefined;
}

/** A prepaid plan asks for no further money. */
const isUnfinished = and(eq(subscriptions.kind, 'recurring'), sql`${subscriptions.status} <> 'canceled'`);

/** A person's subscriptions for which the provider may still ask money. */
export const listUnfinished = (db: Queryable, user_id: number): Promise<SubscriptionRow[]> =>
  db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.user_id, user_id), isUnfinished));

/** The same for all people. */
export const listAllUnfinished = (db: Queryable): Promise<SubscriptionRow[]> =>
  db.select().from(subscriptions).where(isUnfinished);

/** Open ones whose payment failed at `since` or before, and prepaid ones whose period is over. */
export const listOverdue = (
  db: Queryable,
  { since, now }: { since: Date; now: Date },
  user_id?: number,
): Promise<SubscriptionRow[]> =>
  db
    .select()
    .from(subscriptions)
    .where(
      and(
        isNull(subscriptions.ended_at),
        or(
          lte(subscriptions.past_due_since, since),
          and(eq(subscriptions.kind, 'prepaid'), lte(subscriptions.current_period_end, now)),
        ),
        user_id === undefined ? undefined : eq(subscriptions.user_id, user_id),
      ),
    );

export async function saveSubscription(tx: Transaction, row: NewSubscription, now: Date): Promise<void> {
  const { id, ...fields } = row;
  await tx
    .insert(subscriptions)
    .values({ ...row, created_at: now, updated_at: now })
    .onConflictDoUpdate({ target: subscriptions.id, set: { ...fields, updated_at: now } });
}

export async function isKnownEvent(db: Queryable, id: string): Promise<boolean> {
  const [row] = await db
    .select({ id: payment_events.id })
    .from(payment_events)
    .where(eq(payment_events.id, id));
  return row !== undefined;
}

export async function saveEvent(
  tx: Transaction,
  event: { id: string; type: string; object_id: string },
  now: Date,
): Promise<void> {
  await tx
    .insert(payment_events)
    .values({ ...event, received_at: now })
    .onConflictDoNothing();
}

/** Older than any that a provider sends again; what it would say is asked for anew all the same. */
const EVENTS_KEPT_DAYS = 60;

export async function forgetOldEvents(db: Queryable, now: Date): Promise<void> {
  const since = new Date(now.getTime() - EVENTS_KEPT_DAYS * 86_400_000);
  await db.delete(payment_events).where(lt(payment_events.received_at, since));
}

export async function findBuyer(db: Queryable, user_id: number): Promise<Buyer | undefined> {
  const [buyer] = await db
    .select({ user_id: users.id, reference: users.reference, email: users.email, name: users.name })
    .from(users)
    .where(eq(users.id, user_id));
  return buyer;
}

export async function findCustomer(db: Queryable, user_id: number): Promise<string | null> {
  const [row] = await db
    .select({ customer_id: payment_customers.customer_id })
    .from(payment_customers)
    .where(eq(payment_customers.user_id, user_id));
  return row?.customer_id ?? null;
}

/** The first customer is kept, unless the provider has forgotten it. */
export async function saveCustomer(
  db: Queryable,
  { user_id, customer_id }: { user_id: number; customer_id: string },
  forgotten: string | null = null,
): Promise<void> {
  await db
    .insert(payment_customers)
    .values({ user_id, customer_id })
    .onConflictDoUpdate({
      target: payment_customers.user_id,
      set: { customer_id },
      setWhere: forgotten === null ? sql`false` : eq(payment_customers.customer_id, forgotten),
    });
}

export async function findUserByCustomer(db: Queryable, customer_id: string): Promise<number | undefined> {
  const [row] = await db
    .select({ user_id: payment_customers.user_id })
    .from(payment_customers)
    .where(eq(payment_customers.customer_id, customer_id));
  return row?.user_id;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The person who was meant: by the name that is unique everywhere, or else by their number. */
export async function findPayer(
  db: Queryable,
  { reference, user_id }: { reference: string | null; user_id: number | null },
): Promise<number | undefined> {
  if (reference === null && user_id === null) return undefined;
  if (reference !== null && !UUID.test(reference)) return undefined;
  const [row] = await db
    .select({ id: users.id })
    .from(users)
    .where(reference === null ? eq(users.id, user_id ?? 0) : eq(users.reference, reference));
  return row?.id;
}
