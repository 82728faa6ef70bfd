/** The ids of the seeded prices of the plan Plus: from the environment, or those of the simulated provider. */
import { sql } from 'drizzle-orm';
import { BILLING_INTERVALS } from '#contract/plan-seeds.ts';
import type { WithPayments } from '../../adapters/payments/payments.ts';
import { FAKE_PRICE_PREFIX } from '../../adapters/payments/price.ts';
import type { AppContext } from '../../app-context.ts';
import { listOnSale } from './plan-store.ts';

/** Fills ids that are empty; one that a superadmin typed stays. */
export async function fillSeededPriceIds({
  db,
  env,
  payments,
  log,
}: Pick<AppContext, 'db' | 'env' | 'log'> & WithPayments): Promise<void> {
  if (!payments) return;
  const typed = { month: env.STRIPE_PRICE_PLUS_MONTH, year: env.STRIPE_PRICE_PLUS_YEAR };
  for (const interval of BILLING_INTERVALS) {
    const id = typed[interval] ?? (payments.fake ? `${FAKE_PRICE_PREFIX}plus_${interval}` : undefined);
    if (!id) continue;
    // An id of the simulated provider counts as empty once there is a real one.
    await db.execute(sql`
      update plan_prices price set stripe_price_id = ${id} from plans plan
      where plan.id = price.plan_id and plan.key = 'plus' and price.kind = 'recurring'
        and price.interval = ${interval} and price.archived_at is null
        and (price.stripe_price_id is null
          or (${payments.fake === null} and starts_with(price.stripe_price_id, ${FAKE_PRICE_PREFIX})))
        and not exists (select from plan_prices other where other.stripe_price_id = ${id})`);
  }
  if (!(await listOnSale(db, payments)).length)
    log.warn('no price of a plan has an id at the payment provider: no plan can be bought');
}
