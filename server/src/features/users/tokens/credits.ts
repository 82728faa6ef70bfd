/** Bought tokens: granted by packs, drawn once the month's allowance is used, the earliest expiry first. */
import { and, asc, eq, gt, lte, type SQL, sql } from 'drizzle-orm';
import type { AppContext } from '../../../app-context.ts';
import type { Transaction } from '../../../db/client.ts';
import { users } from '../../../db/tables/people.ts';
import { token_credits } from '../../../db/tables/plans.ts';

/**
 * Writes `users.token_credit` anew. A credit counts until the hourly job ends it, so that the sum is always that of the
 * rows. The person must be locked.
 */
async function sumCredits(tx: Transaction, user_id: number): Promise<void> {
  await tx
    .update(users)
    .set({
      token_credit: sql`(
        select coalesce(sum(${token_credits.tokens_left}), 0) from ${token_credits}
        where ${token_credits.user_id} = ${user_id})`,
    })
    .where(eq(users.id, user_id));
}

/** Adds a credit; a second one for the same purchase changes nothing. The person must be locked. */
export async function grantCredit(
  tx: Transaction,
  credit: { user_id: number; purchase_id: string; tokens: number; expires_at: Date },
  now: Date,
): Promise<void> {
  const { tokens } = credit;
  await tx
    .insert(token_credits)
    .values({ ...credit, id: credit.purchase_id, tokens_left: tokens, created_at: now })
    .onConflictDoNothing();
  await sumCredits(tx, credit.user_id);
}

/**
 * Takes back what a refund leaves unpaid: the credit then gives `kept` tokens in all, and used ones stay used. The person
 * must be locked.
 */
export async function reduceCredit(
  tx: Transaction,
  { user_id, purchase_id, kept }: { user_id: number; purchase_id: string; kept: number },
): Promise<void> {
  const used = sql`(${token_credits.tokens} - ${token_credits.tokens_left})`;
  await tx
    .update(token_credits)
    .set({
      tokens: sql`greatest(${kept}::bigint, ${used})`,
      tokens_left: sql`greatest(${kept}::bigint - ${used}, 0)`,
    })
    .where(
      and(
        eq(token_credits.user_id, user_id),
        eq(token_credits.purchase_id, purchase_id),
        gt(token_credits.tokens, kept),
      ),
    );
  await sumCredits(tx, user_id);
}

/**
 * The part of a statement that draws what an answer took from credits, the earliest expiry first. `wanted` counts no more
 * than the person's `token_credit`. The person must be locked.
 */
export const drawingCredits = (user_id: number, wanted: SQL): SQL => sql`
  update token_credits credit set tokens_left = credit.tokens_left - drawn.tokens
  from (
    select id, least(tokens_left, ${wanted} - earlier) tokens from (
      select id, tokens_left, sum(tokens_left) over (order by expires_at, created_at, id) - tokens_left earlier
      from token_credits where user_id = ${user_id} and tokens_left > 0
    ) live where earlier < ${wanted}
  ) drawn
  where credit.user_id = ${user_id} and credit.id = drawn.id`;

/** Ends the credits whose validity is over, one person at a time. */
export async function expireCredits({ db, clock }: Pick<AppContext, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  const isOver = and(gt(token_credits.tokens_left, 0), lte(token_credits.expires_at, now));
  const people = await db
    .selectDistinct({ user_id: token_credits.user_id })
    .from(token_credits)
    .where(isOver)
    .orderBy(asc(token_credits.user_id));
  for (const { user_id } of people)
    await db.transaction(async (tx) => {
      await tx.select({ id: users.id }).from(users).where(eq(users.id, user_id)).for('no key update');
      await tx
        .update(token_credits)
        .set({ tokens_left: 0 })
        .where(and(eq(token_credits.user_id, user_id), isOver));
      await sumCredits(tx, user_id);
    });
}
