/** Domains whose people enter by a provider only, emergency accounts, sleeping keys, and logout by the provider. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BuiltUser } from '../../../test/builders.ts';
import { buildProvider } from '../../../test/identity/built-provider.ts';
import { CLIENT, type OidcStandIn, startOidcProvider } from '../../../test/identity/oidc-provider.ts';
import { signOn } from '../../../test/identity/sign-on.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { sign_ins } from '../../db/tables/accounts.ts';
import { audit_entries } from '../../db/tables/audit.ts';
import { users } from '../../db/tables/people.ts';
import { stepAt, totpCode } from '../factors/totp.ts';

const DOMAIN = 'exemplo.gov.br';
const DAY = 86_400_000;
let testServer: TestServer;
let provider: OidcStandIn;
let provider_id: number;
let root: BuiltUser & { secret: string };
beforeAll(async () => {
  provider = await startOidcProvider();
});
afterAll(() => provider.close());
beforeEach(async () => {
  testServer = await startTestServer();
  provider_id = await buildProvider(testServer.context, {
    slug: 'casa',
    name: 'Prefeitura',
    secret: CLIENT.secret,
    settings: { issuer: provider.issuer, client_id: CLIENT.client_id },
  });
  const built = await testServer.user({ role: 'superadmin', email: `raiz@${DOMAIN}` });
  const { secret } = (await testServer.as(built).post('/users/me/second-factor/totp')).body.data;
  await testServer.as(built).post('/users/me/second-factor/totp/confirm', { code: codeOf(secret) });
  root = { ...built, secret };
});
afterEach(() => testServer.close());

const now = () => testServer.context.clock.now();
const codeOf = (secret: string) => totpCode(secret, stepAt(now()));
const setEmergency = (id: number, emergency: boolean) =>
  testServer.as(root).patch(`/users/${id}/emergency`, { emergency });
const close = async () => {
  expect((await setEmergency(root.id, true)).status).toBe(200);
  const domains = [{ domain: DOMAIN, entry: 'enters', user_group_id: null, provider_id, door: 'provider' }];
  return testServer.as(root).put('/admin/domains', { domains, updated_at: null });
};
const login = (email: string, password: string) =>
  testServer.anyone().form('/auth/login', { username: email, password });
const told = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
const come = (sub: string, more = {}) =>
  signOn(testServer, provider, 'casa', { sub, email: `${sub}@${DOMAIN}`, email_verified: true, ...more });

describe('a closed domain', () => {
  test('R-ACC-19 answers every password alike, whether the account exists or the password is right', async () => {
    const ana = await testServer.user({ email: `ana@${DOMAIN}` });
    await close();
    const closed = [403, 'use_provider'];
    expect(told(await login(ana.email, ana.password))).toEqual(closed);
    expect(told(await login(ana.email, 'outra senha'))).toEqual(closed);
    expect(told(await login(`ninguem@${DOMAIN}`, 'outra senha'))).toEqual(closed);
    expect(told(await login(root.email, 'outra senha'))).toEqual(closed);
    const { body } = await login(ana.email, ana.password);
    expect(body.detail).toBe('Entre com Prefeitura. A entrada por senha está fechada para o seu domínio.');
    const eva = await testServer.user({ email: 'eva@fora.com.br' });
    expect((await login(eva.email, eva.password)).status).toBe(200);
  });

  test('R-ACC-19 takes no registration and mails no temporary password', async () => {
    const ana = await testServer.user({ email: `ana@${DOMAIN}` });
    await close();
    const body = { email: `nova@${DOMAIN}`, name: 'Nova', password: 'uma senha bem boa' };
    for (const email of [body.email, ana.email])
      expect(told(await testServer.anyone().post('/auth/register', { ...body, email }))).toEqual([
        403,
        'use_provider',
      ]);
    const reset = (email: string) =>
      testServer.anyone().post('/auth/request-reset', undefined, { query: { email } });
    const [known, unknown] = [await reset(ana.email), await reset(`ninguem@${DOMAIN}`)];
    expect([known.status, known.body]).toEqual([200, unknown.body]);
    // The emergency account gets one; its e-mail comes after the one that was not sent.
    await reset(root.email);
    // The first e-mail was about the second factor.
    await testServer.mailbox.next(root.email);
    expect((await testServer.mailbox.next(root.email)).text).toContain('Senha temporária');
    expect(testServer.mailbox.emails.filter(({ to }) => to === ana.email)).toEqual([]);
  });

  test('ends what was open by another way, and not what its provider opened or the emergency account holds', async () => {
    const ana = await testServer.user({ email: `ana@${DOMAIN}` });
    const bia = (await come('bia')).body.data.access_token;
    await close();
    const status = async (token: string) => (await testServer.as({ token }).get('/users/me')).status;
    expect([await status(ana.token), await status(bia), await status(root.token)]).toEqual([401, 200, 200]);
    const [ended] = await testServer.context.db.select().from(sign_ins).where(eq(sign_ins.user_id, ana.id));
    expect(ended?.ended_because).toBe('session_over');
  });

  test('R-ACC-20 is entered by an emergency account with both factors, which is recorded and mailed', async () => {
    const other = await testServer.user({ role: 'superadmin', email: 'outro@fora.com.br' });
    await close();
    testServer.clock.advance(30_000);
    const { token } = (await login(root.email, root.password)).body.data.second_step;
    const code = codeOf(root.secret);
    const entered = await testServer.anyone().post('/auth/second-step', { token, method: 'totp', code });
    expect(entered.status).toBe(200);
    expect((await testServer.mailbox.next(other.email)).subject).toBe('Uma conta de emergência entrou');
    const actions = (await testServer.context.db.select().from(audit_entries)).map(({ action }) => action);
    expect(actions).toContain('session.emergency');
    expect(actions).toContain('user.emergency_changed');
  });

  test('R-ACC-65 only superadmins see in the list of people that an account is for emergencies', async () => {
    const admin = testServer.as(await testServer.user({ role: 'admin' }));
    await close();
    const listed = async (as: typeof admin) =>
      (await as.get(`/users/all?search=${encodeURIComponent(root.email)}`)).body.data;
    expect(await listed(testServer.as(root))).toMatchObject([{ id: root.id, emergency: true }]);
    const [seen] = await listed(admin);
    expect(seen.id).toBe(root.id);
    expect(seen).not.toHaveProperty('emergency');
    const { body } = await testServer.as(root).get('/users/me');
    expect(body.data).not.toHaveProperty('emergency');
  });

  test('R-ACC-21 keeps its last emergency account in five ways', async () => {
    const other = await testServer.user({ role: 'superadmin', email: 'outro@fora.com.br' });
    await close();
    const needed = [409, 'emergency_needed'];
    const as = testServer.as(other);
    const mine = testServer.as(root);
    expect(told(await as.patch(`/users/${root.id}/emergency`, { emergency: false }))).toEqual(needed);
    expect(told(await as.patch(`/users/${root.id}/status`, { active: false }))).toEqual(needed);
    expect(told(await as.post(`/admin/promote/${root.id}/user`))).toEqual(needed);
    expect(told(await as.post(`/users/${root.id}/second-factor/reset`))).toEqual(needed);
    expect(told(await mine.delete('/users/me/second-factor/totp'))).toEqual(needed);
    expect(told(await mine.post('/users/me/deletion', { current_password: root.password }))).toEqual(needed);
    expect(told(await setEmergency(other.id, true))).toEqual([409, 'emergency_unfit']);
  });

  test('R-ACC-22 lets keys rest thirty days after its provider last vouched for their owner', async () => {
    await close();
    const token = (await come('ana')).body.data.access_token;
    const made = await testServer.as({ token }).post('/users/me/access-keys', { name: 'Programa' });
    expect(made.status).toBe(201);
    const call = () => testServer.as({ token: made.body.data.secret }).get('/openai/models');
    testServer.clock.advance(30 * DAY);
    expect((await call()).status).toBe(200);
    testServer.clock.advance(1);
    const { status, body } = await call();
    expect([status, body.error.code]).toEqual([401, 'invalid_api_key']);
    await come('ana');
    expect((await call()).status).toBe(200);
  });
});

describe('a logout at the provider', () => {
  const post = (logout_token: string) =>
    testServer.anyone().form('/auth/sso/casa/backchannel', { logout_token });
  const seconds = () => Math.floor(Date.now() / 1000);
  const logout = (claims: Record<string, unknown>, options = {}) =>
    provider.logoutToken({ iat: seconds(), ...claims }, options).then(post);
  const status = async (token: string) => (await testServer.as({ token }).get('/users/me')).status;

  test('R-ACC-15 ends the sign-ins of its session and no others', async () => {
    const [one, two] = [
      (await come('ana', { sid: 'um' })).body.data.access_token,
      (await come('ana', { sid: 'dois' })).body.data.access_token,
    ];
    expect((await logout({ sid: 'um' })).status).toBe(200);
    expect([await status(one), await status(two)]).toEqual([401, 200]);
    const [ended] = await testServer.context.db
      .select()
      .from(sign_ins)
      .where(eq(sign_ins.ended_because, 'provider_logout'));
    expect(ended).toBeDefined();
  });

  test('of an administrator is recorded with the name of the provider, of others it is not', async () => {
    const { db } = testServer.context;
    for (const sub of ['ana', 'chefe']) await come(sub, { sid: sub });
    await db
      .update(users)
      .set({ role: 'admin' })
      .where(eq(users.email, `chefe@${DOMAIN}`));
    for (const sid of ['ana', 'chefe']) expect((await logout({ sid })).status).toBe(200);
    const ended = await db
      .select()
      .from(audit_entries)
      .where(eq(audit_entries.action, 'session.ended_by_provider'));
    expect(ended).toMatchObject([{ object_type: 'session', after: { provider: 'Prefeitura' } }]);
  });

  test('R-ACC-16 ends by the person only what began before it', async () => {
    const token = (await come('ana', { iat: seconds() - 100 })).body.data.access_token;
    await logout({ sub: 'ana', iat: seconds() - 200 });
    expect(await status(token)).toBe(200);
    const logout_token = await provider.logoutToken({ sub: 'ana', iat: seconds() - 50 });
    await post(logout_token);
    expect(await status(token)).toBe(401);
    // The same token once more, after a new entry.
    const later = (await come('ana')).body.data.access_token;
    expect((await post(logout_token)).status).toBe(200);
    expect(await status(later)).toBe(200);
  });

  test('that is forged, foreign, old or no logout token ends nothing', async () => {
    const token = (await come('ana', { sid: 'um' })).body.data.access_token;
    const replies = [
      await logout({ sid: 'um' }, { other_key: true }),
      await logout({ sid: 'um', aud: 'outro' }),
      await logout({ sid: 'um', iss: 'https://outro.exemplo' }),
      await logout({ sid: 'um', iat: seconds() - 400 }),
      await logout({ sid: 'um', nonce: 'x' }),
      await logout({ sid: 'um', events: {} }),
      await logout({}),
      await post('x'),
    ];
    expect(replies.map(told)).toEqual(replies.map(() => [400, 'logout_token_invalid']));
    expect(await status(token)).toBe(200);
    expect(await testServer.context.db.$count(users)).toBe(2);
  });
});

describe('signing out here', () => {
  const signOut = async () => {
    const { access_token: token, refresh_token } = (await come('ana')).body.data;
    const { status, body } = await testServer.as({ token }).post('/auth/logout', { refresh_token });
    expect(status).toBe(200);
    expect((await testServer.as({ token }).get('/users/me')).status).toBe(401);
    return body.data;
  };
  const setting = (settings: Record<string, unknown>, kind: 'oidc' | 'govbr' = 'oidc') =>
    testServer.context.db.execute(sql`
      update identity_providers set kind = ${kind}, settings = settings || ${JSON.stringify(settings)}::jsonb`);

  test('stays at the provider, unless its settings say otherwise', async () => {
    expect(await signOut()).toBeNull();
    await setting({ end_session: true });
    const { end_session_url } = await signOut();
    const { origin, pathname, searchParams } = new URL(end_session_url);
    expect(origin + pathname).toBe(`${provider.issuer}/logout`);
    expect(searchParams.get('client_id')).toBe(CLIENT.client_id);
    expect(searchParams.get('post_logout_redirect_uri')).toBe(
      new URL('/', testServer.context.env.APP_URL).href,
    );
  });

  test('of somebody who came by password asks no provider', async () => {
    await setting({ end_session: true });
    const person = await testServer.user();
    const { data } = (await login(person.email, person.password)).body;
    const { body } = await testServer.as({ token: data.access_token }).post('/auth/logout', {});
    expect(body.data).toBeNull();
  });
});
