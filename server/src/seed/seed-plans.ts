/** The three plans of a new installation and the groups that they are tied to; every database has them. */
import { eq, sql } from 'drizzle-orm';
import { PLAN_GROUPS } from '#contract/limits.ts';
import { PLANS } from '#contract/plan-seeds.ts';
import type { Queryable } from '../db/client.ts';
import { subscriptions } from '../db/tables/payments.ts';
import { user_groups } from '../db/tables/people.ts';
import { plan_prices, plans } from '../db/tables/plans.ts';

export async function seedPlans(db: Queryable): Promise<void> {
  await db
    .insert(user_groups)
    .values([
      { id: PLAN_GROUPS.free, name: 'Free', description: 'Grupo padrão, plano gratuito', is_default: true },
      { id: PLAN_GROUPS.plus, name: 'Plus', description: 'Assinantes do plano Plus' },
      { id: PLAN_GROUPS.pro, name: 'Pro', description: 'Assinantes do plano Pro' },
    ])
    .onConflictDoNothing();
  // Given ids do not move the sequence: the next group made by hand is 4.
  await db.execute(
    sql`select setval(pg_get_serial_sequence('user_groups', 'id'), greatest((select max(id) from user_groups), 3))`,
  );
  await insertPlans(db);
}

/** Prices are inserted with their plan only: one that a superadmin archived does not come back at the next start. */
async function insertPlans(db: Queryable): Promise<void> {
  const inserted = await db
    .insert(plans)
    .values(PLANS.map(({ prices: _, ...plan }, position) => ({ ...plan, position, protected: true })))
    .onConflictDoNothing()
    .returning({ id: plans.id, key: plans.key });
  if (!inserted.length) return;
  const prices = inserted.flatMap(({ id: plan_id, key }) =>
    (PLANS.find((plan) => plan.key === key)?.prices ?? []).map((price) => ({
      ...price,
      plan_id,
      kind: 'recurring' as const,
    })),
  );
  if (prices.length) await db.insert(plan_prices).values(prices);
  // Subscriptions of a release in which plans were no rows.
  for (const { id, key } of inserted)
    await db.update(subscriptions).set({ plan_id: id }).where(eq(subscriptions.tier, key));
}
