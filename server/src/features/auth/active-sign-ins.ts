/** The sign-ins of a person: listing them, ending one or all, confirming the one that asks. */
import { and, desc, eq, gt, isNull, or } from 'drizzle-orm';
import type { SignIn } from '#contract/auth.ts';
import { REFRESH_TOKEN_DAYS } from '#contract/limits.ts';
import { isAdministrator } from '#contract/users.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import { sign_ins } from '../../db/tables/accounts.ts';
import { identity_providers, provider_sessions } from '../../db/tables/identity.ts';
import type { Caller, Meta } from '../../http/routes.ts';
import { byCaller, recordChange } from '../audit/record.ts';
import type { ChallengeUse } from '../factors/challenges.ts';
import { assertionOptions, checkAssertion, type PasskeyResponse } from '../factors/passkey-check.ts';
import { wakePerson } from '../users/rights-changed.ts';
import { findAccount, lockAccount } from '../users/store.ts';
import { requireFactorCode } from './entry/second-step.ts';
import { queueRefusalAudit } from './entry/sign-in-audit.ts';
import { type EndedBecause, noteConfirmation } from './records/sign-in-store.ts';
import { requireCurrentPassword } from './recovery.ts';

type Needs = Pick<AppContext, 'db' | 'clock'>;
type EndingNeeds = Pick<AppContext, 'db' | 'clock' | 'signals' | 'log'>;
type Who = Pick<Caller, 'user_id' | 'sign_in_id'>;

const DAY_MS = 86_400_000;

/** Last seen first. */
export async function listSignIns(
  { db, clock }: Needs,
  { user_id, sign_in_id }: Who,
): Promise<(Omit<SignIn, 'created_at' | 'last_seen_at'> & { created_at: Date; last_seen_at: Date })[]> {
  const rows = await db
    .select({
      id: sign_ins.id,
      user_agent: sign_ins.user_agent,
      method: sign_ins.method,
      provider: identity_providers.name,
      created_at: sign_ins.created_at,
      last_seen_at: sign_ins.last_seen_at,
    })
    .from(sign_ins)
    .leftJoin(
      provider_sessions,
      and(eq(provider_sessions.user_id, sign_ins.user_id), eq(provider_sessions.sign_in_id, sign_ins.id)),
    )
    .leftJoin(identity_providers, eq(identity_providers.id, provider_sessions.provider_id))
    .where(isActive(user_id, clock.now()))
    .orderBy(desc(sign_ins.last_seen_at), desc(sign_ins.created_at), sign_ins.id);
  return rows.map((row) => ({ ...row, is_current: row.id === sign_in_id }));
}

/** Its refresh tokens open nothing from now on, nor does its access token: both ask for the sign-in. */
export async function endOneSignIn(context: EndingNeeds, { user_id }: Who, id: string): Promise<null> {
  const now = context.clock.now();
  const { rowCount } = await context.db
    .update(sign_ins)
    .set(ended('ended_by_owner', now))
    .where(and(isActive(user_id, now), eq(sign_ins.id, id)));
  if (rowCount === 0) throw new AppError('sign_in_not_found');
  await wakePerson(context, user_id);
  return null;
}

export async function endEverySignIn(context: EndingNeeds, { user_id }: Who): Promise<null> {
  await context.db
    .update(sign_ins)
    .set(ended('signed_out_everywhere', context.clock.now()))
    .where(and(eq(sign_ins.user_id, user_id), isNull(sign_ins.ended_at)));
  await wakePerson(context, user_id);
  return null;
}

const ended = (ended_because: EndedBecause, ended_at: Date) => ({ ended_at, ended_because });

/** `last_seen_at` is when the newest refresh token was given: with that one's end nothing can renew the sign-in. */
const isActive = (user_id: number, now: Date) =>
  and(
    eq(sign_ins.user_id, user_id),
    isNull(sign_ins.ended_at),
    or(isNull(sign_ins.ends_at), gt(sign_ins.ends_at, now)),
    gt(sign_ins.last_seen_at, new Date(now.getTime() - REFRESH_TOKEN_DAYS * DAY_MS)),
  );

/** The password, a code of the authenticator app, or a device key. */
export type Proof = { password: string } | { code: string } | { response: PasskeyResponse };

type ConfirmContext = Pick<AppContext, 'db' | 'clock' | 'queue' | 'secret' | 'secretKeys' | 'env' | 'log'>;

const challengeUseFor = (sign_in_id: string): ChallengeUse => ({
  purpose: 'confirmation',
  subject: sign_in_id,
});

export const confirmOptions = (context: ConfirmContext, { user_id, sign_in_id }: Who) =>
  assertionOptions(context, challengeUseFor(sign_in_id), user_id);

/**
 * Opens the calls that ask for a fresh sign-in for a while. Where there is a second factor it is asked for, because the
 * password alone does not open the account either. A wrong proof counts as a failed sign-in.
 */
export async function confirmSignIn(
  context: ConfirmContext,
  caller: Caller,
  proof: Proof,
  meta: Meta,
): Promise<null> {
  const { db } = context;
  const account = await findAccount(db, caller.user_id);
  if (!account) throw new AppError('not_authenticated');
  try {
    if ('response' in proof) await requirePasskey(context, caller, proof.response);
    else if ('code' in proof) await requireFactorCode(context, account, proof.code, meta.ip);
    else if (account.has_second_factor) throw new AppError('confirm_with_second_factor');
    else await requireCurrentPassword(context, account, proof.password, meta.ip);
  } catch (error) {
    const { ip, user_agent } = meta;
    const reason = error instanceof AppError && REFUSALS[error.code];
    if (reason) await queueRefusalAudit(context, account, { ip, user_agent, reason });
    throw error;
  }
  const now = context.clock.now();
  await db.transaction(async (tx) => {
    const locked = await lockAccount(tx, caller.user_id);
    // The password was changed while it was being checked, or the sign-in has ended.
    const isCurrent = locked?.password_hash === account.password_hash;
    if (!isCurrent || !(await noteConfirmation(tx, caller, now))) throw new AppError('not_authenticated');
    if (isAdministrator(account))
      await recordChange(
        tx,
        byCaller(caller, meta),
        { action: 'session.confirmed', object_type: 'session' },
        now,
      );
  });
  return null;
}

async function requirePasskey(
  context: ConfirmContext,
  caller: Caller,
  response: PasskeyResponse,
): Promise<void> {
  const { user_id, sign_in_id } = caller;
  const use = challengeUseFor(sign_in_id);
  const checked = await context.db.transaction((tx) =>
    checkAssertion(tx, context, { use, response, user_id }),
  );
  if (!checked) throw new AppError('passkey_not_accepted');
}

const REFUSALS: Partial<Record<string, 'wrong_password' | 'wrong_second_factor'>> = {
  wrong_current_password: 'wrong_password',
  wrong_factor_code: 'wrong_second_factor',
  passkey_not_accepted: 'wrong_second_factor',
};
