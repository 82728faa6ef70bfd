/** One secret for the operator to keep, a key of its own for each purpose. */
import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

export type Purpose =
  | 'access token'
  | 'refresh successor'
  | 'verification code'
  | 'registration proof'
  | 'registration network'
  | 'sign-in network'
  | 'choose password'
  | 'access key'
  | 'scim token'
  | 'passkey challenge'
  | 'invitation entry'
  | 'question group'
  | 'counter puzzle'
  | 'citizen request'
  | 'sign-on state'
  | 'sign-on nonce'
  | 'sign-on verifier';

/** Every request asks for one; a process has one secret, a test may have several. */
const known = new Map<string, KeyObject>();

export function keyFor(purpose: Purpose, secret: string): KeyObject {
  const name = `${purpose} ${secret}`;
  const key = known.get(name) ?? createSecretKey(bytesFor(purpose, secret));
  known.set(name, key);
  return key;
}

/** The network of a sign-in as a keyed digest, by which a known one is recognised. */
export const networkHash = (secret: string, email: string, network: string): string =>
  keyedHash('sign-in network', secret, `${email} ${network}`).toString('base64url');

const bytesFor = (purpose: Purpose, secret: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', `prosa ${purpose}`, 32));

export function keyedHash(purpose: Purpose, secret: string, text: string): Buffer {
  return createHmac('sha256', keyFor(purpose, secret)).update(text).digest();
}
