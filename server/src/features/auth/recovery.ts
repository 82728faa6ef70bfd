/** Getting back in with a temporary password, and setting a new one. */

import { CONTROL, messages, passwordLength } from '#contract/account-fields.ts';
import {
  FRESH_SIGN_IN_MINUTES,
  PASSWORD_MAX,
  PASSWORD_MIN,
  TEMPORARY_PASSWORD_MINUTES,
} from '#contract/limits.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import type { Caller, Meta } from '../../http/routes.ts';
import { requireBelowRateLimits } from '../../request-guards/rate-limit.ts';
import { revokeKeys } from '../access-keys/records/revoke.ts';
import { lockLiveKeysExcept } from '../access-keys/records/store.ts';
import { byCaller } from '../audit/record.ts';
import { proofWays } from '../factors/proof-ways.ts';
import type { SignOnContext } from '../sign-on/arrival.ts';
import { isDirectoryPassword } from '../sign-on/confirmation.ts';
import { wakePerson } from '../users/rights-changed.ts';
import { type Account, findAccount, lockAccount, setPassword } from '../users/store.ts';
import { passwordFaults, refusedField, requireGoodPassword } from './credentials/password-rules.ts';
import { hashPassword, verifyPassword, withHashingSlot } from './credentials/passwords.ts';
import { asTemporaryPassword, newTemporaryPassword } from './credentials/temporary-password.ts';
import { cancelTemporaryPassword, putTemporaryPassword } from './records/credential-store.ts';
import {
  consumeRateLimits,
  countFailedSignIn,
  failedSignIns,
  requesterOf,
  resets,
} from './records/limits.ts';
import { endOtherSignIns, settleSignIn, spentTemporaryPassword } from './records/sign-in-store.ts';

/** Takes the same steps for every address: the job finds out whether it belongs to an account. */
export async function requestReset(
  { db, clock, queue }: Pick<AppContext, 'db' | 'clock' | 'queue'>,
  email: string,
  ip: string,
): Promise<null> {
  await consumeRateLimits(db, resets(email, ip), clock.now());
  await queue.send('account.reset', { email });
  return null;
}

/** Replaces the person's temporary password; the caller mails what it returns. Their own password keeps working. */
export async function issueTemporaryPassword(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  user_id: number,
): Promise<string> {
  const password = newTemporaryPassword();
  const password_hash = await hashPassword(password);
  const now = clock.now();
  const expires_at = new Date(now.getTime() + TEMPORARY_PASSWORD_MINUTES * 60_000);
  await putTemporaryPassword(db, { user_id, password_hash, expires_at }, now);
  return password;
}

export type NewPassword = {
  new_password: string;
  current_password: string | null;
  keep_access_key_ids: number[];
};

/**
 * Sets the caller's password and ends every other sign-in of theirs. After a sign-in with a temporary password it ends
 * their access keys too, except those that they named: an intruder may have made some.
 */
export async function resetPassword(
  context: PasswordContext,
  caller: Caller,
  { new_password, current_password, keep_access_key_ids }: NewPassword,
  meta: Meta,
): Promise<null> {
  requireGoodLength(new_password);
  const { db, clock, queue } = context;
  const now = clock.now();
  const { user_id, sign_in_id } = caller;
  const account = await findAccount(db, user_id);
  if (!account) throw new AppError('not_authenticated');
  requireGoodPassword(new_password, 'new_password', account);
  if (current_password) await requireCurrentPassword(context, account, current_password, meta.ip);
  else if (!isFresh(caller, now)) throw new AppError('reauthentication_required');
  const typed = { password: new_password, email: account.email, ip: meta.ip };
  if (caller.with_temporary_password) await requireOtherThanTemporary(context, caller, typed);
  const password_hash = await hashPassword(new_password, requesterOf(account.email, meta.ip, true));
  await db.transaction(async (tx) => {
    const locked = await lockAccount(tx, user_id);
    if (!locked?.active) throw new AppError('account_ended');
    // Another session changed the password meanwhile and ended this one, or replaced what was just confirmed.
    const isSuperseded = current_password !== null && locked.password_hash !== account.password_hash;
    if (isSuperseded || !(await settleSignIn(tx, user_id, sign_in_id)))
      throw new AppError('not_authenticated');
    await setPassword(tx, user_id, password_hash, now);
    await cancelTemporaryPassword(tx, user_id);
    await endOtherSignIns(tx, { user_id, kept: sign_in_id, because: 'password_changed' }, now);
    const ended = caller.with_temporary_password
      ? await lockLiveKeysExcept(tx, user_id, keep_access_key_ids)
      : [];
    await queue.send('account.password-changed', { user_id, ended_keys: ended.length }, tx);
    await revokeKeys(tx, ended, byCaller(caller, meta), now);
  });
  // Streams that are read by the sign-ins that have just ended are closed.
  await wakePerson(context, user_id);
  return null;
}

/** Argon2 once more, only after a sign-in with a temporary password. */
async function requireOtherThanTemporary(
  { db }: Pick<AppContext, 'db'>,
  { user_id, sign_in_id }: Caller,
  { password, email, ip }: { password: string; email: string; ip: string },
): Promise<void> {
  const spent = await spentTemporaryPassword(db, user_id, sign_in_id);
  const typed = asTemporaryPassword(password);
  if (!spent || !typed) return;
  const isSame = await withHashingSlot(() => verifyPassword(typed, spent), requesterOf(email, ip, true));
  if (isSame) throw refusedField('new_password', passwordFaults.temporary);
}

function requireGoodLength(password: string): void {
  const length = passwordLength(password);
  if (length < PASSWORD_MIN) throw refusedField('new_password', messages.newPasswordShort);
  if (length > PASSWORD_MAX) throw refusedField('new_password', messages.passwordLong);
  if (CONTROL.test(password)) throw refusedField('new_password', messages.passwordControl);
}

export type PasswordContext = SignOnContext;

/**
 * The password that is kept here, or that of the directory by which the person enters. Guessing it is signing in by
 * guessing: it counts as that.
 */
export async function requireCurrentPassword(
  context: PasswordContext,
  account: Account,
  typed: string,
  ip: string,
): Promise<void> {
  const { db, clock } = context;
  const limits = failedSignIns(account.email, ip);
  const { own_password, directories } = await proofWays(db, account);
  const isRight = await withHashingSlot(
    async () => {
      await requireBelowRateLimits(db, limits, clock.now());
      return own_password && verifyPassword(typed, account.password_hash);
    },
    requesterOf(account.email, ip, true),
  );
  if (isRight) return;
  const asked = isDirectoryPassword(context, account.id, { directories, typed });
  const isOfDirectory = await asked.catch(async (error: unknown) => {
    // A directory that is away, or that is not to be asked now, makes no guess at a password of ours free.
    if (own_password) await countFailedSignIn(db, account.email, ip, clock.now());
    throw error;
  });
  if (isOfDirectory) return;
  await countFailedSignIn(db, account.email, ip, clock.now());
  throw new AppError('wrong_current_password');
}

/** Whether the person at the browser has shown the password a short while ago: an open browser alone is not enough. */
export const isFresh = (caller: Caller, now: Date): boolean =>
  caller.with_temporary_password ||
  now.getTime() - caller.confirmed_at.getTime() <= FRESH_SIGN_IN_MINUTES * 60_000;
