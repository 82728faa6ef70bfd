/** How many tokens a month somebody has: what their plan group gives or what they pay for, whichever is more. */
import { sql } from 'drizzle-orm';
import { FREE_PLAN } from '#contract/plan-seeds.ts';
import type { Queryable, Transaction } from '../../../db/client.ts';

/** A plan without an announced number gives as many as the plan Plus. */
const tokensOfPlan = sql`coalesce(plan.tokens, (select tokens from plans where key = 'plus'), free.tokens)`;

/** Writes `token_limit` of these people anew; to be called wherever a group, a subscription or a plan changed. */
export async function recomputeTokenLimits(tx: Transaction, user_ids: number[]): Promise<void> {
  await tx.execute(sql`
    update users set token_limit = fresh.token_limit
    from (
      select u.id, greatest(
        free.tokens,
        (select ${tokensOfPlan} from plans plan where plan.user_group_id = u.user_group_id),
        (select max(${tokensOfPlan}) from subscriptions s join plans plan on plan.key = s.tier
          where s.user_id = u.id and s.ended_at is null and s.activated_at is not null)) token_limit
      from users u, (select tokens from plans where key = ${FREE_PLAN}) free
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
