/** The second step of a sign-in: after the right password, the second factor. Half way in, nothing is open. */
import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import { SECOND_STEP_SECONDS, SECOND_STEP_TRIES } from '#contract/limits.ts';
import type { SecondStep, SecondStepMethod, TokenPair } from '#contract/sign-in.ts';
import { openSecret, sealSecret } from '../../../adapters/sealing/seal.ts';
import type { AppContext } from '../../../app-context.ts';
import { AppError } from '../../../app-error.ts';
import type { Transaction } from '../../../db/client.ts';
import { sign_in_attempts } from '../../../db/tables/accounts.ts';
import { incrementRateLimit, requireBelowRateLimits } from '../../../request-guards/rate-limit.ts';
import { findDomainRule } from '../../domains/rules.ts';
import type { ChallengeUse } from '../../factors/challenges.ts';
import { assertionOptions, checkAssertion, type PasskeyResponse } from '../../factors/passkey-check.ts';
import { methodsOf, verifyFactor } from '../../factors/verify.ts';
import { methodOf, parseProvider, requireProviderRow } from '../../identity-providers/provider.ts';
import { Vouched } from '../../identity-providers/vouched.ts';
import { type Account, findAccount, lockAccount, setPassword } from '../../users/store.ts';
import { hashPassword, isOutdated } from '../credentials/passwords.ts';
import { hashOfToken, ownerOfToken } from '../credentials/tokens.ts';
import { liveTemporaryPassword } from '../records/credential-store.ts';
import { factorGuesses, secondSteps } from '../records/limits.ts';
import { type Entry, enterWithFactor } from './enter.ts';
import { type From, noteEmergencyEntry, queueRefusalAudit } from './sign-in-audit.ts';

type StepContext = Pick<AppContext, 'db' | 'clock' | 'secret' | 'queue' | 'secretKeys' | 'env' | 'log'>;

/** `credential`: digest of the hash of the password that was right, so that a change meanwhile voids the step. */
const Payload = z.object({
  credential: z.string(),
  is_temporary: z.boolean(),
  /** Sealed: the word of the provider by which the first step was taken. */
  vouched: z.string().nullable().default(null),
});

/** The seal of a word that waits for its second step; it lives for minutes, so that no key is ever replaced under it. */
const WAITING_WORD = {
  table: 'sign_in_attempts',
  column: 'payload',
  key: 'user_id',
  bound: ['key_hash'],
} as const;

/** `password`: null where a provider took its place. */
export async function beginSecondStep(
  { db, clock, secretKeys }: Pick<AppContext, 'db' | 'clock' | 'secretKeys'>,
  { account, temporary_hash, by }: Entry,
  password: string | null,
): Promise<SecondStep> {
  const now = clock.now();
  const token = `${account.id}.${randomBytes(32).toString('base64url')}`;
  const password_hash =
    password !== null && temporary_hash === null && isOutdated(account.password_hash)
      ? await hashPassword(password)
      : account.password_hash;
  await db.transaction(async (tx) => {
    const locked = await lockAccount(tx, account.id);
    if (locked?.password_hash !== account.password_hash) throw new AppError('invalid_credentials');
    if (password_hash !== account.password_hash) await setPassword(tx, account.id, password_hash, now);
    const key_hash = hashOfToken(token);
    await tx.insert(sign_in_attempts).values({
      key_hash,
      kind: 'second_step',
      user_id: account.id,
      payload: {
        credential: digest(temporary_hash ?? password_hash),
        is_temporary: temporary_hash !== null,
        vouched: by
          ? sealSecret(
              secretKeys,
              WAITING_WORD,
              { user_id: account.id, key_hash },
              JSON.stringify(by.vouched),
            )
          : null,
      } satisfies z.infer<typeof Payload>,
      expires_at: new Date(now.getTime() + SECOND_STEP_SECONDS * 1000),
    });
  });
  const methods = await methodsOf(db, account.id);
  return { second_step: { token, methods, expires_in: SECOND_STEP_SECONDS } };
}

