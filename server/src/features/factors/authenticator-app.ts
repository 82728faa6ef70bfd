/** A person's own second factor, and its authenticator app: setting it up, replacing it, taking it away. */
import { eq } from 'drizzle-orm';
import { TOTP_ENROLMENT_MINUTES } from '#contract/limits.ts';
import type { RecoveryCodes } from '#contract/second-factor.ts';
import { openSecret, sealSecret } from '../../adapters/sealing/seal.ts';
import { SEALED } from '../../adapters/sealing/sealed-columns.ts';
import { AppError } from '../../app-error.ts';
import { totp_secrets } from '../../db/tables/accounts.ts';
import { users } from '../../db/tables/people.ts';
import type { Caller } from '../../http/routes.ts';
import { consumeRateLimit } from '../../request-guards/rate-limit.ts';
import { arePasskeysPossible, relyingParty } from '../access-policy/relying-party.ts';
import { enrolmentTries } from '../auth/records/limits.ts';
import { wakePerson } from '../users/rights-changed.ts';
import {
  type FactorContext,
  type From,
  lockFactors,
  recordFactorChange,
  settleAdded,
  settleRemoved,
} from './changes.ts';
import { listPasskeys } from './passkeys.ts';
import { proofWays } from './proof-ways.ts';
import { countRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts';
import { matchingStep, newTotpSecret, totpAddress } from './totp.ts';

export async function showSecondFactor(context: Pick<FactorContext, 'db' | 'env'>, { user_id }: Caller) {
  const { db } = context;
  const [person] = await db
    .select({
      second_factor_due: users.second_factor_due,
      ...{ id: users.id, email: users.email, emergency: users.emergency },
      password_hash: users.password_hash,
      confirmed_at: totp_secrets.confirmed_at,
    })
    .from(users)
    .leftJoin(totp_secrets, eq(totp_secrets.user_id, users.id))
    .where(eq(users.id, user_id));
  if (!person) throw new AppError('not_authenticated');
  const since = person.confirmed_at;
  const passkeys = await listPasskeys(db, user_id);
  const { own_password, directories, pages } = await proofWays(db, person);
  const has_password = own_password || directories.length > 0;
  const factors = [
    ...(since ? (['totp'] as const) : []),
    ...(passkeys.length && relyingParty(context) ? (['passkey'] as const) : []),
  ];
  const withoutFactor = [
    ...(has_password ? (['password'] as const) : []),
    ...(pages.length ? (['sso'] as const) : []),
  ];
  // Where there is a factor, the word of a provider counts only with one of its own.
  const strongPages = pages.some(({ is_trusted }) => is_trusted) ? (['sso'] as const) : [];
  return {
    totp: since && { since },
    passkeys,
    passkeys_possible: await arePasskeysPossible(context),
    recovery_left: await countRecoveryCodes(db, user_id),
    required: person.second_factor_due !== null,
    due: person.second_factor_due,
    has_password,
    confirm_means: factors.length ? [...factors, ...strongPages] : withoutFactor,
  };
}

/** The present app goes on working until a code of the new one was typed. */
export async function beginTotp({ db, clock, secretKeys }: FactorContext, { user_id }: Caller) {
  const now = clock.now();
  const secret = newTotpSecret();
  const waiting = {
    pending_sealed: sealSecret(secretKeys, SEALED.pending_totp_secret, { user_id }, secret),
    pending_at: now,
  };
  const [person] = await db.select({ email: users.email }).from(users).where(eq(users.id, user_id));
  if (!person) throw new AppError('not_authenticated');
  await db
    .insert(totp_secrets)
    .values({ user_id, ...waiting })
    .onConflictDoUpdate({ target: totp_secrets.user_id, set: waiting });
  return { secret, uri: totpAddress(secret, person.email) };
}

/** Every other sign-in ends: an intruder in one of them has not shown the new factor. */
export async function confirmTotp(
  context: FactorContext,
  caller: Caller,
  code: string,
  from: From,
): Promise<RecoveryCodes> {
  const { db, clock, secretKeys } = context;
  const { user_id } = caller;
  const now = clock.now();
  await consumeRateLimit(db, enrolmentTries(user_id), now);
  const recovery_codes = await db.transaction(async (tx) => {
    const { has_second_factor } = await lockFactors(tx, user_id);
    const [row] = await tx.select().from(totp_secrets).where(eq(totp_secrets.user_id, user_id)).for('update');
    const end = (row?.pending_at?.getTime() ?? 0) + TOTP_ENROLMENT_MINUTES * 60_000;
    const column = SEALED.pending_totp_secret;
    const secret = row?.pending_sealed && openSecret(secretKeys, column, { user_id }, row.pending_sealed);
    if (!row || !secret || end <= now.getTime()) throw new AppError('totp_expired');
    const step = matchingStep(secret, code, now);
    if (step === null) throw new AppError('wrong_factor_code');
    await tx
      .update(totp_secrets)
      .set({
        secret_sealed: sealSecret(secretKeys, SEALED.totp_secret, { user_id }, secret),
        confirmed_at: now,
        last_step: step,
        pending_sealed: null,
        pending_at: null,
      })
      .where(eq(totp_secrets.user_id, user_id));
    const isFirst = !has_second_factor;
    const change = has_second_factor ? 'changed' : 'added';
    const codes = await settleAdded(tx, context, { caller, from, change, isFirst });
    // A new app on a new phone: the codes of the old one may be lost with it.
    return codes ?? replaceRecoveryCodes(tx, user_id);
  });
  await wakePerson(context, user_id);
  return { recovery_codes };
}

export async function removeTotp(context: FactorContext, caller: Caller, from: From): Promise<null> {
  const { user_id } = caller;
  await context.db.transaction(async (tx) => {
    const { due } = await lockFactors(tx, user_id);
    const { rowCount } = await tx.delete(totp_secrets).where(eq(totp_secrets.user_id, user_id));
    if (rowCount) await settleRemoved(tx, context, { caller, from }, due);
  });
  await wakePerson(context, user_id);
  return null;
}

export async function renewRecoveryCodes(
  context: FactorContext,
  caller: Caller,
  from: From,
): Promise<RecoveryCodes> {
  const { db } = context;
  const { user_id } = caller;
  const recovery_codes = await db.transaction(async (tx) => {
    const { has_second_factor } = await lockFactors(tx, user_id);
    if (!has_second_factor) throw new AppError('second_factor_missing');
    const codes = await replaceRecoveryCodes(tx, user_id);
    await recordFactorChange(tx, context, { caller, from, change: 'changed' });
    return codes;
  });
  await wakePerson(context, user_id);
  return { recovery_codes };
}
