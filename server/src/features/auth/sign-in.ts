import { EMAIL_PATTERN, foldEmail } from '#contract/account-fields.ts';
import { VERIFICATION_CODE_MINUTES } from '#contract/limits.ts';
import type { SignOnReply } from '#contract/sign-in.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError, filledError } from '../../app-error.ts';
import type { Queryable } from '../../db/client.ts';
import type { Caller, Meta } from '../../http/routes.ts';
import {
  type Counts,
  consumeCooldown,
  countsOf,
  incrementRateLimit,
  requireUnder,
} from '../../request-guards/rate-limit.ts';
import { rulesFor } from '../domains/rules.ts';
import { signInByDirectory } from '../sign-on/directory.ts';
import { endSessionAt } from '../sign-on/endings/end-session.ts';
import { wakePerson } from '../users/rights-changed.ts';
import { type Account, notApproved } from '../users/store.ts';
import { hashPassword, isOutdated, withHashingSlot } from './credentials/passwords.ts';
import { networkHash } from './credentials/signing-keys.ts';
import { ownerOfToken } from './credentials/tokens.ts';
import { credentialThatFits } from './entry/check-password.ts';
import { countEntry, type Way } from './entry/count-entry.ts';
import { enter } from './entry/enter.ts';
import { beginSecondStep } from './entry/second-step.ts';
import { type From, queueRefusalAudit } from './entry/sign-in-audit.ts';
import { hasLiveCode } from './records/credential-store.ts';
import {
  accountGuesses,
  codeEmails,
  countFailedSignIn,
  failedSignIns,
  guessPause,
  networkOf,
  requesterOf,
  signInCodePause,
} from './records/limits.ts';
import { findRefreshToken } from './records/refresh-token-store.ts';
import { endSignIn, findSignInCandidate } from './records/sign-in-store.ts';

type SignInContext = Pick<
  AppContext,
  | 'db'
  | 'clock'
  | 'secret'
  | 'queue'
  | 'secretKeys'
  | 'env'
  | 'identity'
  | 'log'
  | 'signals'
  | 'accessFigures'
>;
type Typed = { username: string; password: string };

export function signIn(
  context: SignInContext,
  typed: Typed,
  from: Pick<Meta, 'ip' | 'user_agent'>,
): Promise<SignOnReply> {
  const way: Way = { method: 'password' };
  return countEntry(context, way, signInTwice(context, typed, { ...from, way }));
}

type FromForm = From & { way: Way };

async function signInTwice(context: SignInContext, typed: Typed, from: FromForm): Promise<SignOnReply> {
  // Null: the password was replaced between the check and the entry, perhaps by a stronger hash of the same one.
  const pair = (await attemptSignIn(context, typed, from)) ?? (await attemptSignIn(context, typed, from));
  if (!pair) throw new AppError('invalid_credentials');
  return pair;
}

async function attemptSignIn(
  context: SignInContext,
  { username, password }: Typed,
  { ip, user_agent, way }: FromForm,
): Promise<SignOnReply | null> {
  const { db, clock, secret } = context;
  const now = clock.now();
  const email = foldEmail(username);
  const limits = failedSignIns(email, ip);
  const guesses = accountGuesses(email);
  const network_hash = networkHash(secret, email, networkOf(ip));
  // Not every text can be looked up; no address holds such characters.
  const known = { email: EMAIL_PATTERN.test(email) ? email : '', network_hash, domains: rulesFor(email) };
  const { account, is_known, counts, closed_by } = await findSignInCandidate(
    db,
    known,
    [...limits, ...guesses],
    now,
  );
  requireUnder(limits, counts, now);
  const hasPaused = !is_known && (await slowDown(db, email, counts, now));
  const credential = await withHashingSlot(
    async () => {
      // Guesses that waited for their turn together must not all be tried.
      const countsNow = await countsOf(db, [...limits, ...guesses], now);
      requireUnder(limits, countsNow, now);
      if (!is_known && !hasPaused) await slowDown(db, email, countsNow, now);
      return credentialThatFits(context, account, password);
    },
    requesterOf(email, ip, is_known),
  );
  const from = { ip, user_agent };
  const isClosed = closed_by !== null && !(account?.emergency && credential);
  if (isClosed || !account || !credential) {
    const tried = { username, password, email, account, closed_by: isClosed ? closed_by : null };
    return enterByDirectory(context, tried, { ...from, way });
  }
  await requireUsable(context, account, { from, isAddressProved: credential.temporary_hash !== null });
  const entry = { account, from, temporary_hash: credential.temporary_hash };
  if (account.has_second_factor) return beginSecondStep(context, entry, password);
  const rehashed = !credential.temporary_hash && isOutdated(account.password_hash);
  return enter(context, { ...entry, new_hash: rehashed ? await hashPassword(password) : null });
}

