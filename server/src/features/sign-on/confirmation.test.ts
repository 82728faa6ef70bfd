/** A fresh sign-in of people whose password is not kept here. */
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildProvider } from '../../../test/identity/built-provider.ts';
import { startDirectoryStandIn } from '../../../test/identity/directory-stand-in.ts';
import {
  CLIENT,
  type OidcStandIn,
  type Person,
  startOidcProvider,
} from '../../../test/identity/oidc-provider.ts';
import { newTab, signOn } from '../../../test/identity/sign-on.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { email_domains } from '../../db/tables/identity.ts';
import { users } from '../../db/tables/people.ts';

const MINUTE = 60_000;
let testServer: TestServer;
beforeEach(async () => {
  testServer = await startTestServer();
});
afterEach(() => testServer.close());

type Tokens = { access_token: string; refresh_token: string };
/** Sixteen minutes pass, and the browser renews its access token. */
async function later({ refresh_token }: Tokens): Promise<{ token: string }> {
  testServer.clock.advance(16 * MINUTE);
  const { body } = await testServer.anyone().post('/auth/refresh', { refresh_token });
  return { token: body.data.access_token };
}
const proofs = async (as: { token: string }) => {
  const { has_password, confirm_means } = (await testServer.as(as).get('/users/me/second-factor')).body.data;
  return { has_password, confirm_means };
};
const remove = (as: { token: string }, body: object = {}) =>
  testServer.as(as).post('/users/me/deletion', body);
const makeKey = (as: { token: string }, body: object = {}) =>
  testServer.as(as).post('/users/me/access-keys', { name: 'Planilha', ...body });
const entrust = (provider_id: number, door: 'any' | 'provider' = 'any') =>
  testServer.context.db
    .insert(email_domains)
    .values({ domain: 'exemplo.gov.br', written: 'exemplo.gov.br', provider_id, door });

describe('at the page of a provider', () => {
  let provider: OidcStandIn;
  beforeAll(async () => {
    provider = await startOidcProvider();
  });
  afterAll(() => provider.close());
  const AT_CASA: Person = { sub: 'ana-1', email: 'ana@exemplo.gov.br', email_verified: true, name: 'Ana' };
  let ana: { token: string };
  beforeEach(async () => {
    const settings = { issuer: provider.issuer, client_id: CLIENT.client_id };
    const casa = { slug: 'casa', name: 'Casa', secret: CLIENT.secret, settings };
    await entrust(await buildProvider(testServer.context, casa));
    const entered = await signOn(testServer, provider, 'casa', AT_CASA);
    ana = await later(entered.body.data);
  });
  const justNow = () => ({ auth_time: Math.floor(Date.now() / 1000) });

  async function confirm(claims: object, { by = ana, person = AT_CASA } = {}) {
    const { binding, binding_hash } = newTab();
    const begun = await testServer.as(ana).post('/auth/confirm/start', { means: 'sso', binding_hash });
    const { state, authorization_url } = begun.body.data;
    const asked = new URL(authorization_url).searchParams;
    expect([asked.get('prompt'), asked.get('max_age')]).toEqual(['login', '0']);
    const query = provider.authorize(authorization_url, { ...person, ...claims });
    return testServer.as(by).post('/auth/confirm', { slug: 'casa', state, binding, query });
  }

  test('R-ACC-47 people without a password make keys and delete the account after the provider has asked them anew', async () => {
    expect(await proofs(ana)).toEqual({ has_password: false, confirm_means: ['sso'] });
    expect((await makeKey(ana)).body.code).toBe('reauthentication_required');
    expect((await remove(ana)).body.code).toBe('reauthentication_required');
    expect((await confirm(justNow())).status).toBe(200);
    expect((await makeKey(ana)).status).toBe(201);
    expect((await remove(ana)).status).toBe(200);
  });

  test('R-ACC-47 an answer without the time of the sign-in, an old one, and another account there confirm nothing', async () => {
    for (const [claims, person] of [
      [{}, AT_CASA],
      [{ auth_time: Math.floor(Date.now() / 1000) - 301 }, AT_CASA],
      [justNow(), { ...AT_CASA, sub: 'bia-1' }],
    ] as const) {
      const { status, body } = await confirm(claims, { person });
      expect([status, body.code]).toEqual([403, 'reauthentication_required']);
    }
    expect((await makeKey(ana)).body.code).toBe('reauthentication_required');
  });

  test('the answer serves the sign-in that began it, once, and counts as a guess where it is wrong', async () => {
    const other = await testServer.user();
    expect((await confirm(justNow(), { by: other })).body.code).toBe('sso_expired');
    for (let attempt = 0; attempt < 10; attempt += 1) await confirm({});
    expect((await confirm(justNow())).status).toBe(429);
  });

  test('with a second factor the provider counts only if it asked for one of its own', async () => {
    const { db } = testServer.context;
    await db
      .update(users)
      .set({ has_second_factor: true })
      .where(eq(users.email, AT_CASA.email as string));
    expect((await confirm(justNow())).body.code).toBe('confirm_with_second_factor');
    expect((await confirm({ ...justNow(), amr: ['pwd', 'mfa'] })).status).toBe(200);
  });

  test('somebody without an account at a provider is sent to none', async () => {
    const bia = await testServer.user();
    const { binding_hash } = newTab();
    const { status, body } = await testServer
      .as(bia)
      .post('/auth/confirm/start', { means: 'sso', binding_hash });
    expect([status, body.code]).toEqual([404, 'identity_provider_not_found']);
  });
});

