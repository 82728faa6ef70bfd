/**
 * Tokens are reserved before an answer and settled when it ends. `users.token_reserved` is always the sum of what
 * running answers hold. Lock order: the person first, the record second.
 */
import { and, eq, sql } from 'drizzle-orm';
import type { Transaction } from '../../../db/client.ts';
import { users } from '../../../db/tables/people.ts';
import { AppError } from '../../../http/app-error.ts';
import {
  bringCycleUpToDate,
  nextTokenReset,
  renewalDate,
  type TokenUsage,
  usageColumns,
} from '../../users/usage.ts';

/**
 * From here to the end of the transaction nobody else reserves, settles or counts for this person, nor changes what they
 * may do. Who they are now.
 */
export async function lockPerson(
  tx: Transaction,
  user_id: number,
): Promise<(Pick<typeof users.$inferSelect, 'active' | 'role' | 'user_group_id'> & TokenUsage) | undefined> {
  const [person] = await tx
    .select({ active: users.active, role: users.role, user_group_id: users.user_group_id, ...usageColumns })
    .from(users)
    .where(eq(users.id, user_id))
    .for('no key update');
  return person;
}

/** Holds tokens for an answer. Admits while the limit is not reached; the last answer may pass it by its own size. */
export async function reserve(tx: Transaction, user_id: number, tokens: number, now: Date): Promise<void> {
  const usage = await bringCycleUpToDate(tx, user_id, now);
  const { rowCount } = await tx
    .update(users)
    .set({ token_reserved: sql`${users.token_reserved} + ${tokens}` })
    .where(
      and(eq(users.id, user_id), sql`${users.token_used} + ${users.token_reserved} < ${users.token_limit}`),
    );
  if (rowCount === 0 && usage) throw limitReached(usage.token_anchor, now);
}

export function limitReached(token_anchor: Date, now: Date): AppError {
  const { detail } = new AppError('token_limit');
  return new AppError('token_limit', {
    detail: detail.replace('{date}', renewalDate(token_anchor, now)),
    extra: { renews_at: nextTokenReset(token_anchor, now).toISOString(), upgrade_url: '/subscription' },
  });
}
