/** The budgets of the groups in a run, and what they are compared with. */
import { sql } from 'drizzle-orm';
import type { AppContext } from '../../server/src/app-context.ts';
import { group_limits } from '../../server/src/db/tables/group-limits.ts';
import { model_prices } from '../../server/src/db/tables/models.ts';

export const GROUPS = [1, 2];

type Budget = Pick<typeof group_limits.$inferInsert, 'budget_kind' | 'budget' | 'hard'>;

export async function setPrice({ db, clock }: Pick<AppContext, 'db' | 'clock'>): Promise<void> {
  await db.insert(model_prices).values({
    model_id: 'claude-4-sonnet',
    currency: 'BRL',
    input: 3_333_333n,
    output: 16_666_667n,
    valid_from: clock.now(),
    source: 'typed',
  });
}

/** Each group has a budget from the beginning, and a token has a price. */
export async function openBudgets(context: Pick<AppContext, 'db' | 'clock'>): Promise<void> {
  const { db } = context;
  await setPrice(context);
  for (const user_group_id of GROUPS)
    await db
      .insert(group_limits)
      .values({ user_group_id, budget_kind: 'tokens', budget: 1_000_000_000, hard: true });
}

export async function changeBudget(
  { db }: Pick<AppContext, 'db'>,
  user_group_id: number,
  budget: Budget,
): Promise<void> {
  await db.update(group_limits).set(budget).where(sql`${group_limits.user_group_id} = ${user_group_id}`);
}

/**
 * The groups whose use is not the sum of their entries and reservations; one statement, also while others write. Each
 * table is read once: a run has hundreds of months, and reading all entries for each of them took hours.
 */
export const unbalancedBudgets = sql`
  with entries as (
    select budget_group_id, budget_month, sum(charged) tokens, coalesce(sum(cost_brl_micro), 0) cost
    from token_entries where budget_group_id is not null group by 1, 2
  ), running as (
    select budget_group_id, budget_month, sum(reserved_tokens) reserved, sum(reserved_cost) reserved_cost
    from messages where status = 'streaming' and budget_group_id is not null group by 1, 2
  )
  select g.user_group_id, g.month, g.used_tokens, e.tokens, g.used_cost, e.cost, g.reserved_tokens, m.reserved
  from group_usage g
    full join entries e on e.budget_group_id = g.user_group_id and e.budget_month = g.month
    left join running m on m.budget_group_id = g.user_group_id and m.budget_month = g.month
  where g.user_group_id is null
    or g.used_tokens <> coalesce(e.tokens, 0) or g.used_cost <> coalesce(e.cost, 0)
    or g.reserved_tokens <> coalesce(m.reserved, 0) or g.reserved_cost <> coalesce(m.reserved_cost, 0)
    or g.reserved_tokens < 0 or g.reserved_cost < 0`;
