/** Entering by a provider of OpenID Connect: there and back, attacks on the way, and what is kept. */
import { eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildProvider } from '../../../test/identity/built-provider.ts';
import {
  CLIENT,
  type OidcStandIn,
  type Person,
  startOidcProvider,
} from '../../../test/identity/oidc-provider.ts';
import { begin, finish, newTab, signOn } from '../../../test/identity/sign-on.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { sign_in_attempts, sign_ins } from '../../db/tables/accounts.ts';
import { identities, identity_providers, provider_sessions } from '../../db/tables/identity.ts';
import { users } from '../../db/tables/people.ts';

const hour = 3_600;
let testServer: TestServer;
let provider: OidcStandIn;
let id: number;
beforeAll(async () => {
  provider = await startOidcProvider();
});
afterAll(() => provider.close());
beforeEach(async () => {
  testServer = await startTestServer();
  provider.state.forging = {};
  provider.state.gives_refresh_tokens = true;
  provider.state.fault = null;
  provider.state.userinfo = {};
  id = await build('casa');
});
afterEach(() => testServer.close());

const build = (slug: string, settings = {}) =>
  buildProvider(testServer.context, {
    slug,
    secret: CLIENT.secret,
    settings: { issuer: provider.issuer, client_id: CLIENT.client_id, ...settings },
  });
const ana: Person = { sub: 'ana-1', email: 'ana@exemplo.gov.br', email_verified: true, name: 'Ana Souza' };
const come = (person: Person = ana, slug = 'casa') => signOn(testServer, provider, slug, person);
const signInsOf = () => testServer.context.db.$count(sign_ins);

describe('a sign-on', () => {
  test('R-ACC-03 asks with code, PKCE, nonce and state, although PKCE is not announced', async () => {
    const { authorization_url, state } = await begin(testServer, 'casa');
    const { origin, searchParams } = new URL(authorization_url);
    expect(origin).toBe(provider.issuer);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      scope: 'openid email profile',
      state,
      redirect_uri: expect.stringMatching(/\/entrar\/retorno\/casa$/),
    });
    expect(searchParams.get('code_challenge')).toMatch(/^[\w-]{43}$/);
    expect(searchParams.get('nonce')).toMatch(/^[\w-]{43}$/);
    // Starting costs nothing.
    expect(await testServer.context.db.$count(sign_in_attempts)).toBe(0);
  });

  test('makes an account at the first entry, knows it at the second, and says how it was entered', async () => {
    const { status, body } = await come();
    expect(status).toBe(200);
    const me = await testServer.as({ token: body.data.access_token }).get('/users/me');
    expect(me.body.data).toMatchObject({
      email: 'ana@exemplo.gov.br',
      name: 'Ana Souza',
      is_verified: true,
      role: 'user',
    });
    const again = await come({ ...ana, email: 'outro@exemplo.gov.br' });
    const as = testServer.as({ token: again.body.data.access_token });
    expect((await as.get('/users/me')).body.data.id).toBe(me.body.data.id);
    const { data } = (await as.get('/auth/sign-ins')).body;
    expect(data.map((one: Record<string, unknown>) => [one.method, one.provider])).toEqual([
      ['oidc', 'Provedor'],
      ['oidc', 'Provedor'],
    ]);
    expect(await testServer.context.db.$count(users, eq(users.name, 'Ana Souza'))).toBe(1);
  });

  test('R-ACC-60 of a known person whom nothing changed takes fourteen statements, and not more', async () => {
    await come();
    const began = await begin(testServer, 'casa');
    const query = provider.authorize(began.authorization_url, ana);
    const sent = vi.spyOn(pg.Client.prototype, 'query');
    const { status } = await finish(testServer, 'casa', began, query);
    const statements = sent.mock.calls.length;
    sent.mockRestore();
    expect(status).toBe(200);
    expect(statements).toBeGreaterThan(2);
    expect(statements).toBeLessThanOrEqual(14);
  });

  test('R-ACC-24 keeps neither the subject nor the session of the provider in the clear', async () => {
    await come({ ...ana, sub: '12345678901', sid: 'sessao-la' });
    const { db } = testServer.context;
    const kept = JSON.stringify([
      await db.select().from(identities),
      await db.select().from(provider_sessions),
      await db.select().from(sign_in_attempts),
    ]);
    expect(kept).not.toMatch(/12345678901|sessao-la/);
    expect(testServer.logs.join('\n')).not.toMatch(/12345678901|ana@exemplo/);
  });

  test('asks the provider for what its token leaves out', async () => {
    provider.state.userinfo = { email: 'ana@exemplo.gov.br', email_verified: 'true', name: 'Ana' };
    expect((await come({ sub: 'ana-1' })).status).toBe(200);
  });

  test.each([
    ['without an address', { sub: 'x' }],
    ['with an address that is not verified', { ...ana, email_verified: false }],
    ['with an address that is not verified, said as text', { ...ana, email_verified: 'false' }],
  ])('is refused %s', async (_, person) => {
    const { status, body } = await come(person as Person);
    expect([status, body.code]).toEqual([403, 'provider_no_email']);
  });

  test('is refused without a word on it, in a domain that is not entrusted, which the refusal names', async () => {
    const { status, body } = await come({ sub: 'x', email: 'a@exemplo.gov.br' } as Person);
    expect([status, body.code]).toEqual([403, 'provider_domain_not_entrusted']);
  });
});

