/** A person's own second factor: setting it up, replacing it, taking it away. */
import { eq } from 'drizzle-orm';
import { TOTP_ENROLMENT_MINUTES } from '#contract/limits.ts';
import type { RecoveryCodes } from '#contract/second-factor.ts';
import { openSecret, sealSecret } from '../../adapters/sealing/seal.ts';
import { SEALED } from '../../adapters/sealing/sealed-columns.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import type { Transaction } from '../../db/client.ts';
import { totp_secrets } from '../../db/tables/accounts.ts';
import { users } from '../../db/tables/people.ts';
import type { Caller, Meta } from '../../http/routes.ts';
import { consumeRateLimit } from '../../request-guards/rate-limit.ts';
import { byCaller, recordChange } from '../audit/record.ts';
import { NO_PASSWORD } from '../auth/credentials/passwords.ts';
import { enrolmentTries } from '../auth/records/limits.ts';
import { endOtherSignIns, noteSecondFactor } from '../auth/records/sign-in-store.ts';
import { wakePerson } from '../users/rights-changed.ts';
import { countRecoveryCodes, deleteRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts';
import { matchingStep, newTotpSecret, totpAddress } from './totp.ts';

export type FactorContext = Pick<AppContext, 'db' | 'clock' | 'queue' | 'signals' | 'log' | 'secretKeys'>;
type From = Pick<Meta, 'ip' | 'user_agent'>;

export async function showSecondFactor({ db }: Pick<AppContext, 'db'>, { user_id }: Caller) {
  const [person] = await db
    .select({
      second_factor_due: users.second_factor_due,
      password_hash: users.password_hash,
      confirmed_at: totp_secrets.confirmed_at,
    })
    .from(users)
    .leftJoin(totp_secrets, eq(totp_secrets.user_id, users.id))
    .where(eq(users.id, user_id));
  if (!person) throw new AppError('not_authenticated');
  const has_password = person.password_hash !== NO_PASSWORD;
  const since = person.confirmed_at;
  return {
    totp: since && { since },
    recovery_left: await countRecoveryCodes(db, user_id),
    required: person.second_factor_due !== null,
    due: person.second_factor_due,
    has_password,
    confirm_means: since ? ['totp' as const] : has_password ? ['password' as const] : [],
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
    await tx.update(users).set({ has_second_factor: true, updated_at: now }).where(eq(users.id, user_id));
    await noteSecondFactor(tx, caller, now);
    const codes = await replaceRecoveryCodes(tx, user_id);
    await tellOfChange(tx, context, { caller, from, change: row.confirmed_at ? 'changed' : 'added' });
    return codes;
  });
  await wakePerson(context, user_id);
  return { recovery_codes };
}

export async function removeTotp(context: FactorContext, caller: Caller, from: From): Promise<null> {
  const { db, clock } = context;
  const { user_id } = caller;
  await db.transaction(async (tx) => {
    const [person] = await tx
      .select({ second_factor_due: users.second_factor_due })
      .from(users)
      .where(eq(users.id, user_id))
      .for('no key update');
    if (person?.second_factor_due) throw new AppError('second_factor_mandatory');
    const { rowCount } = await tx.delete(totp_secrets).where(eq(totp_secrets.user_id, user_id));
    if (rowCount === 0) return;
    await deleteRecoveryCodes(tx, user_id);
    await tx
      .update(users)
      .set({ has_second_factor: false, updated_at: clock.now() })
      .where(eq(users.id, user_id));
    await tellOfChange(tx, context, { caller, from, change: 'removed' });
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
    const [person] = await tx
      .select({ has_second_factor: users.has_second_factor })
      .from(users)
      .where(eq(users.id, user_id))
      .for('no key update');
    if (!person?.has_second_factor) throw new AppError('second_factor_missing');
    const codes = await replaceRecoveryCodes(tx, user_id);
    await tellOfChange(tx, context, { caller, from, change: 'changed' });
    return codes;
  });
  await wakePerson(context, user_id);
  return { recovery_codes };
}

const ACTIONS = {
  added: 'factor.enrolled',
  changed: 'factor.changed',
  removed: 'factor.removed',
} as const;

type Told = { caller: Caller; from: From; change: keyof typeof ACTIONS };

/** Ends the other sign-ins, and tells the person and the audit log. */
async function tellOfChange(
  tx: Transaction,
  { queue, clock }: FactorContext,
  { caller, from, change }: Told,
): Promise<void> {
  const now = clock.now();
  const { user_id, sign_in_id } = caller;
  await endOtherSignIns(tx, { user_id, kept: sign_in_id, because: 'factor_changed' }, now);
  await queue.send('access.letter', { user_id, kind: `factor_${change}`, at: now.toISOString() }, tx);
  const entry = { action: ACTIONS[change], object_type: 'factor', person: user_id } as const;
  await recordChange(tx, byCaller(caller, from), entry, now);
}
