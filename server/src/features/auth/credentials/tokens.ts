/** Access tokens, short-lived and signed, and the refresh tokens that renew them. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { SignJWT } from 'jose/jwt/sign';
import { z } from 'zod';
import { ACCESS_TOKEN_SECONDS } from '#contract/limits.ts';
import type { TokenPair } from '#contract/sign-in.ts';
import { keyedHash, keyFor } from './signing-keys.ts';

const ISSUER = 'prosa';
const AUDIENCE = 'prosa-api';
/** How far ahead the clock of the machine that signed may be. */
const CLOCK_SKEW_SECONDS = 60;
const LARGEST_ID = 2_147_483_647;

/** The person who is signed in, and the sign-in. */
export type Signed = { user_id: number; sign_in_id: string };

export async function tokenPair(
  secret: string,
  signed: Signed,
  refresh_token: string,
  now: Date,
): Promise<TokenPair> {
  const access_token = await signAccessToken(secret, signed, now);
  return { access_token, refresh_token, token_type: 'bearer', expires_in: ACCESS_TOKEN_SECONDS };
}

export function signAccessToken(secret: string, { user_id, sign_in_id }: Signed, now: Date): Promise<string> {
  const seconds = secondsOf(now);
  return new SignJWT({ sid: sign_in_id })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject(String(user_id))
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + ACCESS_TOKEN_SECONDS)
    .sign(keyFor('access token', secret));
}

const Header = z.strictObject({ alg: z.literal('HS256'), typ: z.literal('JWT').optional() });

const Claims = z.object({
  iss: z.literal(ISSUER),
  aud: z.literal(AUDIENCE),
  sub: z.string().regex(/^[1-9]\d{0,9}$/),
  sid: z.uuid(),
  iat: z.int(),
  exp: z.int(),
});

/** Verifies an access token. Null for a token that this installation did not sign or that has expired. */
export function readAccessToken(secret: string, token: string, now: Date): Signed | null {
  const claims = Claims.safeParse(signedPayload(secret, token));
  if (!claims.success) return null;
  const { sub, sid, iat, exp } = claims.data;
  const seconds = secondsOf(now);
  const user_id = Number(sub);
  if (user_id > LARGEST_ID || exp <= seconds || iat > seconds + CLOCK_SKEW_SECONDS) return null;
  return { user_id, sign_in_id: sid };
}

/**
 * Verifies the signature without jose, which does it in the threads that hash passwords: every request would wait behind
 * sign-ins. One algorithm, one key; nothing of a token is read before its signature is verified.
 */
function signedPayload(secret: string, token: string): unknown {
  const [header = '', payload = '', seal = '', ...more] = token.split('.');
  const ours = Buffer.from(keyedHash('access token', secret, `${header}.${payload}`).toString('base64url'));
  const given = Buffer.from(seal);
  if (more.length || given.length !== ours.length || !timingSafeEqual(given, ours)) return undefined;
  return Header.safeParse(parsed(header)).success ? parsed(payload) : undefined;
}

const parsed = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());

const secondsOf = (instant: Date) => Math.floor(instant.getTime() / 1000);

/** Opaque: `<user id>.<32 random bytes>`. The number leads to the row, the rest is the secret. */
export const newRefreshToken = (user_id: number) => `${user_id}.${randomBytes(32).toString('base64url')}`;

/**
 * The successor of a refresh token. It is derived, so that every tab that comes with the same one gets the same
 * successor without the successor being stored anywhere in the clear.
 */
export function successorOf(secret: string, token: string, user_id: number): string {
  return `${user_id}.${keyedHash('refresh successor', secret, token).toString('base64url')}`;
}

/** The user whom an opaque token names, a refresh token or one to choose a password; null for any other text. */
export function ownerOfToken(token: string): number | null {
  const user_id = Number(/^([1-9]\d{0,9})\.[\w-]{43}$/.exec(token)?.[1]);
  return user_id > 0 && user_id <= LARGEST_ID ? user_id : null;
}

export const hashOfToken = (token: string) => createHash('sha256').update(token).digest('base64url');
