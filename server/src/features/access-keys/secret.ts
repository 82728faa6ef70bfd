/**
 * The secret of an access key: `prosa_`, 43 letters and digits that are 256 bits, and 6 more that prove that it was
 * copied whole. It is derived from a seed that lives as long as the call that made it may be repeated; afterwards
 * nobody can tell it again, for what is stored is its hash.
 */
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { ACCESS_KEY_PREFIX } from '#contract/limits.ts';
import { keyedHash } from '../auth/credentials/signing-keys.ts';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 43;
const CHECK_LENGTH = 6;
const FORM = new RegExp(`^${ACCESS_KEY_PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH + CHECK_LENGTH}}$`);
const HINT_LENGTH = 4;

export function secretFrom(serverSecret: string, seed: string): string {
  const bytes = keyedHash('access key', serverSecret, seed);
  const random = inDigits(BigInt(`0x${bytes.toString('hex')}`), RANDOM_LENGTH);
  return ACCESS_KEY_PREFIX + random + checkOf(random);
}

/** False for a text that is no secret of this product: mistyped, cut, or something else. */
export function isWellFormed(secret: string): boolean {
  if (!FORM.test(secret)) return false;
  const random = secret.slice(ACCESS_KEY_PREFIX.length, -CHECK_LENGTH);
  return secret.endsWith(checkOf(random));
}

/** How it is found: by its hash, in one look-up. What differs in the first letter takes as long as what differs in the last. */
export const hashOfSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** The end of the check sum, which says next to nothing about the rest. */
export const hintOf = (secret: string): string => secret.slice(-HINT_LENGTH);

const checkOf = (random: string): string =>
  inDigits(BigInt(crc32(`${ACCESS_KEY_PREFIX}${random}`)), CHECK_LENGTH);

function inDigits(value: bigint, length: number): string {
  const base = BigInt(DIGITS.length);
  let text = '';
  for (let rest = value; text.length < length; rest /= base)
    text = (DIGITS[Number(rest % base)] ?? '') + text;
  return text;
}