type Typed = { token: string } & (
  | { method: 'totp' | 'recovery'; code: string }
  | { method: 'passkey'; response: PasskeyResponse }
);

export async function finishSecondStep(context: StepContext, typed: Typed, from: From): Promise<TokenPair> {
  const { db } = context;
  const { ip, user_agent } = from;
  const user_id = ownerOfToken(typed.token);
  if (user_id === null) throw new AppError('second_step_expired');
  const outcome = await db.transaction((tx) => attempt(tx, context, { ...typed, user_id, ip, user_agent }));
  if (outcome === 'expired') throw new AppError('second_step_expired');
  if (outcome !== 'wrong') return outcome;
  const account = await findAccount(db, user_id);
  await queueRefusalAudit(context, account, { ip, user_agent, reason: 'wrong_second_factor' });
  throw new AppError('wrong_second_factor');
}

/** For somebody who is signed in and proves anew who they are. */
export async function requireFactorCode(
  context: Pick<AppContext, 'db' | 'clock' | 'queue' | 'secretKeys'>,
  { id: user_id }: Pick<Account, 'id'>,
  code: string,
  from: From,
): Promise<void> {
  const guess = { user_id, method: 'totp', ...from } as const;
  const now = context.clock.now();
  const typed = { user_id, method: 'totp', code } as const;
  const isRight = await context.db.transaction(async (tx) => {
    await lockAccount(tx, user_id);
    await requireGuessesLeft(tx, guess, now);
    const isFitting = await verifyFactor(tx, context.secretKeys, typed, now);
    if (!isFitting) await countWrongCode(tx, context, guess);
    return isFitting;
  });
  if (!isRight) throw new AppError('wrong_factor_code');
}

type Guess = From & { user_id: number; method: SecondStepMethod };

/** While the account is held: guesses that come together, each for a step of its own, must not all be tried. */
async function requireGuessesLeft(tx: Transaction, { user_id, method, ip }: Guess, now: Date): Promise<void> {
  const limits = [...secondSteps(user_id, ip), ...(method === 'totp' ? [factorGuesses(user_id)] : [])];
  await requireBelowRateLimits(tx, limits, now);
}

/** Thirty wrong codes of an app within an hour are no typing errors: the app rests, and its owner gets an e-mail. */
async function countWrongCode(
  tx: Transaction,
  { clock, queue }: Pick<AppContext, 'clock' | 'queue'>,
  { user_id, method, ip, user_agent }: Guess,
): Promise<void> {
  const now = clock.now();
  for (const limit of secondSteps(user_id, ip)) await incrementRateLimit(tx, limit, now);
  if (method !== 'totp') return;
  const guesses = factorGuesses(user_id);
  if ((await incrementRateLimit(tx, guesses, now)) === guesses.max)
    await queue.send(
      'access.letter',
      { user_id, kind: 'factor_guessed', at: now.toISOString(), user_agent },
      tx,
    );
}

