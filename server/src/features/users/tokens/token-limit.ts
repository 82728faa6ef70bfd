/** How many tokens a month somebody has: what their group gives or what they pay for, whichever is more. */
import { eq, sql } from 'drizzle-orm';
import { FREE_PLAN } from '#contract/plan-seeds.ts';
import type { Database, Queryable, Transaction } from '../../../db/client.ts';
import { users } from '../../../db/tables/people.ts';

/** A plan without an announced number gives as many as the plan Plus. */
const tokensOfPlan = sql`coalesce(plan.tokens, (select tokens from plans where key = 'plus'), free.tokens)`;

/**
 * Writes `token_limit` of these people anew; to be called wherever a group, its limits, a subscription or a plan changed.
 * The group's limit for each person replaces that of its plan, also where it is less; a purchase counts beside it.
 */
export async function recomputeTokenLimits(tx: Transaction, user_ids: number[]): Promise<void> {
  await tx.execute(sql`
    update users set token_limit = fresh.token_limit
    from (
      select u.id, greatest(
        coalesce(limits.tokens_per_person,
          (select greatest(${tokensOfPlan}, free.tokens) from plans plan where plan.user_group_id = u.user_group_id),
          free.tokens),
        (select max(${tokensOfPlan}) from subscriptions s join plans plan on plan.key = s.tier
          where s.user_id = u.id and s.ended_at is null and s.activated_at is not null
            and s.tier <> ${FREE_PLAN})) token_limit
      from users u
        cross join (select tokens from plans where key = ${FREE_PLAN}) free
        left join group_limits limits on limits.user_group_id =
          coalesce(u.user_group_id, (select id from user_groups where is_default))
      where u.id = any(${sql.param(user_ids)}::int[])
    ) fresh
    where users.id = fresh.id and users.token_limit <> fresh.token_limit`);
}

/** The limit of a new account. */
export async function freeTokens(db: Queryable): Promise<number> {
  const { rows } = await db.execute<{ tokens: string }>(
    sql`select tokens from plans where key = ${FREE_PLAN}`,
  );
  const [free] = rows;
  if (!free) throw new Error('there is no free plan');
  return Number(free.tokens);
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
