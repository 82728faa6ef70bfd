/** OpenID Connect with one provider: the address to sign in at, the exchange of its answer, later checks, and its logout tokens. */
import { createHash } from 'node:crypto';
import type * as client from 'openid-client';
import { fetchOver, type IdentityNetwork } from './identity-network.ts';
import { failureOf, ProviderFailure } from './provider-failure.ts';

export type OidcConnection = {
  issuer: string;
  client_id: string;
  client_secret: string | null;
  client_auth: 'basic' | 'post';
};

/** Claims as the provider sent them: unknown values, never trusted as instructions. */
export type Claims = Readonly<Record<string, unknown>> & { sub: string; iat: number };

export type Exchanged = {
  claims: Claims;
  access_token: string;
  /** Null where the provider gives none. */
  refresh_token: string | null;
};

/** Loaded with the first sign-in by a provider. */
const library = () => import('openid-client');

const DISCOVERY_FRESH_MS = 3_600_000;
/** An older document serves while the provider is away. */
const DISCOVERY_KEPT_MS = 24 * DISCOVERY_FRESH_MS;
const TIMEOUT_SECONDS = 10;
/** Neither `none` nor keyed hashes, which the client secret would sign. */
export const SIGNATURES = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'] as const;

type Kept = { configuration: client.Configuration; read_at: number };

/** Configurations by connection, so that a sign-in does not read the documents of its provider anew. */
const kept = new Map<string, Kept>();
const KEPT_MAX = 100;

export async function configurationOf(
  identity: IdentityNetwork,
  connection: OidcConnection,
): Promise<client.Configuration> {
  const key = createHash('sha256').update(JSON.stringify(connection)).digest('base64url');
  const known = kept.get(key);
  const age = known ? Date.now() - known.read_at : Number.POSITIVE_INFINITY;
  if (known && age < DISCOVERY_FRESH_MS) return known.configuration;
  try {
    const configuration = await discover(identity, connection);
    if (kept.size >= KEPT_MAX) kept.clear();
    kept.set(key, { configuration, read_at: Date.now() });
    return configuration;
  } catch (error) {
    const failure = failureOf(error);
    if (known && age < DISCOVERY_KEPT_MS && failure.code === 'identity_provider_away')
      return known.configuration;
    throw failure;
  }
}

/** Reads the document of the provider now. */
export async function discover(
  identity: IdentityNetwork,
  { issuer, client_id, client_secret, client_auth }: OidcConnection,
): Promise<client.Configuration> {
  const client = await library();
  const authentication = client_auth === 'post' ? client.ClientSecretPost : client.ClientSecretBasic;
  return client.discovery(
    new URL(issuer),
    client_id,
    {},
    client_secret === null ? client.None() : authentication(client_secret),
    {
      // The network refuses plain http itself, but for this machine while developing.
      execute: [client.enableNonRepudiationChecks, client.allowInsecureRequests],
      [client.customFetch]: fetchOver(identity),
      timeout: TIMEOUT_SECONDS,
    },
  );
}

export type AuthorizationRequest = {
  redirect_uri: string;
  scope: string;
  state: string;
  nonce: string;
  verifier: string;
  /** Further parameters, such as `login_hint`. */
  more?: Record<string, string>;
};

/** PKCE with S256 always, also where the provider does not announce it. */
export async function authorizationUrl(
  configuration: client.Configuration,
  { redirect_uri, scope, state, nonce, verifier, more = {} }: AuthorizationRequest,
): Promise<string> {
  const client = await library();
  const code_challenge = await client.calculatePKCECodeChallenge(verifier);
  return client.buildAuthorizationUrl(configuration, {
    ...more,
    redirect_uri,
    scope,
    state,
    nonce,
    code_challenge,
    code_challenge_method: 'S256',
  }).href;
}

type Answer = { redirect_uri: string; query: string; state: string; nonce: string; verifier: string };

/** Throws `ProviderFailure`. The signature of the ID token is always verified. */
export async function exchange(
  configuration: client.Configuration,
  { redirect_uri, query, state, nonce, verifier }: Answer,
): Promise<Exchanged> {
  try {
    const tokens = await (await library()).authorizationCodeGrant(
      configuration,
      new URL(`${redirect_uri}?${query}`),
      {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      },
    );
    return exchangedIn(tokens);
  } catch (error) {
    throw failureOf(error);
  }
}

function exchangedIn(tokens: Awaited<ReturnType<typeof client.authorizationCodeGrant>>): Exchanged {
  const claims = tokens.claims();
  const header = tokens.id_token?.split('.')[0] ?? '';
  const { alg } = JSON.parse(Buffer.from(header, 'base64url').toString() || '{}') as { alg?: string };
  if (!claims || !SIGNATURES.some((one) => one === alg)) throw new ProviderFailure('provider_refused');
  return {
    claims: claims as unknown as Claims,
    access_token: tokens.access_token,
    refresh_token: tokens.refresh_token ?? null,
  };
}

/**
 * New tokens for a person who is still there. Claims are null where the provider sends no ID token along; its signature
 * is verified like that of the first one.
 */
export async function refreshed(
  configuration: client.Configuration,
  refresh_token: string,
): Promise<{ claims: Claims | null; refresh_token: string | null }> {
  try {
    const tokens = await (await library()).refreshTokenGrant(configuration, refresh_token);
    const claims = tokens.id_token === undefined ? null : exchangedIn(tokens).claims;
    return { claims, refresh_token: tokens.refresh_token ?? null };
  } catch (error) {
    throw failureOf(error);
  }
}

/** Further claims of the same person. */
export async function userInfo(
  configuration: client.Configuration,
  { claims, access_token }: Exchanged,
): Promise<Readonly<Record<string, unknown>>> {
  if (!configuration.serverMetadata().userinfo_endpoint) return {};
  try {
    return await (await library()).fetchUserInfo(configuration, access_token, claims.sub);
  } catch (error) {
    throw failureOf(error);
  }
}

/** The scope that asks for a refresh token; of a provider that says itself when somebody leaves none is needed for long. */
export function scopesFor(configuration: client.Configuration, scopes: string): string {
  const { scopes_supported = [] } = configuration.serverMetadata();
  const isNeeded = scopes_supported.includes(OFFLINE) && !announcesLogout(configuration);
  return isNeeded && !scopes.split(/\s+/).includes(OFFLINE) ? `${scopes} ${OFFLINE}` : scopes;
}
const OFFLINE = 'offline_access';

/** The page of the provider that ends the session there; null where it has none. */
export async function endSessionUrl(
  configuration: client.Configuration,
  post_logout_redirect_uri: string,
): Promise<string | null> {
  const { end_session_endpoint } = configuration.serverMetadata();
  if (!end_session_endpoint) return null;
  return (await library()).buildEndSessionUrl(configuration, { post_logout_redirect_uri }).href;
}

/** Whether the provider says at once when somebody signs out there. */
export const announcesLogout = (configuration: client.Configuration): boolean =>
  configuration.serverMetadata().backchannel_logout_supported === true;
