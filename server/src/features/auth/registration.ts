/** Becoming a user: an account, its verification code, the code tried. */
import { foldEmail } from '#contract/account-fields.ts';
import type { MustChoosePassword } from '#contract/sign-in.ts';
import type { Role } from '#contract/users.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import type { Queryable } from '../../db/client.ts';
import type { Meta } from '../../http/routes.ts';
import { claimIdempotencyKey, findFirstRun, storeFirstRun } from '../../request-guards/idempotency.ts';
import { consumeCooldown, incrementRateLimit, resetRateLimit } from '../../request-guards/rate-limit.ts';
import { requireOpenDomain } from '../domains/rules.ts';
import { findOpenInvitation } from '../invitations/records/store.ts';
import { keepAcceptances } from '../terms/records/acceptances.ts';
import { type Account, findAccountByEmail, insertUser, lockAccount } from '../users/store.ts';
import { freeTokens, recomputeTokenLimits } from '../users/tokens/token-limit.ts';
import { tryCode } from './codes.ts';
import { requireGoodPassword } from './credentials/password-rules.ts';
import { hashPassword, NO_PASSWORD } from './credentials/passwords.ts';
import { keepRegistrationNetwork, registrationProof, verifyAgain, verifyFirst } from './first-password.ts';
import {
  codeEmails,
  codeTries,
  consumeRateLimits,
  registrations,
  requesterOf,
  resendPause,
  resends,
  triesWithoutCode,
} from './records/limits.ts';

export type Registration = {
  email: string;
  name: string;
  password: string;
  phone: string | null;
  terms_ids?: number[] | undefined;
};

type Registered = Pick<Account, 'id' | 'email' | 'name' | 'is_verified'>;

/**
 * Opens an account that waits for its code. What is already registered is never touched. The same call again,
 * under its Idempotency-Key, gets the first one's answer instead of hearing that the address is taken.
 */
export async function register(
  { db, clock, queue, secret }: Pick<AppContext, 'db' | 'clock' | 'queue' | 'secret'>,
  { email, name, password, phone, terms_ids = [] }: Registration,
  { ip, idempotency_key }: Pick<Meta, 'ip' | 'idempotency_key'>,
): Promise<Registered & { registration_proof: string }> {
  // The proof is derived anew for a repeated call: it is not kept with the answer.
  const withProof = (answer: Registered) => ({
    ...answer,
    registration_proof: registrationProof(secret, answer.id),
  });
  const now = clock.now();
  // Without the password: what is kept of the request must not help anybody guess it.
  const call = idempotency_key && {
    user_id: 0,
    key: idempotency_key,
    request: JSON.stringify(['register', email, name, phone, terms_ids]),
  };
  const earlier = call ? await findFirstRun(db, call, now) : null;
  if (earlier?.answer) return withProof(earlier.answer as Registered);
  requireGoodPassword(password, 'password', { email, name });
  await consumeRateLimits(db, registrations(email, ip), now);
  const rule = await requireOpenDomain(db, email);
  const taken = await findAccountByEmail(db, email);
  if (taken) throw addressTaken(taken);
  if (await findOpenInvitation(db, email, now)) throw new AppError('email_invited');
  const password_hash = await hashPassword(password, requesterOf(email, ip, false));
  return db.transaction(async (tx) => {
    const first = call ? await claimIdempotencyKey(tx, call, now) : null;
    if (first) return withProof(first.answer as Registered);
    const inserted = await insertUser(
      tx,
      {
        ...{ email, name, phone, password_hash },
        token_limit: await freeTokens(tx),
        user_group_id: rule.user_group_id,
        approval: rule.entry === 'approval' ? 'waiting' : 'approved',
      },
      now,
    );
    // Somebody registered the same address while the password was being hashed.
    if (!inserted) throw addressTaken(await findAccountByEmail(tx, email));
    await keepAcceptances(tx, { user_id: inserted.id, ids: terms_ids, ip }, now);
    if (rule.user_group_id !== null) await recomputeTokenLimits(tx, [inserted.id]);
    await keepRegistrationNetwork(tx, { user_id: inserted.id, ip, secret }, now);
    await queue.send('account.verification', { user_id: inserted.id }, tx);
    const answer = { id: inserted.id, email, name, is_verified: inserted.is_verified };
    if (call) await storeFirstRun(tx, call, { status: 201, answer });
    return withProof(answer);
  });
}

