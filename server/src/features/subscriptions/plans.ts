/** The plans and packs as they are offered here. */
import { and, asc, isNull } from 'drizzle-orm';
import type { OfferedPlan, OfferedPlans } from '#contract/subscriptions.ts';
import type { WithPayments } from '../../adapters/payments/payments.ts';
import type { AppContext } from '../../app-context.ts';
import type { Queryable } from '../../db/client.ts';
import { packs, plan_prices } from '../../db/tables/plans.ts';
import { listOnSale, listPlans } from '../plans/plan-store.ts';

export async function offeredPlans({
  db,
  payments,
}: Pick<AppContext, 'db'> & WithPayments): Promise<OfferedPlans> {
  const plans = (await listPlans(db)).filter(({ visible }) => visible);
  const onSale = await listOnSale(db, payments);
  const live = await listLive(db);
  const data = plans.map((plan): OfferedPlan => {
    const own = onSale.filter((price) => price.plan.id === plan.id);
    const prices = own
      .filter(({ kind }) => kind === 'recurring')
      .map(({ interval, price_id, amount }) => ({ interval, price_id, amount }));
    return {
      tier: plan.key,
      name: plan.name,
      monthly_token_limit: plan.tokens,
      purchasable: prices.length > 0,
      user_group_id: plan.user_group_id,
      prices,
      key: plan.key,
      features: plan.features,
      popular: plan.popular,
      prepaid: own
        .filter(({ kind }) => kind === 'prepaid')
        .map(({ id, interval, amount }) => ({ id, interval, amount })),
      listed: live
        .filter(({ plan_id }) => plan_id === plan.id)
        .map(({ interval, amount }) => ({ interval, amount })),
    };
  });
  return { success: true, data, metadata: { packs: await listPacks(db, payments) } };
}

/** The recurring prices of plans, whether or not they can be bought here. */
const listLive = async (db: Queryable) =>
  (await db.select().from(plan_prices).where(isNull(plan_prices.archived_at)))
    .filter(({ kind }) => kind === 'recurring')
    .toSorted((a, b) => a.interval.localeCompare(b.interval));

async function listPacks(db: Queryable, payments: WithPayments['payments']) {
  const rows = await db
    .select()
    .from(packs)
    .where(and(isNull(packs.archived_at)))
    .orderBy(asc(packs.tokens), asc(packs.id));
  return rows
    .filter(({ visible, stripe_price_id }) => visible && stripe_price_id && payments?.sells(stripe_price_id))
    .map(({ id, name, tokens, amount, validity_days }) => ({ id, name, tokens, amount, validity_days }));
}
