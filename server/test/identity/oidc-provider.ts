/**
 * A provider of OpenID Connect on this machine whose claims, keys and faults a test chooses. It checks what it is sent
 * (client, redirect address, PKCE) as a real one does. Beside it stands `certified-provider.ts`.
 */
import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

export type Person = Record<string, unknown> & { sub: string };

type Pending = { person: Person; nonce: string; challenge: string; redirect_uri: string };
type Forging = {
  /** Signs with a key that the provider does not publish. */
  with_other_key?: boolean;
  /** An unsigned token, or one that the client secret signs. */
  alg?: 'none' | 'HS256';
  claims?: Record<string, unknown>;
};

export const CLIENT = { client_id: 'prosa', secret: 'segredo do cliente 0123456789' };

export async function startOidcProvider() {
  const keys = await generateKeyPair('RS256');
  const otherKeys = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'um', use: 'sig', alg: 'RS256' };
  const codes = new Map<string, Pending>();
  const refreshTokens = new Map<string, Person>();
  const revoked = new Set<string>();
  const calls: string[] = [];
  const state = {
    forging: {} as Forging,
    /** Answers every call with this status. */
    fault: null as number | null,
    /** For how long it was at work altogether, to tell its share of a time from ours. */
    worked_ms: 0,
    gives_refresh_tokens: true,
    announces_logout: false,
    /** Stands in the document of discovery instead of what is true. */
    document: {} as Record<string, unknown>,
    /** The person who is signed in at the provider. */
    present: { sub: 'ninguem' } as Person,
    userinfo: {} as Record<string, unknown>,
  };

  const server = createServer((request, response) => {
    const began = performance.now();
    void answer(request, response)
      .catch((error: unknown) => {
        response.writeHead(500).end(String(error));
      })
      .finally(() => {
        state.worked_ms += performance.now() - began;
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', issuer);
    calls.push(`${request.method} ${url.pathname}`);
    const reply = (status: number, body: unknown) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (state.fault) return reply(state.fault, { error: 'server_error' });
    if (url.pathname === '/.well-known/openid-configuration') return reply(200, document());
    if (url.pathname === '/jwks') return reply(200, { keys: [jwk] });
    if (url.pathname === '/userinfo') return reply(200, { sub: state.present.sub, ...state.userinfo });
    if (url.pathname === '/token') return token(new URLSearchParams(await bodyOf(request)), request, reply);
    if (url.pathname === '/authorize') {
      const query = authorize(url.href, state.present);
      const back = url.searchParams.get('redirect_uri');
      return void response.writeHead(303, { location: `${back}?${query}` }).end();
    }
    return reply(404, {});
  }

  const document = () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
    authorization_response_iss_parameter_supported: true,
    ...(state.announces_logout ? { backchannel_logout_supported: true } : {}),
    end_session_endpoint: `${issuer}/logout`,
    ...state.document,
  });

  /** The person signs in there; returns the query with which the browser comes back. */
  function authorize(authorization_url: string, person: Person): string {
    const { searchParams } = new URL(authorization_url);
    const value = (name: string) => searchParams.get(name) ?? '';
    if (value('client_id') !== CLIENT.client_id || value('response_type') !== 'code')
      throw new Error('client');
    if (value('code_challenge_method') !== 'S256') throw new Error('PKCE is missing');
    const code = randomUUID();
    codes.set(code, {
      person,
      nonce: value('nonce'),
      challenge: value('code_challenge'),
      redirect_uri: value('redirect_uri'),
    });
    return new URLSearchParams({ code, state: value('state'), iss: issuer }).toString();
  }

  type Reply = (status: number, body: unknown) => void;
  async function token(form: URLSearchParams, request: IncomingMessage, reply: Reply): Promise<void> {
    const basic = `Basic ${Buffer.from(`${CLIENT.client_id}:${encodeURIComponent(CLIENT.secret).replace(/%20/g, '+')}`).toString('base64')}`;
    if (request.headers.authorization !== basic) return reply(401, { error: 'invalid_client' });
    if (form.get('grant_type') === 'refresh_token') {
      const given = form.get('refresh_token') ?? '';
      const person = refreshTokens.get(given);
      if (!person || revoked.has(person.sub)) return reply(400, { error: 'invalid_grant' });
      return reply(200, await tokensFor(person, null, given));
    }
    const code = form.get('code') ?? '';
    const pending = codes.get(code);
    codes.delete(code);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isRight = pending?.challenge === challenge && pending.redirect_uri === form.get('redirect_uri');
    if (!pending || !isRight) return reply(400, { error: 'invalid_grant' });
    const refresh_token = state.gives_refresh_tokens ? randomUUID() : null;
    if (refresh_token) refreshTokens.set(refresh_token, pending.person);
    return reply(200, await tokensFor(pending.person, pending.nonce, refresh_token));
  }

  async function tokensFor(person: Person, nonce: string | null, refresh_token: string | null) {
    const { with_other_key, alg, claims = {} } = state.forging;
    const now = Math.floor(Date.now() / 1000);
    const payload = {
      ...{ iss: issuer, aud: CLIENT.client_id, iat: now, exp: now + 300 },
      ...(nonce ? { nonce } : {}),
      ...person,
      ...claims,
    };
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const id_token =
      alg === 'none'
        ? `${part({ alg: 'none' })}.${part(payload)}.`
        : await new SignJWT(payload)
            .setProtectedHeader({ alg: alg ?? 'RS256', ...(alg ? {} : { kid: 'um' }) })
            .sign(alg ? Buffer.from(CLIENT.secret) : (with_other_key ? otherKeys : keys).privateKey);
    return {
      access_token: randomUUID(),
      token_type: 'Bearer',
      expires_in: 300,
      id_token,
      ...(refresh_token ? { refresh_token } : {}),
    };
  }

  return {
    issuer,
    state,
    calls,
    authorize,
    /** The directory lets the person go. */
    revoke: (sub: string) => void revoked.add(sub),
    /** A logout token as the provider posts it. */
    logoutToken: (
      claims: Record<string, unknown> & { iss?: string; aud?: string },
      options: { typ?: string; other_key?: boolean } = {},
    ) =>
      new SignJWT({
        events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
        jti: randomUUID(),
        ...claims,
      })
        .setProtectedHeader({ alg: 'RS256', kid: 'um', typ: options.typ ?? 'logout+jwt' })
        .setIssuer(claims.iss ?? issuer)
        .setAudience(claims.aud ?? CLIENT.client_id)
        .sign((options.other_key ? otherKeys : keys).privateKey),
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export type OidcStandIn = Awaited<ReturnType<typeof startOidcProvider>>;

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
