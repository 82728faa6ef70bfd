/** The six digits that prove that an address is read by the person who typed it. */
import { randomInt, timingSafeEqual } from 'node:crypto';
import {
  VERIFICATION_CODE_LENGTH,
  VERIFICATION_CODE_MINUTES,
  VERIFICATION_CODE_TRIES,
} from '#contract/limits.ts';
import type { AppContext } from '../../app-context.ts';
import type { Transaction } from '../../db/client.ts';
import { keyedHash } from './credentials/signing-keys.ts';
import { countWrongTry, lockCode, putCode, spendCode } from './records/credential-store.ts';

/** Replaces the person's code; the caller mails what it returns. Only a keyed digest is stored. */
export async function issueCode(
  { db, clock, secret }: Pick<AppContext, 'db' | 'clock' | 'secret'>,
  user_id: number,
): Promise<string> {
  const now = clock.now();
  const code = String(randomInt(10 ** VERIFICATION_CODE_LENGTH)).padStart(VERIFICATION_CODE_LENGTH, '0');
  const expires_at = new Date(now.getTime() + VERIFICATION_CODE_MINUTES * 60_000);
  await putCode(db, { user_id, code_hash: seal(secret, user_id, code), expires_at }, now);
  return code;
}

/** `code_hash`: of the stored code. */
export type CodeVerdict =
  | { verdict: 'right'; code_hash: string }
  | { verdict: 'wrong' | 'exhausted' | 'none' };

/**
 * Tries a code once. A code that was spent is still right until it expires. The row stays locked until the transaction
 * ends, so that parallel guesses count one by one.
 */
export async function tryCode(
  tx: Transaction,
  guess: { user_id: number; code: string; secret: string },
  now: Date,
): Promise<CodeVerdict> {
  const stored = await lockCode(tx, guess.user_id);
  if (!stored || stored.expires_at <= now) return { verdict: 'none' };
  if (stored.wrong_tries >= VERIFICATION_CODE_TRIES) return { verdict: 'exhausted' };
  const given = Buffer.from(seal(guess.secret, guess.user_id, guess.code));
  if (timingSafeEqual(given, Buffer.from(stored.code_hash))) {
    await spendCode(tx, guess.user_id, now);
    return { verdict: 'right', code_hash: stored.code_hash };
  }
  await countWrongTry(tx, guess.user_id);
  return { verdict: 'wrong' };
}

const seal = (secret: string, user_id: number, code: string) =>
  keyedHash('verification code', secret, `${user_id}:${code}`).toString('base64url');
