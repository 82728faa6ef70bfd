/**
 * Tokens are reserved before an answer and settled when it ends. `users.token_reserved` is always the sum of what
 * running answers hold. Lock order: the person first, the record second.
 */
import { eq } from 'drizzle-orm';
import { type PaymentSettings, paymentsKind } from '../../../adapters/payments/payments-kind.ts';
import { type AppError, filledError } from '../../../app-error.ts';
import type { Transaction } from '../../../db/client.ts';
import { users } from '../../../db/tables/people.ts';
import { nextTokenReset, renewalDate, type TokenUsage, usageColumns } from '../../users/tokens/cycle.ts';

/**
 * Locks the person's row until the end of the transaction: no other transaction reserves, settles or counts for them, or
 * changes what they may do. Returns the row as it is then.
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

type Limits = Pick<TokenUsage, 'token_anchor' | 'token_limit' | 'own_cap'>;

/** The refusal of a person without room. Where nobody can pay for more, it does not speak of a plan. */
export function limitReached(
  { token_anchor, token_limit, own_cap }: Limits,
  { now, env }: { now: Date; env: PaymentSettings },
): AppError {
  const ofPlan = paymentsKind(env) === 'none' ? 'month_limit' : 'token_limit';
  const code = own_cap !== null && own_cap < token_limit ? 'own_cap' : ofPlan;
  const renews_at = nextTokenReset(token_anchor, now).toISOString();
  const extra = { renews_at, ...(code === 'token_limit' ? { upgrade_url: '/subscription' } : {}) };
  return filledError(code, { date: renewalDate(token_anchor, now) }, { extra });
}
