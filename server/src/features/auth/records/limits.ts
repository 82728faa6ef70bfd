/** Rate limits of the public endpoints. Addresses are kept as digests: people type passwords into the wrong field. */
import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import {
  RESEND_COOLDOWN_SECONDS,
  VERIFICATION_CODE_MINUTES,
  VERIFICATION_CODE_TRIES,
} from '#contract/limits.ts';
import type { Queryable } from '../../../db/client.ts';
import { consumeRateLimit, incrementRateLimit, type Limit } from '../../../request-guards/rate-limit.ts';
import type { Requester } from '../credentials/fair-queue.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Wrong passwords; the second is against trying one password on many accounts. */
export const failedSignIns = (email: string, ip: string): Limit[] => [
  { key: `sign-in:${pairOf(email, ip)}`, max: 10, seconds: 15 * MINUTE },
  ...fromPlace('sign-in', ip, { max: 100, seconds: 15 * MINUTE }),
];

/** One account as it is tried from one network: attempts from elsewhere are not its owner's doing. */
const pairOf = (email: string, ip: string): string => digest(email, networkOf(ip));

/** An attempt to hash a password, for the queue of hashing. */
export function requesterOf(email: string, ip: string, is_known: boolean): Requester {
  const network = networkOf(ip);
  return {
    pair: pairOf(email, ip),
    network,
    site: isIPv6(ip) ? network.split(':').slice(0, 3).join(':') : network,
    is_known,
    is_local: isLocal(network),
  };
}

/**
 * Wrong passwords for one account from all networks together. Above one of these numbers every further attempt from a
 * network that the account was never entered from waits for its turn: `pause_seconds` between two of them.
 */
const DISTRIBUTED_GUESSING = [
  { name: 'sign-in-day', max: 200, seconds: DAY, pause_seconds: 60 },
  { name: 'sign-in-quarter', max: 30, seconds: 15 * MINUTE, pause_seconds: 10 },
];

/** The limits of guessing at one account from anywhere, slowest first. */
export const accountGuesses = (email: string): (Limit & { pause_seconds: number })[] =>
  DISTRIBUTED_GUESSING.map(({ name, ...limit }) => ({ key: `${name}:${digest(email)}`, ...limit }));

export const guessPause = (email: string, seconds: number) => ({
  key: `sign-in-pause:${digest(email)}`,
  seconds,
});

/** Counts a wrong password, and refuses once too many came from here. */
export async function countFailedSignIn(db: Queryable, email: string, ip: string, now: Date): Promise<void> {
  for (const limit of accountGuesses(email)) await incrementRateLimit(db, limit, now);
  await consumeRateLimits(db, failedSignIns(email, ip), now);
}

/** Wrong codes of a second step, by account and network. */
export const secondSteps = (user_id: number, ip: string): Limit[] => [
  { key: `second-step-${digest(networkOf(ip))}:${user_id}`, max: 10, seconds: 15 * MINUTE },
];

/** Wrong codes of an authenticator app for one account from anywhere; when it is full, the app rests. */
export const factorGuesses = (user_id: number): Limit => ({
  key: `second-step-app:${user_id}`,
  max: 30,
  seconds: HOUR,
});

/** Passwords that are tried at a directory for one of its people, from anywhere: fewer than lock an account there. */
export const directoryGuesses = (subject_hash: string): Limit => ({
  key: `directory-password:${subject_hash}`,
  max: 5,
  seconds: 15 * MINUTE,
});

/** Logout tokens from one network, right or wrong. */
export const logoutTokens = (ip: string): Limit[] =>
  fromPlace('logout', ip, { max: 3_000, seconds: 15 * MINUTE });

/** Sign-ons that were begun from one network: a town hall is one address in the morning. */
export const signOns = (ip: string): Limit[] =>
  fromPlace('sign-on', ip, { max: 3_000, seconds: 15 * MINUTE });

/** Device keys that were not accepted, from one network. */
export const refusedPasskeys = (ip: string): Limit[] =>
  fromPlace('passkey', ip, { max: 100, seconds: 15 * MINUTE });

/** Codes typed while an app is set up. */
export const enrolmentTries = (user_id: number): Limit => ({
  key: `second-step-enrolment:${user_id}`,
  max: 20,
  seconds: 15 * MINUTE,
});

/** Tokens of invitations that lead nowhere, from one network. */
export const wrongInvitations = (ip: string): Limit[] =>
  fromPlace('invitation', ip, { max: 20, seconds: HOUR });

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
export const codeEmails = (email: string): Limit[] => [
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

export async function consumeRateLimits(db: Queryable, limits: Limit[], now: Date): Promise<void> {
  for (const limit of limits) await consumeRateLimit(db, limit, now);
}

/**
 * An address of this machine is not a network of its own: it is a developer, or a proxy that TRUST_PROXY does not name,
 * behind which all visitors would share one limit and one of them could lock out the rest.
 */
export function fromPlace(name: string, ip: string, limit: Omit<Limit, 'key'>): Limit[] {
  const network = networkOf(ip);
  return isLocal(network) ? [] : [{ key: `${name}-from:${digest(network)}`, ...limit }];
}

const isLocal = (network: string) => /^127\.|^0:0:0:0$/.test(network);

/** An IPv4 address, or the network of an IPv6 address: a subscriber is given 2^64 of those. */
export function networkOf(ip: string): string {
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
