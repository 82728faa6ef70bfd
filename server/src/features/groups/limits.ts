/** The limits of a group: what each of its people has a month, and what all of them may take together. */
import { and, eq, sql } from 'drizzle-orm';
import type { GroupLimits, GroupLimitsForm } from '#contract/groups.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import type { Queryable, Transaction } from '../../db/client.ts';
import { group_limits, group_usage } from '../../db/tables/group-limits.ts';
import { TIME_ZONE } from '../../env.ts';
import { type Actor, recordChange } from '../audit/record.ts';
import { difference } from '../audit/values.ts';
import { recomputeTokenLimits } from '../users/tokens/token-limit.ts';
import { budgetMonth, budgetRenewal, inUnitOf, notifiedPeople } from './budget.ts';
import { lockMembers } from './changes.ts';
import { type GroupRow, lockGroup, requireGroup } from './store.ts';

type LimitsRow = typeof group_limits.$inferSelect;

const PEOPLE_SHOWN = 20;

export async function limitsOf(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  id: number,
  { with_people }: { with_people: boolean },
): Promise<GroupLimits> {
  const group = await requireGroup(db, id);
  return shown(db, group, { month: budgetMonth(clock.now()), with_people });
}

export function changeLimits(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  by: Actor,
  id: number,
  { version, ...form }: GroupLimitsForm,
): Promise<GroupLimits> {
  const now = clock.now();
  const month = budgetMonth(now);
  return db.transaction(async (tx) => {
    const group = await lockGroup(tx, id);
    const before = await limitsRow(tx, id);
    if (before.version !== version) throw new AppError('stale_change');
    const people = await notifiedPeople(tx, form.notify_user_ids);
    if (people.length !== new Set(form.notify_user_ids).size) throw new AppError('user_not_found');
    const row = { ...form, budget: form.budget_kind === 'none' ? null : form.budget, version: version + 1 };
    await tx
      .insert(group_limits)
      .values({ user_group_id: id, ...row })
      .onConflictDoUpdate({ target: group_limits.user_group_id, set: row });
    if (before.tokens_per_person !== row.tokens_per_person)
      await recomputeTokenLimits(tx, await lockMembers(tx, group));
    // The group's row of the month comes last, after the people: an answer that ends locks in this order.
    if (before.budget_kind === 'none' && row.budget_kind !== 'none') await countMonth(tx, group, month);
    const changed = difference(audited(before), audited({ ...before, ...row }));
    if (changed)
      await recordChange(
        tx,
        by,
        {
          action: 'group.limits_changed',
          object_type: 'group',
          object_id: id,
          object_name: group.name,
          ...changed,
        },
        now,
      );
    return shown(tx, group, { month, with_people: true });
  });
}

const audited = ({ notify_user_ids, version: _, user_group_id: __, ...limits }: LimitsRow) => ({
  ...limits,
  notified_people: notify_user_ids.length,
});

async function limitsRow(db: Queryable, user_group_id: number): Promise<LimitsRow> {
  const [row] = await db.select().from(group_limits).where(eq(group_limits.user_group_id, user_group_id));
  return row ?? { user_group_id, ...NO_LIMITS };
}

const NO_LIMITS: Omit<LimitsRow, 'user_group_id'> = {
  tokens_per_person: null,
  budget_kind: 'none',
  budget: null,
  hard: false,
  notify_user_ids: [],
  version: 0,
};

/** The people of a group; those without a group are in the default one. */
const isMember = ({ id, is_default }: GroupRow) =>
  is_default
    ? sql`(u.user_group_id = ${id} or (u.user_group_id is null and u.kind = 'person'))`
    : sql`u.user_group_id = ${id}`;

/** The first instant of a month, in São Paulo. */
const startOf = (month: string) => sql`(${month}::date::timestamp at time zone ${TIME_ZONE}::text)`;

/**
 * A budget that begins in the middle of a month counts what the group's people took before: their entries without a
 * budget get this one, so that the group's use stays the sum of its entries.
 */
