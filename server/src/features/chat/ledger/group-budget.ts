/**
 * The monthly budget of a group: each answer holds what it may take at most before it is asked and pays what it took
 * when it ends, in the group and the month of its admission, wherever the person is then. `group_usage` is always the
 * sum of those entries and reservations. Lock order: the person, the record, the group; a transaction that holds a
 * group's row waits for no other row.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { Queue } from '../../../adapters/queue.ts';
import { type AppError, filledError } from '../../../app-error.ts';
import type { Queryable, Transaction } from '../../../db/client.ts';
import { group_usage } from '../../../db/tables/group-limits.ts';
import { type BudgetKind, budgetRenewal, inUnitOf, notifiedNames } from '../../groups/budget.ts';
import { crossesLevel } from '../../users/tokens/usage-levels.ts';
import type { Entry, Held } from './entries.ts';

export type BudgetOfMonth = { user_group_id: number; month: string };

/** The most that an answer may take. */
export type BudgetHold = BudgetOfMonth & { tokens: number; cost: bigint };

/** Makes the row that the statement of the admission counts in; the first question of a month finds none. */
export async function ensureUsageRow(db: Queryable, { user_group_id, month }: BudgetOfMonth): Promise<void> {
  await db.insert(group_usage).values({ user_group_id, month }).onConflictDoNothing();
}

/** Part of a larger statement: counts the reservation where `given` has its one row and the budget has room. */
export const holdInBudget = ({ user_group_id, month, tokens, cost }: BudgetHold, given: SQL): SQL => sql`
  update group_usage g
  set reserved_tokens = g.reserved_tokens + ${tokens}::bigint, reserved_cost = g.reserved_cost + ${cost}::bigint
  from ${given}, group_limits l
  where g.user_group_id = ${user_group_id}::int and g.month = ${month}::date and l.user_group_id = g.user_group_id
    and case when not l.hard then true
      when l.budget_kind = 'tokens' then g.used_tokens + g.reserved_tokens + ${tokens}::bigint <= l.budget
      when l.budget_kind = 'brl' then g.used_cost + g.reserved_cost + ${cost}::bigint <= l.budget * 10000
      else true end
  returning g.user_group_id`;

type Settled = {
  tokens: number;
  cost: string;
  budget_kind: BudgetKind | null;
  budget: number | null;
};

/** Gives back the reservation and counts what the entries took. Queues the e-mail where a level is passed. */
export async function settleBudget(
  tx: Transaction,
  { reserved, reserved_cost, budget_group_id: user_group_id, budget_month: month }: Held,
  { entries, queue }: { entries: Entry[]; queue: Pick<Queue, 'send'> },
): Promise<void> {
  if (user_group_id === null || month === null) return;
  const tokens = entries.reduce((sum, { charged }) => sum + charged, 0);
  const cost = entries.reduce((sum, { cost_brl_micro }) => sum + (cost_brl_micro ?? 0n), 0n);
  const { rows } = await tx.execute<Settled>(sql`
    with settled as (
      update group_usage set reserved_tokens = reserved_tokens - ${reserved}::bigint,
        reserved_cost = reserved_cost - ${reserved_cost}::bigint, used_tokens = used_tokens + ${tokens}::bigint,
        used_cost = used_cost + ${cost}::bigint
      where user_group_id = ${user_group_id} and month = ${month}::date
      returning user_group_id, used_tokens, used_cost
    )
    select s.used_tokens::float8 tokens, s.used_cost::text cost, l.budget_kind, l.budget::float8 budget
    from settled s left join group_limits l on l.user_group_id = s.user_group_id`);
  const [now] = rows;
  if (!now?.budget_kind || now.budget === null) return;
  const used = { tokens: now.tokens, cost: BigInt(now.cost) };
  const before = { tokens: used.tokens - tokens, cost: used.cost - cost };
  const { budget_kind, budget } = now;
  if (crossesLevel(inUnitOf(budget_kind, before), inUnitOf(budget_kind, used), budget))
    await queue.send('group.notice', { user_group_id, month }, tx);
}

/** The refusal of a question for which a hard budget has no room. The first one of a month sends the e-mail of 100 %. */
export async function budgetReached(
  { db, queue }: { db: Queryable; queue: Pick<Queue, 'send'> },
  { user_group_id, month }: BudgetOfMonth,
): Promise<AppError> {
  const { names, is_notified } = await notifiedNames(db, { user_group_id, month });
  if (!is_notified) await queue.send('group.notice', { user_group_id, month, level: 100 });
  const { date, renews_at } = budgetRenewal(month);
  return filledError('group_budget', { date, who: names }, { extra: { renews_at } });
}
