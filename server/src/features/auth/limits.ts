/** How often the doors that strangers stand at may be tried. Addresses are kept as digests: someone may type a password there. */
import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import {
  RESEND_COOLDOWN_SECONDS,
  VERIFICATION_CODE_MINUTES,
  VERIFICATION_CODE_TRIES,
} from '#contract/limits.ts';
import type { Queryable } from '../../db/client.ts';
import { consumeRateLimit, type Limit } from '../../request-guards/rate-limit.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Wrong passwords; the second is against trying one password on many accounts. */
export const failedSignIns = (email: string, ip: string): Limit[] => [
  { key: `sign-in:${accountFrom(email, ip)}`, max: 10, seconds: 15 * MINUTE },
  ...fromPlace('sign-in', ip, { max: 100, seconds: 15 * MINUTE }),
];

/** One account as it is tried from one place: what somebody elsewhere does to it is not its owner's doing. */
export const accountFrom = (email: string, ip: string): string => digest(email, placeOf(ip));

export const registrations = (email: string, ip: string): Limit[] => [
  { key: `register:${digest(email)}`, max: 5, seconds: HOUR },
  ...fromPlace('register', ip, { max: 20, seconds: HOUR }),
];

export const resets = (email: string, ip: string): Limit[] => [
  { key: `reset:${digest(email)}`, max: 5, seconds: HOUR },
  ...fromPlace('reset', ip, { max: 20, seconds: HOUR }),
];

/** Asking for a letter to one address after the other. */
export const resends = (ip: string): Limit[] => fromPlace('resend', ip, { max: 20, seconds: HOUR });

/** Every code is five more guesses, so their number bounds what guessing can reach. */
export const codeLetters = (email: string): Limit[] => [
  { key: `code:${digest(email)}`, max: 5, seconds: HOUR },
  { key: `code-day:${digest(email)}`, max: 10, seconds: DAY },
];

/** Codes tried, right or wrong: whether an address is already verified cannot be asked of thousands. */
export const codeTries = (ip: string): Limit[] => fromPlace('verify', ip, { max: 100, seconds: 15 * MINUTE });

/** Wrong codes for an address that has none: it behaves like one that has. */
export const triesWithoutCode = (email: string): Limit => ({
  key: `verify:${digest(email)}`,
  max: VERIFICATION_CODE_TRIES,
  seconds: VERIFICATION_CODE_MINUTES * MINUTE,
});

export const resendPause = (email: string) => ({
  key: `resend:${digest(email)}`,
  seconds: RESEND_COOLDOWN_SECONDS,
});

/** A sign-in before verification mails a code; ten at once mail one. */
export const signInCodePause = (email: string) => ({ key: `sign-in-code:${digest(email)}`, seconds: MINUTE });

export async function takeTurns(db: Queryable, limits: Limit[], now: Date): Promise<void> {
  for (const limit of limits) await consumeRateLimit(db, limit, now);
}

/**
 * Nobody is far away at an address of this machine: it is a developer, or a proxy that TRUST_PROXY does not name,
 * behind which all visitors would share one limit and one of them could lock out the rest.
 */
function fromPlace(name: string, ip: string, limit: Omit<Limit, 'key'>): Limit[] {
  const place = placeOf(ip);
  return /^127\.|^0:0:0:0$/.test(place) ? [] : [{ key: `${name}-from:${digest(place)}`, ...limit }];
}

/** An IPv4 address, or the network of an IPv6 address: a subscriber is given 2^64 of those. */
export function placeOf(ip: string): string {
  const mapped = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(ip)) return ip;
  const [head = '', tail] = (ip.split('%')[0] ?? '').toLowerCase().split('::');
  const front = groupsOf(head);
  const back = tail === undefined ? [] : groupsOf(tail);
  const zeros = Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0');
  return [...front, ...(tail === undefined ? [] : zeros), ...back].slice(0, 4).join(':');
}

const groupsOf = (text: string) =>
  text
    .split(':')
    .filter(Boolean)
    .map((group) => Number.parseInt(group, 16).toString(16));

const digest = (...parts: string[]) =>
  createHash('sha256').update(parts.join('\n')).digest('base64url').slice(0, 22);
