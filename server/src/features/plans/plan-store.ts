/** Plans and their prices as rows. */
import { and, asc, eq, isNull, type SQL } from 'drizzle-orm';
import { type BillingInterval, FREE_PLAN, type PriceKind } from '#contract/plan-seeds.ts';
import type { Payments } from '../../adapters/payments/payments.ts';
import type { Queryable } from '../../db/client.ts';
import { plan_prices, plans } from '../../db/tables/plans.ts';

export type PlanRow = typeof plans.$inferSelect;
export type PriceRow = typeof plan_prices.$inferSelect;

/** A price with the plan that it buys; `price_id` is the provider's. */
export type PlanPrice = {
  id: number;
  price_id: string;
  kind: PriceKind;
  interval: BillingInterval;
  /** Cents of BRL. */
  amount: number;
  archived_at: Date | null;
  plan: PlanRow;
};

/** In the order of the page of plans. */
export const listPlans = (db: Queryable): Promise<PlanRow[]> =>
  db.select().from(plans).orderBy(asc(plans.position), asc(plans.id));

export async function findPlan(db: Queryable, key: string): Promise<PlanRow | undefined> {
  const [plan] = await db.select().from(plans).where(eq(plans.key, key));
  return plan;
}

/** Tokens of a plan a month; a plan without an announced number gives as many as the plan Plus. */
export async function planTokens(db: Queryable, key: string): Promise<number> {
  const rows = await listPlans(db);
  const tokensOf = (wanted: string) => rows.find((plan) => plan.key === wanted)?.tokens;
  return tokensOf(key) ?? tokensOf('plus') ?? tokensOf(FREE_PLAN) ?? 0;
}

/** The prices that are on sale here. */
export async function listOnSale(db: Queryable, payments: Payments | null): Promise<PlanPrice[]> {
  if (!payments) return [];
  const live = await selectPrices(db, isNull(plan_prices.archived_at));
  return live.filter(({ price_id }) => payments.sells(price_id));
}

/** Also a price that is not on sale any more: those who bought it keep it. */
export async function findPrice(db: Queryable, price_id: string): Promise<PlanPrice | undefined> {
  const [price] = await selectPrices(db, eq(plan_prices.stripe_price_id, price_id));
  return price;
}

export async function findPriceById(db: Queryable, id: number): Promise<PlanPrice | undefined> {
  const [price] = await selectPrices(db, eq(plan_prices.id, id));
  return price;
}

async function selectPrices(db: Queryable, where: SQL | undefined): Promise<PlanPrice[]> {
  const rows = await db
    .select()
    .from(plan_prices)
    .innerJoin(plans, eq(plans.id, plan_prices.plan_id))
    .where(and(where))
    .orderBy(asc(plans.position), asc(plans.id), asc(plan_prices.interval), asc(plan_prices.id));
  return rows.flatMap(
    ({ plan_prices: { stripe_price_id, plan_id: _, created_at: __, ...price }, plans: plan }) =>
      stripe_price_id === null ? [] : [{ ...price, price_id: stripe_price_id, plan }],
  );
}