describe('with the password of a directory', () => {
  let directory: Awaited<ReturnType<typeof startDirectoryStandIn>>;
  let ana: { token: string };
  beforeEach(async () => {
    directory = await startDirectoryStandIn();
    directory.state.attributes = {
      employeeNumber: '17',
      mail: 'ana@exemplo.gov.br',
      displayName: 'Ana Lima',
    };
    await entrust(
      await buildProvider(testServer.context, { kind: 'ldap', settings: directory.settings }),
      'provider',
    );
    const { body } = await testServer.anyone().form('/auth/login', { username: 'ana', password: 'da rede' });
    ana = await later(body.data);
  });
  afterEach(() => directory.close());
  const confirm = (password: string) => testServer.as(ana).post('/auth/confirm', { password });
  const refuse = () => {
    directory.state.bind = { code: 49, words: 'data 52e' };
  };
  const binds = () => directory.heard.filter(({ operation }) => operation === 'bind').length;

  test('R-ACC-47 it confirms the sign-in, and stands in the field of the current password', async () => {
    expect(await proofs(ana)).toEqual({ has_password: true, confirm_means: ['password'] });
    expect((await makeKey(ana)).body.code).toBe('reauthentication_required');
    expect((await makeKey(ana, { current_password: 'da rede' })).status).toBe(201);
    expect((await confirm('da rede')).status).toBe(200);
    expect((await remove(ana)).status).toBe(200);
  });

  test('R-ACC-47 guesses are counted, and fewer than lock an account there are heard by the directory', async () => {
    refuse();
    const before = binds();
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect((await confirm('errada')).body.code).toBe('wrong_current_password');
    const heard = binds() - before;
    expect((await confirm('errada')).status).toBe(429);
    expect(binds() - before).toBe(heard);
    expect((await makeKey(ana)).body.code).toBe('reauthentication_required');
  });

  test('an account that is switched off there, an expired password and a directory that is away confirm nothing', async () => {
    directory.state.attributes.userAccountControl = '514';
    expect((await confirm('da rede')).body.code).toBe('wrong_current_password');
    delete directory.state.attributes.userAccountControl;
    directory.state.bind = { code: 49, words: 'AcceptSecurityContext error, data 532, v4563' };
    expect((await confirm('da rede')).body.code).toBe('provider_password_expired');
    await directory.close();
    expect((await confirm('da rede')).body.code).toBe('identity_provider_away');
    expect((await makeKey(ana)).body.code).toBe('reauthentication_required');
  });

  test('a password of ours is none where the directory alone opens the domain', async () => {
    const bia = await testServer.user({ email: 'bia@exemplo.gov.br' });
    expect(await proofs(bia)).toEqual({ has_password: false, confirm_means: [] });
    const { body } = await testServer.as(bia).post('/auth/confirm', { password: bia.password });
    expect(body.code).toBe('wrong_current_password');
  });
});
