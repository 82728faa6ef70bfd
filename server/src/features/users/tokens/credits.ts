/** Bought tokens: granted by packs, drawn once the month's allowance is used, the earliest expiry first. */
import { and, asc, eq, gt, lte, sql } from 'drizzle-orm';
import type { AppContext } from '../../../app-context.ts';
import type { Transaction } from '../../../db/client.ts';
import { users } from '../../../db/tables/people.ts';
import { token_credits } from '../../../db/tables/plans.ts';

/** Writes `users.token_credit` anew from the live credits. The person must be locked. */
async function sumCredits(tx: Transaction, user_id: number, now: Date): Promise<void> {
  await tx
    .update(users)
    .set({
      token_credit: sql`(
        select coalesce(sum(${token_credits.tokens_left}), 0) from ${token_credits}
        where ${token_credits.user_id} = ${user_id} and ${token_credits.expires_at} > ${now.toISOString()}::timestamptz)`,
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
  await sumCredits(tx, credit.user_id, now);
}

/**
 * Takes back what a refund leaves unpaid: the credit then gives `kept` tokens in all, and used ones stay used. The person
 * must be locked.
 */
export async function reduceCredit(
  tx: Transaction,
  { user_id, purchase_id, kept }: { user_id: number; purchase_id: string; kept: number },
  now: Date,
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
  await sumCredits(tx, user_id, now);
}

/** Draws up to so many tokens and returns how many there were. The person must be locked. */
export async function drawCredits(
  tx: Transaction,
  user_id: number,
  wanted: number,
  now: Date,
): Promise<number> {
  if (wanted <= 0) return 0;
  const live = await tx
    .select({ id: token_credits.id, tokens_left: token_credits.tokens_left })
    .from(token_credits)
    .where(
      and(
        eq(token_credits.user_id, user_id),
        gt(token_credits.tokens_left, 0),
        gt(token_credits.expires_at, now),
      ),
    )
    .orderBy(asc(token_credits.expires_at), asc(token_credits.created_at), asc(token_credits.id))
    .for('update');
  let left = wanted;
  for (const { id, tokens_left } of live) {
    const drawn = Math.min(left, tokens_left);
    if (drawn === 0) break;
    await tx
      .update(token_credits)
      .set({ tokens_left: tokens_left - drawn })
      .where(and(eq(token_credits.user_id, user_id), eq(token_credits.id, id)));
    left -= drawn;
  }
  await sumCredits(tx, user_id, now);
  return wanted - left;
}

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
      await sumCredits(tx, user_id, now);
    });
}