describe('an attack', () => {
  test('R-ACC-04 with a state that was used opens nothing: of five at once one enters', async () => {
    const began = await begin(testServer, 'casa');
    const query = provider.authorize(began.authorization_url, ana);
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => finish(testServer, 'casa', began, query)),
    );
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400, 400]);
    expect(
      replies.filter(({ status }) => status === 400).every(({ body }) => body.code === 'sso_expired'),
    ).toBe(true);
    expect(await signInsOf()).toBe(1);
  });

  test.each([
    ['from another tab', 0, () => newTab().binding],
    ['without the secret of the tab', 0, () => ''],
    ['after ten minutes', 601_000, null],
  ])('R-ACC-04 %s opens nothing', async (_, wait, other) => {
    const began = await begin(testServer, 'casa');
    testServer.clock.advance(wait);
    const binding = other ? other() : began.binding;
    const query = provider.authorize(began.authorization_url, ana);
    const { status, body } = await finish(testServer, 'casa', { ...began, binding }, query);
    expect([status, body.code]).toEqual([400, 'sso_expired']);
    expect(await signInsOf()).toBe(0);
  });

  test('R-ACC-04 with a state that was changed opens nothing', async () => {
    const began = await begin(testServer, 'casa');
    const query = provider.authorize(began.authorization_url, ana);
    for (const state of [`x${began.state}`, `${began.state}x`, `${began.state}.x`, 'a.b', '', '.']) {
      const { body } = await finish(testServer, 'casa', { ...began, state }, query);
      expect(body.code).toBe('sso_expired');
    }
  });

  test('R-ACC-06 with the answer of one provider at the address of another exchanges nothing', async () => {
    await build('outra');
    const began = await begin(testServer, 'casa');
    const query = provider.authorize(began.authorization_url, ana);
    const before = provider.calls.length;
    const { status, body } = await finish(testServer, 'outra', began, query);
    expect([status, body.code]).toEqual([401, 'provider_refused']);
    expect(provider.calls.slice(before)).toEqual([]);
  });

  test('R-ACC-06 with a foreign issuer in the answer is refused', async () => {
    const began = await begin(testServer, 'casa');
    const query = new URLSearchParams(provider.authorize(began.authorization_url, ana));
    query.set('iss', 'https://outro.exemplo');
    const { body } = await finish(testServer, 'casa', began, query.toString());
    expect(body.code).toBe('provider_refused');
  });

  const seconds = Math.floor(Date.now() / 1000);
  test.each([
    ['signed by another key', { with_other_key: true }],
    ['not signed', { alg: 'none' as const }],
    ['signed by the client secret', { alg: 'HS256' as const }],
    ['for another client', { claims: { aud: 'outro' } }],
    ['of another issuer', { claims: { iss: 'https://outro.exemplo' } }],
    ['that has expired', { claims: { exp: seconds - hour, iat: seconds - 2 * hour } }],
    ['of another sign-on', { claims: { nonce: 'outro' } }],
  ])('R-ACC-05 with an ID token %s is refused', async (_, forging) => {
    provider.state.forging = forging;
    const { status, body } = await come();
    expect([status, body.code]).toEqual([401, 'provider_refused']);
    expect(await signInsOf()).toBe(0);
  });

  test('by words of the provider shows only our sentence', async () => {
    const began = await begin(testServer, 'casa');
    const words = { state: began.state, iss: provider.issuer, error_description: '<b>palavras</b>\r\nlinha' };
    const cancelled = await finish(
      testServer,
      'casa',
      began,
      new URLSearchParams({ ...words, error: 'access_denied' }).toString(),
    );
    expect([cancelled.status, cancelled.body.code]).toEqual([401, 'provider_cancelled']);
    expect(cancelled.text).not.toContain('palavras');
  });
});

