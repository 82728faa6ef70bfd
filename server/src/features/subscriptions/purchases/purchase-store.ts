/** Purchases as rows, and as their buyers and superadmins see them. */
import { and, count, desc, eq, getTableColumns, gt, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import type { Purchase, Sale } from '#contract/subscriptions.ts';
import type { Payments } from '../../../adapters/payments/payments.ts';
import type { Queryable, Transaction } from '../../../db/client.ts';
import { users } from '../../../db/tables/people.ts';
import { packs, plan_prices, plans, purchases, token_credits } from '../../../db/tables/plans.ts';

export type PurchaseRow = typeof purchases.$inferSelect;
export type NewPurchase = typeof purchases.$inferInsert;

const HOUR_MS = 3_600_000;

/** A checkout that is younger than an hour, or a Pix that can still be paid. */
export async function countOpen(tx: Transaction, user_id: number, now: Date): Promise<number> {
  const recent = new Date(now.getTime() - HOUR_MS);
  const isOpen = or(gt(purchases.created_at, recent), gt(purchases.pay_until, now));
  return tx.$count(purchases, and(eq(purchases.user_id, user_id), eq(purchases.state, 'waiting'), isOpen));
}

/** Older than an hour and not decided; those without a session were never opened at the provider. */
export const listUndecided = (db: Queryable, now: Date): Promise<PurchaseRow[]> =>
  db
    .select()
    .from(purchases)
    .where(
      and(
        eq(purchases.state, 'waiting'),
        sql`${purchases.created_at} < ${new Date(now.getTime() - HOUR_MS).toISOString()}::timestamptz`,
      ),
    );

export const listWaiting = (db: Queryable, user_id: number): Promise<PurchaseRow[]> =>
  db
    .select()
    .from(purchases)
    .where(and(eq(purchases.user_id, user_id), eq(purchases.state, 'waiting')));

export async function findPurchase(
  db: Queryable,
  user_id: number,
  id: string,
): Promise<PurchaseRow | undefined> {
  const [row] = await db
    .select()
    .from(purchases)
    .where(and(eq(purchases.user_id, user_id), eq(purchases.id, id)));
  return row;
}

export async function findBySession(db: Queryable, session_id: string): Promise<PurchaseRow | undefined> {
  const [row] = await db.select().from(purchases).where(eq(purchases.provider_session, session_id));
  return row;
}

export async function updatePurchase(
  tx: Queryable,
  { user_id, id }: Pick<PurchaseRow, 'user_id' | 'id'>,
  change: Partial<PurchaseRow>,
  now: Date,
): Promise<void> {
  await tx
    .update(purchases)
    .set({ ...change, updated_at: now })
    .where(and(eq(purchases.user_id, user_id), eq(purchases.id, id)));
}

/** Marks a payment for which nothing was given; a pack gives at least a thousand. */
export const NOTHING_GIVEN = 0;

type Wanted = { skip: number; limit: number };

export async function listPurchases(
  db: Queryable,
  user_id: number,
  { skip, limit }: Wanted,
): Promise<{ rows: Purchase[]; total: number }> {
  const own = eq(purchases.user_id, user_id);
  const rows = await selectPurchases(db, own, { skip, limit });
  return { rows: rows.map(toPurchase), total: await db.$count(purchases, own) };
}

export async function showPurchase(db: Queryable, user_id: number, id: string): Promise<Purchase> {
  const where = and(eq(purchases.user_id, user_id), eq(purchases.id, id));
  const [row] = await selectPurchases(db, where, { skip: 0, limit: 1 });
  if (!row) throw new Error('the purchase is gone');
  return toPurchase(row);
}

export async function listSales(
  db: Queryable,
  payments: Payments | null,
  { skip, limit, state }: Wanted & { state?: PurchaseRow['state'] | undefined },
): Promise<{ rows: Sale[]; total: number }> {
  const where = and(isNotNull(purchases.provider_session), state && eq(purchases.state, state));
  const rows = await selectPurchases(db, where, { skip, limit });
  const [counted] = await db.select({ total: count() }).from(purchases).where(where);
  const sales = rows.map((row): Sale => {
    const { pay_url: _, ...purchase } = toPurchase(row);
    const { provider_session, state: now, tokens } = row.purchase;
    return {
      ...purchase,
      buyer: row.buyer,
      undelivered: now === 'paid' && tokens === NOTHING_GIVEN,
      provider_url: provider_session && (payments?.pageOf(provider_session) ?? null),
    };
  });
  return { rows: sales, total: counted?.total ?? 0 };
}

/** Newest first. */
const selectPurchases = (db: Queryable, where: SQL | undefined, { skip, limit }: Wanted) =>
  db
    .select({
      purchase: getTableColumns(purchases),
      pack_name: packs.name,
      plan_name: plans.name,
      interval: plan_prices.interval,
      tokens_left: token_credits.tokens_left,
      expires_at: token_credits.expires_at,
      buyer: { id: users.id, name: users.name, email: users.email },
    })
    .from(purchases)
    .innerJoin(users, eq(users.id, purchases.user_id))
    .leftJoin(packs, eq(packs.id, purchases.pack_id))
    .leftJoin(plan_prices, eq(plan_prices.id, purchases.plan_price_id))
    .leftJoin(plans, eq(plans.id, plan_prices.plan_id))
    .leftJoin(
      token_credits,
      and(eq(token_credits.user_id, purchases.user_id), eq(token_credits.purchase_id, purchases.id)),
    )
    .where(where)
    .orderBy(desc(purchases.created_at), desc(purchases.id))
    .limit(limit)
    .offset(skip);

type Joined = Awaited<ReturnType<typeof selectPurchases>>[number];

function toPurchase({ purchase, pack_name, plan_name, interval, tokens_left, expires_at }: Joined): Purchase {
  const { id, kind, amount, refunded, state, method, pay_until, pay_url, paid_at, tokens, created_at } =
    purchase;
  return {
    id,
    kind,
    name: pack_name ?? plan_name ?? '',
    interval,
    amount,
    refunded,
    state,
    method,
    pay_until: pay_until?.toISOString() ?? null,
    pay_url,
    paid_at: paid_at?.toISOString() ?? null,
    tokens,
    tokens_left,
    expires_at: expires_at?.toISOString() ?? null,
    created_at: created_at.toISOString(),
  };
}
