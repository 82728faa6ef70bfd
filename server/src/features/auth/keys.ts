/** One secret for the operator to keep, a key of its own for each purpose. */
import { createHmac, hkdfSync } from 'node:crypto';

export type Purpose = 'access token' | 'refresh successor' | 'verification code' | 'access key';

export function keyFor(purpose: Purpose, secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `prosa ${purpose}`, 32));
}

export function sealed(purpose: Purpose, secret: string, text: string): Buffer {
  return createHmac('sha256', keyFor(purpose, secret)).update(text).digest();
}