describe('a provider', () => {
  test('that does not answer is shown as failing until it answers again', async () => {
    provider.state.fault = 503;
    const { binding_hash } = newTab();
    // Another client, so that no document of a former test serves.
    await testServer.context.db.execute(
      sql`update identity_providers set settings = settings || '{"client_auth":"post"}'`,
    );
    const { status, body } = await testServer.anyone().post('/auth/sso/casa/start', { binding_hash });
    expect([status, body.code]).toEqual([503, 'identity_provider_away']);
    const rowOf = async () =>
      (await testServer.context.db.select().from(identity_providers).where(eq(identity_providers.id, id)))[0];
    expect(await rowOf()).toMatchObject({ last_error: 'identity_provider_away' });
    provider.state.fault = null;
    await testServer.context.db.execute(
      sql`update identity_providers set settings = settings || '{"client_auth":"basic"}'`,
    );
    await come();
    expect(await rowOf()).toMatchObject({ failing_since: null, last_error: null });
  });

  test('that refuses the client says so', async () => {
    await buildProvider(testServer.context, {
      slug: 'errado',
      secret: 'outro segredo',
      settings: { issuer: provider.issuer, client_id: CLIENT.client_id },
    });
    const { status, body } = await come(ana, 'errado');
    expect([status, body.code]).toEqual([502, 'provider_misconfigured']);
  });

  test('that is switched off or unknown begins nothing', async () => {
    await testServer.context.db.update(identity_providers).set({ active: false });
    for (const slug of ['casa', 'nenhum']) {
      const { status, body } = await testServer
        .anyone()
        .post(`/auth/sso/${slug}/start`, { binding_hash: newTab().binding_hash });
      expect([status, body.code]).toEqual([404, 'identity_provider_not_found']);
    }
  });

  test('R-ACC-26 of gov.br admits from its level on, and keeps the CPF nowhere', async () => {
    await buildProvider(testServer.context, {
      slug: 'govbr',
      kind: 'govbr',
      secret: CLIENT.secret,
      settings: { issuer: provider.issuer, client_id: CLIENT.client_id, min_level: 'silver' },
    });
    const cpf = '52998224725';
    const person = { ...ana, sub: cpf, email_verified: 'true', social_name: 'Aninha' };
    const low = await come({ ...person, reliability_info: { level: 'bronze' } }, 'govbr');
    expect([low.status, low.body.detail]).toEqual([
      403,
      'Sua conta gov.br precisa ser nível Prata ou maior.',
    ]);
    const high = await come({ ...person, reliability_info: { level: 'gold' } }, 'govbr');
    expect(high.status).toBe(200);
    const { db } = testServer.context;
    const { rows } = await db.execute<{ schema: string; name: string }>(
      sql`select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p')`,
    );
    expect(rows.length).toBeGreaterThan(100);
    for (const { schema, name } of rows) {
      const table = sql`${sql.identifier(schema)}.${sql.identifier(name)}`;
      const found = await db.execute(sql`select 1 from ${table} t where t::text like ${`%${cpf}%`}`);
      expect([name, found.rows.length]).toEqual([name, 0]);
    }
    expect(testServer.logs.join('\n')).not.toContain(cpf);
    const [identity] = await db.select().from(identities);
    expect(identity).toMatchObject({ label: null, level: 'gold' });
    const [made] = await db.select().from(users).where(eq(users.email, 'ana@exemplo.gov.br'));
    expect(made?.name).toBe('Aninha');
  });

  test('of one Workspace admits its accounts only', async () => {
    await build('google', { hd: 'exemplo.gov.br' });
    expect((await come(ana, 'google')).body.code).toBe('not_invited');
    expect((await come({ ...ana, hd: 'outro.br' }, 'google')).body.code).toBe('not_invited');
    expect((await come({ ...ana, hd: 'exemplo.gov.br' }, 'google')).status).toBe(200);
  });

  test('that says nothing later opens sign-ins of eight hours', async () => {
    provider.state.gives_refresh_tokens = false;
    const { body } = await come();
    testServer.clock.advance(8 * hour * 1000 - 1_000);
    const renew = (refresh_token: string) => testServer.anyone().post('/auth/refresh', { refresh_token });
    const renewed = (await renew(body.data.refresh_token)).body.data;
    expect((await testServer.as({ token: renewed.access_token }).get('/users/me')).status).toBe(200);
    testServer.clock.advance(1_000);
    expect((await testServer.as({ token: renewed.access_token }).get('/users/me')).status).toBe(401);
    expect((await renew(renewed.refresh_token)).status).toBe(401);
    const [ended] = await testServer.context.db.select().from(sign_ins);
    expect(ended?.ended_because).toBe('session_over');
  });

  test.each([
    ['amr', { amr: ['pwd', 'mfa'] }, true],
    ['amr', { amr: ['pwd'] }, false],
    ['amr', { acr: 'gold' }, true],
    ['always', {}, true],
    ['always', { amr: ['pwd'] }, true],
    ['never', { amr: ['mfa'] }, false],
  ])('R-ACC-44 whose own second factor counts «%s» with %j: %s', async (trust_mfa, claims, strong) => {
    await testServer.context.db.execute(
      sql`update identity_providers set settings = settings || ${JSON.stringify({ trust_mfa, acr_values: ['gold'] })}::jsonb`,
    );
    const due = new Date(testServer.context.clock.now().getTime() - 1);
    await come({ ...ana, ...claims });
    await testServer.context.db.update(users).set({ second_factor_due: due });
    const { body } = await come({ ...ana, ...claims });
    const { status } = await testServer.as({ token: body.data.access_token }).get('/chat/sessions');
    expect(status === 200).toBe(strong);
  });
});
