/** The prices of a plan as a superadmin types them. A price that somebody bought is archived and never changed. */
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { PlanForm } from '#contract/plans.ts';
import type { Payments } from '../../adapters/payments/payments.ts';
import { AppError } from '../../app-error.ts';
import type { Queryable, Transaction } from '../../db/client.ts';
import { packs, plan_prices } from '../../db/tables/plans.ts';
import type { PriceRow } from './plan-store.ts';

export type TypedPrice = Omit<PlanForm['prices'][number], 'stripe_price_id'> & {
  stripe_price_id: string | null;
};

const isSameKind = (a: Pick<PriceRow, 'kind' | 'interval'>, b: Pick<PriceRow, 'kind' | 'interval'>) =>
  a.kind === b.kind && a.interval === b.interval;
const isSamePrice = (a: PriceRow | undefined, b: TypedPrice) =>
  a !== undefined && a.amount === b.amount && a.stripe_price_id === b.stripe_price_id;

export const livePrices = (db: Queryable, plan_id: number): Promise<PriceRow[]> =>
  db
    .select()
    .from(plan_prices)
    .where(and(eq(plan_prices.plan_id, plan_id), isNull(plan_prices.archived_at)));

/** Asks the provider about every price that differs from what is stored. Call it before the transaction. */
export async function confirmPrices(
  payments: Payments | null,
  typed: TypedPrice[],
  live: PriceRow[],
): Promise<TypedPrice[]> {
  const confirmed: TypedPrice[] = [];
  for (const price of typed) {
    const stored = live.find((one) => isSameKind(one, price));
    if (isSamePrice(stored, price)) {
      confirmed.push(price);
      continue;
    }
    // The simulated provider makes an id for every amount.
    const isKept = payments?.fake && stored?.stripe_price_id === price.stripe_price_id;
    const stripe_price_id = await confirmPrice(payments, {
      price_id: isKept ? null : price.stripe_price_id,
      amount: price.amount,
      interval: price.kind === 'recurring' ? price.interval : null,
    });
    confirmed.push({ ...price, stripe_price_id });
  }
  return confirmed;
}

/** An id cannot be read back where no provider is configured. */
export async function confirmPrice(
  payments: Payments | null,
  typed: Parameters<Payments['confirmPrice']>[0],
): Promise<string | null> {
  if (!payments && typed.price_id !== null) throw new AppError('payments_missing');
  return payments ? payments.confirmPrice(typed) : null;
}

/** Writes what was confirmed. The plan must be locked. */
export async function savePrices(
  tx: Transaction,
  plan_id: number,
  typed: TypedPrice[],
  now: Date,
): Promise<void> {
  const live = await livePrices(tx, plan_id);
  const sold = await soldAmong(tx, live);
  const changed = typed.filter(
    (price) => !live.some((one) => isSameKind(one, price) && isSamePrice(one, price)),
  );
  const kept = live.filter((one) => typed.some((price) => isSameKind(one, price) && isSamePrice(one, price)));
  for (const { id } of live.filter((one) => !kept.includes(one)))
    if (sold.has(id)) await tx.update(plan_prices).set({ archived_at: now }).where(eq(plan_prices.id, id));
    else await tx.delete(plan_prices).where(eq(plan_prices.id, id));
  for (const price of changed) await insertPrice(tx, plan_id, price, now);
}

/** A price that was archived and is typed again is put on sale again. */
async function insertPrice(tx: Transaction, plan_id: number, price: TypedPrice, now: Date): Promise<void> {
  const { stripe_price_id, kind, interval, amount } = price;
  if (stripe_price_id !== null) {
    const revived = await tx
      .update(plan_prices)
      .set({ archived_at: null })
      .where(
        and(
          eq(plan_prices.plan_id, plan_id),
          eq(plan_prices.kind, kind),
          eq(plan_prices.interval, interval),
          eq(plan_prices.amount, amount),
          eq(plan_prices.stripe_price_id, stripe_price_id),
        ),
      )
      .returning({ id: plan_prices.id });
    if (revived.length) return;
    await requireUnused(tx, stripe_price_id, null);
  }
  await tx.insert(plan_prices).values({ ...price, plan_id, created_at: now });
}

const TAKEN = 'Este preço do Stripe já é de outro plano ou pacote.';

/** An id stands for one price of one plan, or for one pack. */
export async function requireUnused(tx: Transaction, stripe_price_id: string, pack_id: number | null) {
  const { rows } = await tx.execute(sql`
    select from ${plan_prices} where stripe_price_id = ${stripe_price_id}
    union all
    select from ${packs} where stripe_price_id = ${stripe_price_id} and archived_at is null
      and id is distinct from ${pack_id}::int
    limit 1`);
  if (rows.length)
    throw new AppError('validation', {
      detail: TAKEN,
      errors: [{ field: 'stripe_price_id', message: TAKEN }],
    });
}

/** The prices that somebody has bought, or is about to buy. */
export async function soldAmong(db: Queryable, prices: PriceRow[]): Promise<Set<number>> {
  if (!prices.length) return new Set();
  const sold = sql`(exists (select from subscriptions where price_id = ${plan_prices.stripe_price_id})
    or exists (select from purchases where plan_price_id = ${plan_prices.id}))`;
  const rows = await db
    .select({ id: plan_prices.id })
    .from(plan_prices)
    .where(
      and(
        inArray(
          plan_prices.id,
          prices.map(({ id }) => id),
        ),
        sold,
      ),
    );
  return new Set(rows.map(({ id }) => id));
}