async function countMonth(tx: Transaction, group: GroupRow, month: string): Promise<void> {
  await tx.execute(sql`
    with counted as (
      update token_entries e set budget_group_id = ${group.id}, budget_month = ${month}::date
      from users u
      where u.id = e.user_id and ${isMember(group)} and e.budget_group_id is null
        and e.created_at >= ${startOf(month)} and ${isPaidByBudget}
      returning e.charged, e.cost_brl_micro
    )
    insert into group_usage (user_group_id, month, used_tokens, used_cost)
    select ${group.id}, ${month}::date, coalesce(sum(charged), 0), coalesce(sum(cost_brl_micro), 0) from counted
    on conflict (user_group_id, month) do update set used_tokens = group_usage.used_tokens + excluded.used_tokens,
      used_cost = group_usage.used_cost + excluded.used_cost`);
}

/** Budgets pay for what charged somebody, never for tests and checks. */
const isPaidByBudget = sql`e.charged > 0`;

async function shown(
  db: Queryable,
  group: GroupRow,
  { month, with_people }: { month: string; with_people: boolean },
): Promise<GroupLimits> {
  const limits = await limitsRow(db, group.id);
  const { budget_kind, notify_user_ids } = limits;
  const { used, reserved } = await usageOf(db, group, month, budget_kind !== 'none');
  const people = await notifiedPeople(db, notify_user_ids);
  return {
    tokens_per_person: limits.tokens_per_person,
    budget_kind,
    budget: limits.budget,
    hard: limits.hard,
    notify_user_ids: people.map(({ id }) => id),
    notified: people.map(({ id, name }) => ({ id, name })),
    version: limits.version,
    used: budget_kind === 'none' ? 0 : whole(inUnitOf(budget_kind, used)),
    reserved: budget_kind === 'none' ? 0 : whole(inUnitOf(budget_kind, reserved)),
    month_tokens: used.tokens,
    month_cents: whole(inUnitOf('brl', used)),
    renews_at: budgetRenewal(month).renews_at,
    people: with_people ? await peopleByUse(db, group, month) : null,
  };
}

/** The screen shows whole cents: an amount that has begun counts. */
const whole = (amount: number) => Math.ceil(amount);

type Amounts = { tokens: number; cost: bigint };

/** The counted use of a group with a budget, else the sum of what its people took. */
async function usageOf(
  db: Queryable,
  group: GroupRow,
  month: string,
  has_budget: boolean,
): Promise<{ used: Amounts; reserved: Amounts }> {
  const reserved = { tokens: 0, cost: 0n };
  if (has_budget) {
    const [row] = await db
      .select()
      .from(group_usage)
      .where(and(eq(group_usage.user_group_id, group.id), eq(group_usage.month, month)));
    if (!row) return { used: { tokens: 0, cost: 0n }, reserved };
    return {
      used: { tokens: row.used_tokens, cost: row.used_cost },
      reserved: { tokens: row.reserved_tokens, cost: row.reserved_cost },
    };
  }
  const { rows } = await db.execute<{ tokens: number; cost: string }>(sql`
    select coalesce(sum(e.charged), 0)::float8 tokens, coalesce(sum(e.cost_brl_micro), 0)::text cost
    from token_entries e join users u on u.id = e.user_id
    where ${isMember(group)} and e.created_at >= ${startOf(month)} and ${isPaidByBudget}`);
  const [sum] = rows;
  return { used: { tokens: sum?.tokens ?? 0, cost: BigInt(sum?.cost ?? 0) }, reserved };
}

/** The people who took most of the month's tokens, with their share of what everybody took. */
async function peopleByUse(
  db: Queryable,
  group: GroupRow,
  month: string,
): Promise<NonNullable<GroupLimits['people']>> {
  const { rows } = await db.execute<{ id: number; name: string; percent: number }>(sql`
    select u.id, u.name, round(100 * sum(e.charged) / nullif(sum(sum(e.charged)) over (), 0))::int percent
    from token_entries e join users u on u.id = e.user_id
    where ${isMember(group)} and u.active and e.created_at >= ${startOf(month)} and ${isPaidByBudget}
    group by u.id, u.name order by sum(e.charged) desc, u.id limit ${PEOPLE_SHOWN}`);
  return rows;
}
