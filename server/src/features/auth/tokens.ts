/** What a signed-in browser holds: a short-lived access token and the refresh token that renews it. */
import { createHash, randomBytes } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { TokenPair } from '#contract/auth.ts';
import { ACCESS_TOKEN_SECONDS } from '#contract/limits.ts';
import { keyFor, sealed } from './keys.ts';

const ISSUER = 'prosa';
const AUDIENCE = 'prosa-api';
/** How far ahead the clock of the machine that signed may be. */
const CLOCK_SKEW_SECONDS = 60;
const LARGEST_ID = 2_147_483_647;

/** Who is signed in, and by which sign-in. */
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

const Claims = z.object({
  sub: z.string().regex(/^[1-9]\d{0,9}$/),
  sid: z.uuid(),
  iat: z.number().int(),
});

/** Whom the token names; null for anything that this house did not sign or that has ended. */
export async function readAccessToken(secret: string, token: string, now: Date): Promise<Signed | null> {
  const payload = await verified(secret, token, now);
  const claims = Claims.safeParse(payload);
  if (!claims.success) return null;
  const user_id = Number(claims.data.sub);
  if (user_id > LARGEST_ID || claims.data.iat > secondsOf(now) + CLOCK_SKEW_SECONDS) return null;
  return { user_id, sign_in_id: claims.data.sid };
}

async function verified(secret: string, token: string, now: Date): Promise<unknown> {
  try {
    const { payload } = await jwtVerify(token, keyFor('access token', secret), {
      algorithms: ['HS256'],
      issuer: ISSUER,
      audience: AUDIENCE,
      requiredClaims: ['sub', 'sid', 'iat', 'exp'],
      currentDate: now,
    });
    return payload;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

const secondsOf = (instant: Date) => Math.floor(instant.getTime() / 1000);

/** Opaque: `<user id>.<32 random bytes>`. The number leads to the row, the rest is the secret. */
export const newRefreshToken = (user_id: number) => `${user_id}.${randomBytes(32).toString('base64url')}`;

/**
 * What a refresh token is exchanged for. Derived, so that every tab that comes with the same one gets the same
 * successor without the successor being stored anywhere in the clear.
 */
export function successorOf(secret: string, token: string, user_id: number): string {
  return `${user_id}.${sealed('refresh successor', secret, token).toString('base64url')}`;
}

export function ownerOfRefreshToken(token: string): number | null {
  const user_id = Number(/^([1-9]\d{0,9})\.[\w-]{43}$/.exec(token)?.[1]);
  return user_id > 0 && user_id <= LARGEST_ID ? user_id : null;
}

export const hashOfToken = (token: string) => createHash('sha256').update(token).digest('base64url');
