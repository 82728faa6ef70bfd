/** Tokens by which a provider says that somebody has signed out there (OpenID Connect Back-Channel Logout 1.0). */
import type { JSONWebKeySet, JWTVerifyGetKey } from 'jose';
import { fetchOver, type IdentityNetwork } from './identity-network.ts';
import { configurationOf, type OidcConnection, SIGNATURES } from './oidc.ts';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const MAX_AGE_SECONDS = 300;
/** Providers differ in how they name the type. */
const TYPES = new Set(['logout+jwt', 'jwt', '']);

export type Logout = { sid: string | null; sub: string | null; issued_at: Date };

/** Null for a token that is not of this provider, not for this client, too old, or no logout token. */
export async function readLogoutToken(
  identity: IdentityNetwork,
  connection: OidcConnection,
  token: string,
): Promise<Logout | null> {
  const configuration = await configurationOf(identity, connection);
  const { issuer, jwks_uri } = configuration.serverMetadata();
  if (!jwks_uri) return null;
  try {
    const { jwtVerify } = await import('jose');
    const { payload, protectedHeader } = await jwtVerify(token, await keysAt(identity, jwks_uri), {
      issuer,
      audience: connection.client_id,
      algorithms: [...SIGNATURES],
      maxTokenAge: MAX_AGE_SECONDS,
      clockTolerance: 30,
    });
    const { events, nonce, sid, sub, iat } = payload;
    const isLogout = typeof events === 'object' && events !== null && Object.hasOwn(events, EVENT);
    const isTyped = TYPES.has((protectedHeader.typ ?? '').toLowerCase());
    if (!isLogout || !isTyped || nonce !== undefined || iat === undefined) return null;
    const named = { sid: typeof sid === 'string' ? sid : null, sub: sub ?? null };
    return named.sid === null && named.sub === null ? null : { ...named, issued_at: new Date(iat * 1000) };
  } catch {
    return null;
  }
}

const KEYS_FRESH_MS = 60_000;
const kept = new Map<string, { keys: JWTVerifyGetKey; read_at: number }>();

/** Read at most once a minute: anybody may post a token. */
async function keysAt(identity: IdentityNetwork, address: string) {
  const known = kept.get(address);
  if (known && Date.now() - known.read_at < KEYS_FRESH_MS) return known.keys;
  const reply = await fetchOver(identity)(address, { method: 'GET', headers: {}, body: null });
  const { createLocalJWKSet } = await import('jose');
  const keys = createLocalJWKSet((await reply.json()) as JSONWebKeySet);
  kept.set(address, { keys, read_at: Date.now() });
  return keys;
}
