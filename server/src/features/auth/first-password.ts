/**
 * The first password of an account that somebody registered for an address. The code proves who reads the address, not
 * who typed the password: unless both are seen to be one person, the password is discarded and chosen anew.
 */
import { timingSafeEqual } from 'node:crypto';
import { CHOOSE_PASSWORD_MINUTES } from '#contract/limits.ts';
import type { MustChoosePassword } from '#contract/sign-in.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import type { Transaction } from '../../db/client.ts';
import { forgetAcceptances } from '../terms/records/acceptances.ts';
import { findAccount, lockAccount, markVerified, setPassword } from '../users/store.ts';
import { requireGoodPassword } from './credentials/password-rules.ts';
import { hashPassword, NO_PASSWORD } from './credentials/passwords.ts';
import { keyedHash } from './credentials/signing-keys.ts';
import { ownerOfToken } from './credentials/tokens.ts';
import {
  findChoosePasswordToken,
  insertChoosePasswordToken,
  insertPendingRegistration,
  spendChoosePasswordToken,
  takePendingRegistration,
} from './records/credential-store.ts';
import { networkOf, requesterOf } from './records/limits.ts';

type Secret = Pick<AppContext, 'secret'>['secret'];

/** Derived from the account, so that a repeated registration gets the same proof and nothing is stored. */
export const registrationProof = (secret: Secret, user_id: number): string =>
  keyedHash('registration proof', secret, String(user_id)).toString('base64url');

const networkHash = (secret: Secret, user_id: number, ip: string): string =>
  keyedHash('registration network', secret, `${user_id}:${networkOf(ip)}`).toString('base64url');

export const keepRegistrationNetwork = (
  tx: Transaction,
  { user_id, ip, secret }: { user_id: number; ip: string; secret: Secret },
  now: Date,
): Promise<void> =>
  insertPendingRegistration(tx, { user_id, network_hash: networkHash(secret, user_id, ip) }, now);

/** A right code as it came. `code_hash`: of the stored code. */
export type ProvedCode = {
  user_id: number;
  code_hash: string;
  proof: string | null;
  ip: string;
  secret: Secret;
};

/** Verifies the address; unless the code comes from the registrant, the first password no longer fits. */
export async function verifyFirst(
  tx: Transaction,
  proved: ProvedCode,
  now: Date,
): Promise<MustChoosePassword | null> {
  const { user_id } = proved;
  const registration = await takePendingRegistration(tx, user_id);
  await markVerified(tx, user_id, now);
  if (isFromRegistrant(proved, registration?.network_hash)) return null;
  await setPassword(tx, user_id, NO_PASSWORD, now);
  await forgetAcceptances(tx, user_id);
  const token = chooseTokenFor(proved);
  const expires_at = new Date(now.getTime() + CHOOSE_PASSWORD_MINUTES * 60_000);
  await insertChoosePasswordToken(tx, { user_id, token, expires_at });
  return mustChoose(token, expires_at, now);
}

/** The same code again: the same token as long as it waits to be used, in case the first reply was lost. */
export async function verifyAgain(
  tx: Transaction,
  proved: ProvedCode,
  now: Date,
): Promise<MustChoosePassword | null> {
  const token = chooseTokenFor(proved);
  const waiting = await findChoosePasswordToken(tx, proved.user_id, token, now);
  return waiting ? mustChoose(token, waiting.expires_at, now) : null;
}

function isFromRegistrant({ user_id, proof, ip, secret }: ProvedCode, network_hash?: string): boolean {
  if (!proof) return network_hash === networkHash(secret, user_id, ip);
  const given = Buffer.from(proof);
  const expected = Buffer.from(registrationProof(secret, user_id));
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Derived from the code, so that every request with the same code gets the same token; only its hash is stored. */
const chooseTokenFor = ({ user_id, code_hash, secret }: ProvedCode): string =>
  `${user_id}.${keyedHash('choose password', secret, `${user_id}:${code_hash}`).toString('base64url')}`;

const mustChoose = (token: string, expires_at: Date, now: Date): MustChoosePassword => ({
  must_choose_password: true,
  token,
  expires_in: Math.floor((expires_at.getTime() - now.getTime()) / 1000),
});

/** Sets the password of an account that has none; the token works once, and not after a recovery by e-mail. */
export async function choosePassword(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  { token, password }: { token: string; password: string },
  ip: string,
): Promise<null> {
  const user_id = ownerOfToken(token);
  // Looked up before the password is hashed: a guess costs no hashing.
  const waiting = user_id && (await findChoosePasswordToken(db, user_id, token, clock.now()));
  if (!user_id || !waiting) throw new AppError('invalid_choose_password_token');
  const owner = await findAccount(db, user_id);
  if (owner) requireGoodPassword(password, 'password', owner);
  const password_hash = await hashPassword(password, requesterOf(`choose-password ${user_id}`, ip, true));
  await db.transaction(async (tx) => {
    const now = clock.now();
    const account = await lockAccount(tx, user_id);
    const isWaiting = account?.password_hash === NO_PASSWORD;
    if (!isWaiting || !(await spendChoosePasswordToken(tx, user_id, token, now)))
      throw new AppError('invalid_choose_password_token');
    if (!account.active) throw new AppError('account_inactive');
    await setPassword(tx, user_id, password_hash, now);
  });
  return null;
}
