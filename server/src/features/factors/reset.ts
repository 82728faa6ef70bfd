/** Taking the second factor away from somebody who has lost it: by another superadmin, or on the server. */
import { and, eq, isNull } from 'drizzle-orm';
import { isSuperadmin, type User } from '#contract/users.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import type { Transaction } from '../../db/client.ts';
import { passkeys, sign_ins, totp_secrets } from '../../db/tables/accounts.ts';
import { users } from '../../db/tables/people.ts';
import { type Actor, recordChange } from '../audit/record.ts';
import type { EndedBecause } from '../auth/records/sign-in-store.ts';
import { holdWithSuperadmins, pairIn } from '../users/authority.ts';
import { requireEmergencyWithout } from '../users/emergency.ts';
import { wakePerson } from '../users/rights-changed.ts';
import { findAccountByEmail } from '../users/store.ts';
import { requireUser } from '../users/user.ts';
import type { FactorContext } from './changes.ts';
import { deleteRecoveryCodes } from './recovery-codes.ts';

export async function resetSecondFactor(context: FactorContext, by: Actor, id: number): Promise<User> {
  if (id === by.user_id) throw new AppError('cannot_reset_own_factor');
  const { db, clock } = context;
  await db.transaction(async (tx) => {
    const held = await holdWithSuperadmins(tx, [by.user_id, id]);
    const { actor } = pairIn(held, by.user_id, id);
    if (!isSuperadmin(actor)) throw new AppError('forbidden');
    await requireEmergencyWithout(tx, id);
    await takeAway(tx, context, by, id);
  });
  await wakePerson(context, id);
  return requireUser(db, id, clock.now());
}

/** For the only superadmin, who has nobody to ask: an operator who runs commands on the server may do anything. */
export async function resetSecondFactorOf(
  context: Pick<AppContext, 'db' | 'clock' | 'queue'>,
  email: string,
): Promise<boolean> {
  const account = await findAccountByEmail(context.db, email);
  if (!account?.has_second_factor) return false;
  await context.db.transaction((tx) => takeAway(tx, context, null, account.id));
  return true;
}

async function takeAway(
  tx: Transaction,
  { queue, clock }: Pick<AppContext, 'queue' | 'clock'>,
  by: Actor | null,
  user_id: number,
): Promise<void> {
  const now = clock.now();
  await tx.delete(totp_secrets).where(eq(totp_secrets.user_id, user_id));
  await tx.delete(passkeys).where(eq(passkeys.user_id, user_id));
  await deleteRecoveryCodes(tx, user_id);
  await tx.update(users).set({ has_second_factor: false, updated_at: now }).where(eq(users.id, user_id));
  const ended_because: EndedBecause = 'factor_changed';
  await tx
    .update(sign_ins)
    .set({ ended_at: now, ended_because })
    .where(and(eq(sign_ins.user_id, user_id), isNull(sign_ins.ended_at)));
  const letter = { user_id, kind: 'factor_reset', at: now.toISOString() } as const;
  await queue.send('access.letter', { ...letter, ...(by ? { user_agent: by.user_agent } : {}) }, tx);
  const change = { action: 'user.factor_reset', object_type: 'user', person: user_id } as const;
  await recordChange(tx, by, change, now);
}