/** An import makes accounts without a password: their people enter by invitation or recovery. */
function addressTaken(account: Account | undefined): AppError {
  if (account?.is_verified !== false) return new AppError('email_taken');
  return new AppError(account.password_hash === NO_PASSWORD ? 'email_invited' : 'email_taken_unverified');
}

export type NewAccount = {
  email: string;
  name: string;
  password: string;
  role?: Role;
  is_verified?: boolean;
  phone?: string | null;
  token_limit?: number;
};

/** Creates an account without a code, for seeds. Undefined when the address is taken. */
export async function createUser(db: Queryable, user: NewAccount, now: Date): Promise<Account | undefined> {
  const { password, ...fields } = user;
  const password_hash = await hashPassword(password);
  return insertUser(db, { token_limit: await freeTokens(db), ...fields, password_hash }, now);
}

/** Whether this call created the account. One that exists keeps its password and its role. */
export async function seedSuperadmin(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  { email, password }: { email: string; password: string },
): Promise<boolean> {
  const address = foldEmail(email);
  if (await findAccountByEmail(db, address)) return false;
  const account = await createUser(
    db,
    { email: address, password, name: 'Administrador', role: 'superadmin', is_verified: true },
    clock.now(),
  );
  // Undefined when another process that started at the same moment was first.
  return account !== undefined;
}

export type TypedCode = { email: string; code: string; proof?: string | null | undefined };

/**
 * Confirms an address with its code. Every other code gets the same refusals, whether the address is unknown, waits
 * for its code or was verified long ago: the reply does not tell which.
 */
export async function verifyEmail(
  { db, clock, secret }: Pick<AppContext, 'db' | 'clock' | 'secret'>,
  { email, code, proof }: TypedCode,
  ip: string,
): Promise<MustChoosePassword | null> {
  const now = clock.now();
  await consumeRateLimits(db, codeTries(ip), now);
  type Outcome = { reply: MustChoosePassword | null } | { verdict: 'wrong' | 'exhausted' };
  const outcome = await db.transaction(async (tx): Promise<Outcome> => {
    const known = await findAccountByEmail(tx, email);
    // Locked before its code, in the order in which a sign-in with a temporary password locks them.
    const account = known && (await lockAccount(tx, known.id));
    const user_id = account?.id ?? UNKNOWN_USER_ID;
    const tried = account ? await tryCode(tx, { user_id, code, secret }, now) : { verdict: 'none' as const };
    if (tried.verdict === 'right') {
      const proved = { user_id, code_hash: tried.code_hash, proof: proof ?? null, ip, secret };
      return { reply: await (account?.is_verified ? verifyAgain : verifyFirst)(tx, proved, now) };
    }
    if (tried.verdict !== 'none') return { verdict: tried.verdict };
    const limit = triesWithoutCode(email);
    return { verdict: (await incrementRateLimit(tx, limit, now)) > limit.max ? 'exhausted' : 'wrong' };
  });
  if ('reply' in outcome) return outcome.reply;
  throw new AppError(outcome.verdict === 'exhausted' ? 'too_many_attempts' : 'invalid_code');
}

/** Takes the same steps for every address: without a pending account the job does nothing. */
export async function resendVerification(
  { db, clock, queue }: Pick<AppContext, 'db' | 'clock' | 'queue'>,
  email: string,
  ip: string,
): Promise<null> {
  const now = clock.now();
  // Comes first: requests for a thousand addresses leave no row for each.
  await consumeRateLimits(db, resends(ip), now);
  const seconds = await consumeCooldown(db, resendPause(email), now);
  if (seconds > 0) throw new AppError('resend_too_soon', { retry_after: seconds });
  await consumeRateLimits(db, codeEmails(email), now);
  const account = await findAccountByEmail(db, email);
  await resetRateLimit(db, triesWithoutCode(email).key);
  await queue.send('account.verification', { user_id: account?.id ?? UNKNOWN_USER_ID });
  return null;
}

/** No identity column ever gives this number. */
const UNKNOWN_USER_ID = 0;
