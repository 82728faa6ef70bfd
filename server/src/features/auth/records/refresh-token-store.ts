/** Rows of refresh tokens: each is spent once, for its successor. */
import { and, eq } from 'drizzle-orm';
import { REFRESH_TOKEN_DAYS } from '#contract/limits.ts';
import type { Queryable, Transaction } from '../../../db/client.ts';
import { refresh_tokens, sign_ins } from '../../../db/tables/accounts.ts';
import { hashOfToken } from '../credentials/tokens.ts';

const DAY_MS = 86_400_000;

export async function insertRefreshToken(
  tx: Transaction,
  { token, user_id, sign_in_id }: { token: string; user_id: number; sign_in_id: string },
  now: Date,
): Promise<void> {
  await tx.insert(refresh_tokens).values({
    user_id,
    token_hash: hashOfToken(token),
    sign_in_id,
    created_at: now,
    expires_at: refreshTokenEnd(now),
  });
}

export const refreshTokenEnd = (now: Date) => new Date(now.getTime() + REFRESH_TOKEN_DAYS * DAY_MS);

/** Locks the token until the transaction ends: tabs that come with the same one queue up here. */
export async function lockRefreshToken(tx: Transaction, user_id: number, token: string) {
  const [row] = await tx.select().from(refresh_tokens).where(byToken(user_id, token)).for('update');
  return row;
}

export async function findRefreshToken(db: Queryable, user_id: number, token: string) {
  const [row] = await db.select().from(refresh_tokens).where(byToken(user_id, token));
  return row;
}

const byToken = (user_id: number, token: string) =>
  and(eq(refresh_tokens.user_id, user_id), eq(refresh_tokens.token_hash, hashOfToken(token)));

export async function spendRefreshToken(
  tx: Transaction,
  row: typeof refresh_tokens.$inferSelect,
  now: Date,
): Promise<void> {
  await tx
    .update(refresh_tokens)
    .set({ used_at: now })
    .where(and(eq(refresh_tokens.user_id, row.user_id), eq(refresh_tokens.token_hash, row.token_hash)));
  await tx
    .update(sign_ins)
    .set({ last_seen_at: now })
    .where(and(eq(sign_ins.user_id, row.user_id), eq(sign_ins.id, row.sign_in_id)));
}