type Tried = Typed & { email: string; account: Account | undefined; closed_by: string | null };

/** The last way in, where no password of ours opens the account. It is counted once, whatever was asked. */
async function enterByDirectory(
  context: SignInContext,
  { email, account, closed_by, ...typed }: Tried,
  { way, ...from }: FromForm,
): Promise<SignOnReply> {
  const { db, clock } = context;
  const entered = await signInByDirectory(context, typed, from).catch(async (error: unknown) => {
    // A directory that is away, or that is not to be asked now, makes no guess at a password of ours free.
    if (typed.username.includes('@')) await countFailedSignIn(db, email, from.ip, clock.now());
    throw error;
  });
  if (entered !== null && entered !== 'refused') {
    way.method = 'ldap';
    return entered;
  }
  await countFailedSignIn(db, email, from.ip, clock.now());
  // One answer for everybody in a closed domain, so that it tells nothing of accounts.
  if (closed_by !== null && entered === null) {
    await queueRefusalAudit(context, account, { ...from, reason: 'closed_domain' });
    throw filledError('use_provider', { provider: closed_by });
  }
  await queueRefusalAudit(context, account, { ...from, reason: 'wrong_password' });
  throw new AppError('invalid_credentials');
}

/** An account that is active, verified and approved; a temporary password has proved the address already. */
async function requireUsable(
  context: SignInContext,
  account: Account,
  { from, isAddressProved }: { from: From; isAddressProved: boolean },
): Promise<void> {
  if (!account.active) {
    await queueRefusalAudit(context, account, { ...from, reason: 'inactive' });
    throw new AppError('account_inactive');
  }
  if (!isAddressProved && !account.is_verified) {
    await mailFreshCode(context, account);
    await queueRefusalAudit(context, account, { ...from, reason: 'unverified' });
    throw new AppError('email_not_verified');
  }
  if (account.approval === 'approved') return;
  await queueRefusalAudit(context, account, { ...from, reason: 'not_approved' });
  throw notApproved(account);
}

/**
 * Against guessing from many networks, each of which alone stays below its limits. True where this attempt has taken
 * the one turn of a pause.
 */
async function slowDown(db: Queryable, email: string, counts: Counts, now: Date): Promise<boolean> {
  const full = accountGuesses(email).find(({ key, max }) => (counts?.[key] ?? 0) >= max);
  if (!full) return false;
  const retry_after = await consumeCooldown(db, guessPause(email, full.pause_seconds), now);
  if (retry_after > 0) throw new AppError('too_many_requests', { retry_after });
  return true;
}

/** Mails a new code to a person whose code has expired, never more of them than resending allows. */
async function mailFreshCode({ db, clock, queue }: SignInContext, account: Account): Promise<void> {
  const now = clock.now();
  // The first code may still be on its way.
  const isNew = account.created_at.getTime() > now.getTime() - VERIFICATION_CODE_MINUTES * 60_000;
  if (isNew || (await hasLiveCode(db, account.id, now))) return;
  if ((await consumeCooldown(db, signInCodePause(account.email), now)) > 0) return;
  for (const limit of codeEmails(account.email))
    if ((await incrementRateLimit(db, limit, now)) > limit.max) return;
  await queue.send('account.verification', { user_id: account.id });
}

/** Ends the caller's sign-in, and that of the refresh token when it is theirs. */
export async function signOut(
  context: SignInContext,
  { user_id, sign_in_id }: Pick<Caller, 'user_id' | 'sign_in_id'>,
  token: string | null | undefined,
): Promise<{ end_session_url: string } | null> {
  const { db, clock } = context;
  const now = clock.now();
  const ended = new Set([sign_in_id]);
  if (token && ownerOfToken(token) === user_id) {
    const row = await findRefreshToken(db, user_id, token);
    if (row) ended.add(row.sign_in_id);
  }
  for (const id of ended) await endSignIn(db, { user_id, id, because: 'signed_out' }, now);
  await wakePerson(context, user_id);
  return endSessionAt(context, { user_id, sign_in_id });
}
