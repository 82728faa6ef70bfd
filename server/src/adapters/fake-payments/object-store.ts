/** The stored objects of the simulated provider. Changes are serialised by a transaction-level advisory lock. */
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../db/client.ts';
import { desk_objects } from '../../db/tables/payments.ts';
import type { FakeInvoice, FakeSubscription } from './billing-cycle.ts';

export type FakeCustomer = {
  id: string;
  email: string;
  user_id: number;
  reference: string;
  card: 'good' | 'refused';
};

export type FakeCheckout = {
  id: string;
  customer_id: string;
  price_id: string;
  success_url: string;
  cancel_url: string;
  status: 'open' | 'complete' | 'expired';
  /** The last card was refused. */
  refused: boolean;
  /** Present on checkouts of something that is paid once. */
  payment?: FakePayment;
};

/** A payment of one-off checkouts. A Pix is paid some time after its code was shown. */
export type FakePayment = {
  purchase_id: string;
  opened_at: string;
  method: 'pix' | 'card' | null;
  state: 'waiting' | 'paid' | 'failed' | 'expired';
  /** Until when the code of a Pix can be paid. */
  code_until: string | null;
  /** Cents. */
  refunded: number;
};

export type FakePortal = { id: string; customer_id: string; return_url: string };

/** `body` is sent byte by byte. */
export type FakeEvent = { id: string; type: string; body: string; delivered: boolean };

type Kinds = {
  customer: FakeCustomer;
  checkout: FakeCheckout;
  portal: FakePortal;
  subscription: FakeSubscription;
  invoice: FakeInvoice;
  event: FakeEvent;
};
type Kind = keyof Kinds;

/** Any fixed number, for the advisory lock. */
const LOCK_ID = 7_440_219;

export async function lockFakePayments(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCK_ID})`);
}

export async function findObject<K extends Kind>(
  db: Queryable,
  kind: K,
  id: string,
): Promise<Kinds[K] | undefined> {
  const [row] = await db
    .select({ data: desk_objects.data })
    .from(desk_objects)
    .where(and(eq(desk_objects.id, id), eq(desk_objects.kind, kind)));
  return row?.data as Kinds[K] | undefined;
}

/** The objects that have all of `fields`, oldest first. */
export async function listObjects<K extends Kind>(
  db: Queryable,
  kind: K,
  fields: Partial<Kinds[K]> = {},
): Promise<Kinds[K][]> {
  const rows = await db
    .select({ data: desk_objects.data })
    .from(desk_objects)
    .where(
      and(eq(desk_objects.kind, kind), sql`${desk_objects.data} @> ${JSON.stringify(fields)}::text::jsonb`),
    )
    .orderBy(asc(desk_objects.created_at), asc(desk_objects.id));
  return rows.map(({ data }) => data as Kinds[K]);
}

export async function saveObject<K extends Kind>(
  db: Queryable,
  kind: K,
  object: Kinds[K],
  now: Date,
): Promise<void> {
  const data: Record<string, unknown> = { ...object };
  await db
    .insert(desk_objects)
    .values({ id: object.id, kind, data, created_at: now, updated_at: now })
    .onConflictDoUpdate({ target: desk_objects.id, set: { data, updated_at: now } });
}
