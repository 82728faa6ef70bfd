/** A puzzle that costs a browser some tenths of a second and a flood of visitors its speed. It is kept nowhere until it is solved. */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { COUNTER_PUZZLE_BITS, COUNTER_PUZZLE_MINUTES } from '#contract/limits.ts';
import type { AppContext } from '../../../app-context.ts';
import { AppError } from '../../../app-error.ts';
import { consumeCooldown } from '../../../request-guards/rate-limit.ts';
import { keyFor } from '../../auth/credentials/signing-keys.ts';

const LIFE_SECONDS = COUNTER_PUZZLE_MINUTES * 60;

export type Proof = { challenge: string; nonce: string };

export function newPuzzle(secret: string, slug: string, now: Date): { challenge: string; bits: number } {
  const expiry = Math.floor(now.getTime() / 1_000) + LIFE_SECONDS;
  const stated = `${expiry}.${randomBytes(16).toString('base64url')}`;
  return { challenge: `${stated}.${seal(secret, slug, stated)}`, bits: COUNTER_PUZZLE_BITS };
}

/** Throws `proof_wrong` for a puzzle of another counter, an old one, one that is not solved, and one that was used. */
export async function requireProof(
  { db, secret, clock }: Pick<AppContext, 'db' | 'secret' | 'clock'>,
  slug: string,
  { challenge, nonce }: Proof,
): Promise<void> {
  const now = clock.now();
  const [expiry = '', random = '', mac = ''] = challenge.split('.');
  const isOurs = isSame(mac, seal(secret, slug, `${expiry}.${random}`));
  const isInTime = Number(expiry) * 1_000 > now.getTime();
  if (!isOurs || !isInTime || leadingZeroBits(`${challenge}.${nonce}`) < COUNTER_PUZZLE_BITS)
    throw new AppError('proof_wrong');
  const used = await consumeCooldown(
    db,
    { key: `counter-puzzle:${random}`, seconds: LIFE_SECONDS + 60 },
    now,
  );
  if (used) throw new AppError('proof_wrong');
}

const seal = (secret: string, slug: string, stated: string) =>
  createHmac('sha256', keyFor('counter puzzle', secret)).update(`${slug}\n${stated}`).digest('base64url');

const isSame = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

export function leadingZeroBits(text: string): number {
  let bits = 0;
  for (const byte of createHash('sha256').update(text).digest()) {
    if (byte !== 0) return bits + Math.clz32(byte) - 24;
    bits += 8;
  }
  return bits;
}