/** Wrong tries are kept, which an error would roll back. */
async function attempt(
  tx: Transaction,
  context: StepContext,
  { user_id, ip, user_agent, ...typed }: Typed & From & { user_id: number },
): Promise<TokenPair | 'wrong' | 'expired'> {
  const now = context.clock.now();
  const key_hash = hashOfToken(typed.token);
  const isLive = and(
    eq(sign_in_attempts.key_hash, key_hash),
    eq(sign_in_attempts.kind, 'second_step'),
    eq(sign_in_attempts.user_id, user_id),
    gt(sign_in_attempts.expires_at, now),
    lt(sign_in_attempts.wrong_tries, SECOND_STEP_TRIES),
  );
  const account = await lockAccount(tx, user_id);
  const guess = { user_id, method: typed.method, ip, user_agent };
  await requireGuessesLeft(tx, guess, now);
  const [row] = await tx.select().from(sign_in_attempts).where(isLive).for('update');
  const payload = Payload.safeParse(row?.payload);
  if (!account?.active || account.approval !== 'approved' || !payload.success) return 'expired';
  const temporary_hash = await stillHolds(tx, account, payload.data, now);
  if (temporary_hash === undefined) return 'expired';
  const word = await wordIn(tx, context, { user_id, key_hash }, payload.data.vouched);
  if (word === 'gone') return 'expired';
  if (!(await isRight(tx, context, user_id, typed))) {
    await tx
      .update(sign_in_attempts)
      .set({ wrong_tries: sql`${sign_in_attempts.wrong_tries} + 1` })
      .where(eq(sign_in_attempts.key_hash, key_hash));
    await countWrongCode(tx, context, guess);
    return 'wrong';
  }
  await tx.delete(sign_in_attempts).where(eq(sign_in_attempts.key_hash, key_hash));
  const from = { ip, user_agent };
  if (!word && account.emergency && (await findDomainRule(tx, account.email)).door === 'provider')
    await noteEmergencyEntry(tx, context, account.id, from);
  const entry = {
    account,
    temporary_hash,
    from,
    ...(word ? { by: word, method: methodOf(word.provider) } : {}),
  };
  return (await enterWithFactor(tx, context, entry)) ?? 'expired';
}

/** The word of a provider that is still switched on; null where there was none. */
async function wordIn(
  tx: Transaction,
  { secretKeys }: Pick<AppContext, 'secretKeys'>,
  row: { user_id: number; key_hash: string },
  sealed: string | null,
): Promise<NonNullable<Entry['by']> | null | 'gone'> {
  if (sealed === null) return null;
  const text = openSecret(secretKeys, WAITING_WORD, row, sealed);
  const vouched = text === null ? null : Vouched.safeParse(JSON.parse(text));
  if (!vouched?.success) return 'gone';
  const provider = parseProvider(await requireProviderRow(tx, vouched.data.provider_id));
  return provider.active ? { provider, vouched: vouched.data } : 'gone';
}

async function isRight(
  tx: Transaction,
  context: StepContext,
  user_id: number,
  typed: Typed,
): Promise<boolean> {
  const { token, method } = typed;
  if (method !== 'passkey')
    return verifyFactor(tx, context.secretKeys, { user_id, method, code: typed.code }, context.clock.now());
  const { response } = typed;
  return (await checkAssertion(tx, context, { use: challengeUseFor(token), response, user_id })) !== null;
}

const challengeUseFor = (token: string): ChallengeUse => ({
  purpose: 'second-step',
  subject: hashOfToken(token),
});

/** For the keys of the person whose second step it is. */
export async function secondStepOptions(
  context: StepContext,
  token: string,
): Promise<Record<string, unknown>> {
  const isLive = and(
    eq(sign_in_attempts.key_hash, hashOfToken(token)),
    eq(sign_in_attempts.kind, 'second_step'),
    gt(sign_in_attempts.expires_at, context.clock.now()),
  );
  const [row] = await context.db.select().from(sign_in_attempts).where(isLive);
  if (!row?.user_id) throw new AppError('second_step_expired');
  return assertionOptions(context, challengeUseFor(token), row.user_id);
}

/** The hash of the temporary password that was right, null for the real one; undefined where it no longer is. */
async function stillHolds(
  tx: Transaction,
  account: Account,
  { credential, is_temporary }: z.infer<typeof Payload>,
  now: Date,
): Promise<string | null | undefined> {
  if (!is_temporary) return digest(account.password_hash) === credential ? null : undefined;
  const hash = await liveTemporaryPassword(tx, account.id, now);
  return hash !== undefined && digest(hash) === credential ? hash : undefined;
}

const digest = (hash: string) => createHash('sha256').update(hash).digest('base64url');
