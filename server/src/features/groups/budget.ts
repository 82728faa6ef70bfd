/** Months, units and people of a group's budget. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { BUDGET_KINDS } from '#contract/groups.ts';
import type { Queryable } from '../../db/client.ts';
import { group_limits, group_notices } from '../../db/tables/group-limits.ts';
import { users } from '../../db/tables/people.ts';
import { calendarDay, nextTokenReset, renewalDate } from '../users/tokens/cycle.ts';

export type BudgetKind = (typeof BUDGET_KINDS)[number];

/** Millionths of BRL in a cent, the unit of a budget in BRL. */
const MICRO_IN_CENT = 10_000n;

/** The calendar month that a moment lies in, by its first day. */
export const budgetMonth = (now: Date): string => `${calendarDay(now).slice(0, 7)}-01`;

/** When the month after this one begins, as an instant and as a sentence says it. */
export function budgetRenewal(month: string): { renews_at: string; date: string } {
  // Noon of the first day: a cycle of that anchor renews on the first of the next month.
  const noon = new Date(`${month}T12:00:00.000Z`);
  return { renews_at: nextTokenReset(noon, noon).toISOString(), date: renewalDate(noon, noon) };
}

/** An amount in the unit that a budget of this kind is written in: tokens, or cents of BRL. */
export function inUnitOf(kind: BudgetKind, { tokens, cost }: { tokens: number; cost: bigint }): number {
  return kind === 'brl' ? Number(cost) / Number(MICRO_IN_CENT) : tokens;
}

const OTHERWISE = 'o administrador';

/** The people that a refused person may talk to, and whether they got the e-mail that the budget of the month has ended. */
export async function notifiedNames(
  db: Queryable,
  { user_group_id, month }: { user_group_id: number; month: string },
): Promise<{ names: string; is_notified: boolean }> {
  const notified = db
    .select({ one: sql`1` })
    .from(group_notices)
    .where(
      and(
        eq(group_notices.user_group_id, user_group_id),
        eq(group_notices.month, month),
        eq(group_notices.level, 100),
      ),
    );
  const [limits] = await db
    .select({
      notify_user_ids: group_limits.notify_user_ids,
      is_notified: sql<boolean>`exists (${notified})`,
    })
    .from(group_limits)
    .where(eq(group_limits.user_group_id, user_group_id));
  if (!limits) return { names: OTHERWISE, is_notified: true };
  const people = await notifiedPeople(db, limits.notify_user_ids);
  const names = list.format(people.map(({ name }) => name)) || OTHERWISE;
  return { names, is_notified: limits.is_notified };
}

const list = new Intl.ListFormat('pt-BR', { type: 'disjunction' });

/** Those of them that can still sign in, in the order in which they were named. */
export async function notifiedPeople(
  db: Queryable,
  ids: number[],
): Promise<{ id: number; name: string; email: string }[]> {
  if (!ids.length) return [];
  const rows = await db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(and(inArray(users.id, ids), eq(users.active, true)));
  return rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}
