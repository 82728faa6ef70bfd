/** Tokens of links: person and number, by which the row is found, and 32 random bytes that are compared. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

export type LinkKey = { user_id: number; id: number };

const NUMBER_BYTES = 4;
const KEY_BYTES = 2 * NUMBER_BYTES;
const RANDOM_BYTES = 32;

export const newSecret = (): Buffer => randomBytes(RANDOM_BYTES);
export const hashOf = (secret: Buffer): Buffer => createHash('sha256').update(secret).digest();
export const isSecretOf = (secret: Buffer, token_hash: Buffer): boolean =>
  timingSafeEqual(hashOf(secret), token_hash);

export function tokenOf({ user_id, id }: LinkKey, secret: Buffer): string {
  const key = Buffer.alloc(KEY_BYTES);
  key.writeInt32BE(user_id, 0);
  key.writeInt32BE(id, NUMBER_BYTES);
  return Buffer.concat([key, secret]).toString('base64url');
}

/** Null for what is no token. */
export function readToken(token: string): (LinkKey & { secret: Buffer }) | null {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== KEY_BYTES + RANDOM_BYTES || bytes.toString('base64url') !== token) return null;
  const [user_id, id] = [bytes.readInt32BE(0), bytes.readInt32BE(NUMBER_BYTES)];
  return user_id > 0 && id > 0 ? { user_id, id, secret: bytes.subarray(KEY_BYTES) } : null;
}
