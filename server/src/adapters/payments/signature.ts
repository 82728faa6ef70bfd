/**
 * Signatures of webhook events: `t=<seconds>,v1=<hex>`, an HMAC-SHA256 over the time, a point and the bytes of the body.
 * The scheme is Stripe's; the simulated provider signs in the same way.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

const TOLERANCE_SECONDS = 5 * 60;

export function sign(bytes: Uint8Array, secret: string, now: Date): string {
  const time = Math.floor(now.getTime() / 1000);
  return `t=${time},v1=${sealOf(bytes, secret, String(time)).toString('hex')}`;
}

/** Whether these bytes were signed with the secret within five minutes of now, on either side. */
export function isSigned(bytes: Uint8Array, header: string | null, secret: string, now: Date): boolean {
  const parts = (header ?? '').split(',').map((part) => part.split('=', 2));
  const time = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\d{1,12}$/.test(time)) return false;
  if (Math.abs(now.getTime() / 1000 - Number(time)) > TOLERANCE_SECONDS) return false;
  const expected = sealOf(bytes, secret, time);
  // More than one while the operator changes the secret.
  return parts
    .filter(([name, value]) => name === 'v1' && /^[0-9a-f]{64}$/.test(value ?? ''))
    .some(([, value]) => timingSafeEqual(Buffer.from(value ?? '', 'hex'), expected));
}

const sealOf = (bytes: Uint8Array, secret: string, time: string) =>
  createHmac('sha256', secret).update(`${time}.`).update(bytes).digest();
