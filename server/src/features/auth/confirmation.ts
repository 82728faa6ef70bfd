/** Confirms the sign-in that asks, for the calls that want a fresh one. */

import type { ProviderAnswer } from '#contract/provider-answer.ts';
import { isAdministrator } from '#contract/users.ts';
import { AppError } from '../../app-error.ts';
import type { Caller, Meta } from '../../http/routes.ts';
import { requireBelowRateLimits } from '../../request-guards/rate-limit.ts';
import { byCaller, recordChange } from '../audit/record.ts';
import type { ChallengeUse } from '../factors/challenges.ts';
import { assertionOptions, checkAssertion, type PasskeyResponse } from '../factors/passkey-check.ts';
import { beginProviderProof, readProviderProof } from '../sign-on/confirmation.ts';
import { type Account, findAccount, lockAccount } from '../users/store.ts';
import { requireFactorCode } from './entry/second-step.ts';
import { type From, queueRefusalAudit } from './entry/sign-in-audit.ts';
import { countFailedSignIn, failedSignIns } from './records/limits.ts';
import { noteConfirmation } from './records/sign-in-store.ts';
import { type PasswordContext, requireCurrentPassword } from './recovery.ts';

/** A password, a code of the authenticator app, a device key, or the answer of a provider. */
export type Proof =
  | { password: string }
  | { code: string }
  | { response: PasskeyResponse }
  | ({ slug: string } & ProviderAnswer);

const challengeUseFor = (sign_in_id: string): ChallengeUse => ({
  purpose: 'confirmation',
  subject: sign_in_id,
});

type Beginning = { means: 'passkey' } | { means: 'sso'; binding_hash: string } | null | undefined;

export async function beginConfirmation(
  context: PasswordContext,
  caller: Caller,
  wanted: Beginning,
  ip: string,
) {
  const { user_id, sign_in_id } = caller;
  if (wanted?.means !== 'sso') return assertionOptions(context, challengeUseFor(sign_in_id), user_id);
  const account = await requireAccount(context, user_id);
  return beginProviderProof(context, { caller, account }, wanted.binding_hash, ip);
}

/**
 * Opens the calls that ask for a fresh sign-in for a while. Where there is a second factor it is asked for, because the
 * password alone does not open the account either. A wrong proof counts as a failed sign-in.
 */
export async function confirmSignIn(
  context: PasswordContext,
  caller: Caller,
  proof: Proof,
  meta: Meta,
): Promise<null> {
  const account = await requireAccount(context, caller.user_id);
  try {
    await requireProof(context, { caller, account, ip: meta.ip, user_agent: meta.user_agent }, proof);
  } catch (error) {
    const { ip, user_agent } = meta;
    const reason = error instanceof AppError && REFUSALS[error.code];
    if (reason) await queueRefusalAudit(context, account, { ip, user_agent, reason });
    throw error;
  }
  const now = context.clock.now();
  await context.db.transaction(async (tx) => {
    const locked = await lockAccount(tx, caller.user_id);
    // The password was changed while it was being checked, or the sign-in has ended.
    const isCurrent = locked?.password_hash === account.password_hash;
    if (!isCurrent || !(await noteConfirmation(tx, caller, now))) throw new AppError('not_authenticated');
    const change = { action: 'session.confirmed', object_type: 'session' } as const;
    if (isAdministrator(account)) await recordChange(tx, byCaller(caller, meta), change, now);
  });
  return null;
}

type Asked = From & { caller: Caller; account: Account };

async function requireProof(context: PasswordContext, asked: Asked, proof: Proof): Promise<void> {
  const { caller, account, ip, user_agent } = asked;
  if ('response' in proof) return requirePasskey(context, caller, proof.response);
  if ('code' in proof) return requireFactorCode(context, account, proof.code, { ip, user_agent });
  if ('slug' in proof) return requireProviderProof(context, asked, proof);
  if (account.has_second_factor) throw new AppError('confirm_with_second_factor');
  return requireCurrentPassword(context, account, proof.password, ip);
}

async function requirePasskey(
  context: PasswordContext,
  { user_id, sign_in_id }: Caller,
  response: PasskeyResponse,
): Promise<void> {
  const use = challengeUseFor(sign_in_id);
  const checked = await context.db.transaction((tx) =>
    checkAssertion(tx, context, { use, response, user_id }),
  );
  if (!checked) throw new AppError('passkey_not_accepted');
}

/** The account of somebody else, or one that was not asked, counts as a wrong password does. */
async function requireProviderProof(
  context: PasswordContext,
  { caller, account, ip }: Asked,
  answer: { slug: string } & ProviderAnswer,
): Promise<void> {
  const { db, clock } = context;
  await requireBelowRateLimits(db, failedSignIns(account.email, ip), clock.now());
  const proved = await readProviderProof(context, caller, answer);
  if (!proved) {
    await countFailedSignIn(db, account.email, ip, clock.now());
    throw new AppError('reauthentication_required');
  }
  if (account.has_second_factor && !proved.strong) throw new AppError('confirm_with_second_factor');
}

async function requireAccount({ db }: Pick<PasswordContext, 'db'>, user_id: number): Promise<Account> {
  const account = await findAccount(db, user_id);
  if (!account) throw new AppError('not_authenticated');
  return account;
}

const REFUSALS: Partial<Record<string, 'wrong_password' | 'wrong_second_factor'>> = {
  wrong_current_password: 'wrong_password',
  reauthentication_required: 'wrong_password',
  wrong_factor_code: 'wrong_second_factor',
  passkey_not_accepted: 'wrong_second_factor',
};
