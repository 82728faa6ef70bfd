/** Time-based one-time passwords (RFC 6238) as authenticator apps make them: SHA-1, six digits, thirty seconds. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { TOTP_DIGITS, TOTP_STEP_SECONDS } from '#contract/limits.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const SECRET_BYTES = 20;
const ISSUER = 'Prosa';

/** Base32, as apps take it. */
export const newTotpSecret = (): string => toBase32(randomBytes(SECRET_BYTES));

/** The address that the QR code holds. */
export function totpAddress(secret: string, email: string): string {
  const label = encodeURIComponent(`${ISSUER}:${email}`);
  const settings = new URLSearchParams({
    secret,
    issuer: ISSUER,
    algorithm: 'SHA1',
    digits: String(TOTP_DIGITS),
    period: String(TOTP_STEP_SECONDS),
  });
  return `otpauth://totp/${label}?${settings.toString()}`;
}

export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = digest.readUInt8(digest.length - 1) & 15;
  const number = digest.readUInt32BE(offset) & 0x7f_ff_ff_ff;
  return String(number % 10 ** TOTP_DIGITS).padStart(TOTP_DIGITS, '0');
}

export const stepAt = (now: Date): number => Math.floor(now.getTime() / 1000 / TOTP_STEP_SECONDS);

/** The step whose code was typed, of this one and its neighbours: clocks differ. Null where it is none of them. */
export function matchingStep(secret: string, typed: string, now: Date): number | null {
  const code = Buffer.from(typed.replace(/[\s-]/g, ''));
  const step = stepAt(now);
  const fitting = [step, step - 1, step + 1].filter((one) =>
    isSame(code, Buffer.from(totpCode(secret, one))),
  );
  return fitting[0] ?? null;
}

const isSame = (typed: Buffer, code: Buffer) => typed.length === code.length && timingSafeEqual(typed, code);

/** RFC 4648 without padding. */
export function toBase32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('');
}

/** Whole bytes only; the bits that are left over are padding. */
export function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
