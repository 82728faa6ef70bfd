/** Signing in with a device key alone: the device has checked the person, so that it is both factors. */
import type { TokenPair } from '#contract/sign-in.ts';
import type { AppContext } from '../../../app-context.ts';
import { AppError } from '../../../app-error.ts';
import type { Transaction } from '../../../db/client.ts';
import { incrementRateLimit, requireBelowRateLimits } from '../../../request-guards/rate-limit.ts';
import { arePasskeysPossible } from '../../access-policy/relying-party.ts';
import { closedDoor, findDomainRule } from '../../domains/rules.ts';
import type { ChallengeUse } from '../../factors/challenges.ts';
import { assertionOptions, checkAssertion, type PasskeyResponse } from '../../factors/passkey-check.ts';
import { lockAccount, notApproved } from '../../users/store.ts';
import { refusedPasskeys } from '../records/limits.ts';
import { enterWithFactor } from './enter.ts';
import { type From, noteEmergencyEntry } from './sign-in-audit.ts';

type PasskeyContext = Pick<AppContext, 'db' | 'clock' | 'secret' | 'env' | 'log' | 'secretKeys' | 'queue'>;

/** Anybody may ask: nobody is named before the browser answers. */
const USE: ChallengeUse = { purpose: 'sign-in', subject: '' };

export async function passkeySignInOptions(context: PasskeyContext): Promise<Record<string, unknown>> {
  if (!(await arePasskeysPossible(context))) throw new AppError('passkeys_not_possible');
  return assertionOptions(context, USE);
}

/** One code for every cause that the key itself has; the account has its own. */
export async function signInByPasskey(
  context: PasskeyContext,
  response: PasskeyResponse,
  { ip, user_agent }: From,
): Promise<TokenPair> {
  const { db, clock } = context;
  const from = { ip, user_agent };
  await requireBelowRateLimits(db, refusedPasskeys(ip), clock.now());
  const isPossible = await arePasskeysPossible(context);
  const pair = isPossible ? await db.transaction((tx) => enter(tx, context, { response, from })) : null;
  if (pair) return pair;
  for (const limit of refusedPasskeys(ip)) await incrementRateLimit(db, limit, clock.now());
  throw new AppError('passkey_refused');
}

/** Null where the key is not accepted: what was recorded of it is kept. */
async function enter(
  tx: Transaction,
  context: PasskeyContext,
  { response, from }: { response: PasskeyResponse; from: From },
): Promise<TokenPair | null> {
  const checked = await checkAssertion(tx, context, { use: USE, response });
  const account = checked && (await lockAccount(tx, checked.user_id));
  if (!account) return null;
  const rule = await findDomainRule(tx, account.email);
  const isClosed = rule.door === 'provider';
  if (isClosed && !account.emergency) throw closedDoor(rule);
  if (!account.active) throw new AppError('account_inactive');
  if (!account.is_verified) throw new AppError('email_not_verified');
  if (account.approval !== 'approved') throw notApproved(account);
  if (isClosed) await noteEmergencyEntry(tx, context, account.id, from);
  return enterWithFactor(tx, context, { account, temporary_hash: null, from, method: 'passkey' });
}
