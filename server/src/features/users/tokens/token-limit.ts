/** How many tokens a month somebody has: what their group gives or what they pay for, whichever is more. */
import { eq, sql } from 'drizzle-orm';
import { PLAN_GROUPS, TOKENS_PER_MONTH } from '#contract/limits.ts';
import type { Database, Transaction } from '../../../db/client.ts';
import { users } from '../../../db/tables/people.ts';

/**
 * Writes `token_limit` of these people anew; to be called wherever a group or a subscription changed. The group's limit
 * for each person replaces that of its plan, also where it is less; a purchase counts beside it.
 */
export async function recomputeTokenLimits(tx: Transaction, user_ids: number[]): Promise<void> {
  const { free, plus } = TOKENS_PER_MONTH;
  const paid = [PLAN_GROUPS.plus, PLAN_GROUPS.pro];
  await tx.execute(sql`
    update users set token_limit = fresh.token_limit
    from (
      select u.id, greatest(
        coalesce(l.tokens_per_person, case when u.user_group_id = any(${sql.param(paid)}::int[]) then ${plus}::bigint end,
          ${free}::bigint),
        case when exists (
          select from subscriptions s where s.user_id = u.id and s.ended_at is null and s.activated_at is not null and s.tier <> 'free'
        ) then ${plus}::bigint end) token_limit
      from users u left join group_limits l on l.user_group_id =
        coalesce(u.user_group_id, (select id from user_groups where is_default))
      where u.id = any(${sql.param(user_ids)}::int[])
    ) fresh
    where users.id = fresh.id and users.token_limit <> fresh.token_limit`);
}

/** The cap that a person sets for themselves. It writes their row: a question that is being admitted is decided anew. */
export async function setOwnCap(
  db: Database,
  user_id: number,
  own_cap: number | null,
): Promise<{ own_cap: number | null }> {
  await db.update(users).set({ own_cap }).where(eq(users.id, user_id));
  return { own_cap };
}
