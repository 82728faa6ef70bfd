/**
 * Challenges for device keys. A challenge carries its time and a keyed hash of what it is for, so that asking for one
 * writes nothing: every opening of the sign-in page may ask. It is spent by keeping its hash.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { PASSKEY_CHALLENGE_SECONDS } from '#contract/limits.ts';
import type { Transaction } from '../../db/client.ts';
import { sign_in_attempts } from '../../db/tables/accounts.ts';
import { keyedHash } from '../auth/credentials/signing-keys.ts';

/** The use of a challenge, and the person or sign-in that it was made for; an empty subject is anybody. */
export type ChallengeUse = {
  purpose: 'enrolment' | 'sign-in' | 'second-step' | 'confirmation';
  subject: string;
};

const RANDOM_BYTES = 16;

export function newChallenge(secret: string, use: ChallengeUse, now: Date): Uint8Array<ArrayBuffer> {
  const head = `${randomBytes(RANDOM_BYTES).toString('base64url')}.${now.getTime().toString(36)}`;
  return new Uint8Array(Buffer.from(`${head}.${macOf(secret, use, head)}`));
}

/** Whether a challenge, as the browser sends it back in base64url, was made here for this use and is not too old. */
export function isChallenge(secret: string, use: ChallengeUse, sent: string, now: Date): boolean {
  const [random = '', time = '', mac = ''] = Buffer.from(sent, 'base64url').toString().split('.');
  const expected = Buffer.from(macOf(secret, use, `${random}.${time}`));
  const given = Buffer.from(mac);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
  const age = now.getTime() - Number.parseInt(time, 36);
  return age >= 0 && age < PASSKEY_CHALLENGE_SECONDS * 1000;
}

/** True for one of the requests that come with the same challenge. */
export async function spendChallenge(
  tx: Transaction,
  { user_id, sent }: { user_id: number; sent: string },
  now: Date,
): Promise<boolean> {
  const { rowCount } = await tx
    .insert(sign_in_attempts)
    .values({
      key_hash: createHash('sha256').update(sent).digest('base64url'),
      kind: 'spent_challenge',
      user_id,
      payload: {},
      expires_at: new Date(now.getTime() + PASSKEY_CHALLENGE_SECONDS * 1000),
    })
    .onConflictDoNothing();
  return rowCount === 1;
}

const macOf = (secret: string, { purpose, subject }: ChallengeUse, head: string): string =>
  keyedHash('passkey challenge', secret, `${purpose}\n${subject}\n${head}`).toString('base64url');
