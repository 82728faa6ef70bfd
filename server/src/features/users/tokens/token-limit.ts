/** How many tokens a month somebody has: what their plan group gives or what they pay for, whichever is more. */
import { sql } from 'drizzle-orm';
import { PLAN_GROUPS, TOKENS_PER_MONTH } from '#contract/limits.ts';
import type { Transaction } from '../../../db/client.ts';

/** Writes `token_limit` of these people anew; to be called wherever a group or a subscription changed. */
export async function recomputeTokenLimits(tx: Transaction, user_ids: number[]): Promise<void> {
  const { free, plus } = TOKENS_PER_MONTH;
  const paid = [PLAN_GROUPS.plus, PLAN_GROUPS.pro];
  await tx.execute(sql`
    update users set token_limit = fresh.token_limit
    from (
      select u.id, greatest(
        ${free}::bigint,
        case when u.user_group_id = any(${sql.param(paid)}::int[]) then ${plus}::bigint end,
        case when exists (
          select from subscriptions s where s.user_id = u.id and s.ended_at is null and s.activated_at is not null and s.tier <> 'free'
        ) then ${plus}::bigint end) token_limit
      from users u where u.id = any(${sql.param(user_ids)}::int[])
    ) fresh
    where users.id = fresh.id and users.token_limit <> fresh.token_limit`);
}
