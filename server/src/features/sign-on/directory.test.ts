/** Entering by the name and password of a directory, and staying out. */
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { selfSigned } from '../../../test/content/self-signed.ts';
import { buildProvider } from '../../../test/identity/built-provider.ts';
import {
  type DirectoryServer,
  hasDirectoryServer,
  startDirectoryServer,
} from '../../../test/identity/directory-server.ts';
import { startDirectoryStandIn } from '../../../test/identity/directory-stand-in.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { sign_ins } from '../../db/tables/accounts.ts';
import { email_domains, identities, identity_providers } from '../../db/tables/identity.ts';
import { user_groups, users } from '../../db/tables/people.ts';

const PASSWORD = 'senha da rede';
let testServer: TestServer;
beforeEach(async () => {
  testServer = await startTestServer();
});
afterEach(() => testServer.close());

const enter = (username: string, password = PASSWORD) =>
  testServer.anyone().form('/auth/login', { username, password });
const entrust = (provider_id: number, door: 'any' | 'provider' = 'any') =>
  testServer.context.db
    .insert(email_domains)
    .values({ domain: 'exemplo.gov.br', written: 'exemplo.gov.br', provider_id, door });

describe.skipIf(!hasDirectoryServer)('with a directory of OpenLDAP', () => {
  let server: DirectoryServer;
  let id: number;
  beforeAll(async () => {
    server = await startDirectoryServer(selfSigned());
    await server.add({ uid: 'ana', mail: 'ana@exemplo.gov.br' });
    await server.addGroup('Financeiro', [server.dnOf('ana')]);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    id = await build();
  });
  const build = (wishes = {}) =>
    buildProvider(testServer.context, {
      ...{ slug: 'rede', kind: 'ldap', name: 'Rede', secret: server.secret, ...wishes },
      settings: { ...server.settings, ...('settings' in wishes ? (wishes.settings as object) : {}) },
    });

  test('R-ACC-27 a name and its password enter, make an account once, and say how', async () => {
    const { db } = testServer.context;
    await entrust(id);
    const first = await enter('ana');
    expect(first.status).toBe(200);
    const me = await testServer.as({ token: first.body.data.access_token }).get('/users/me');
    expect(me.body.data).toMatchObject({ email: 'ana@exemplo.gov.br', name: 'Ana Souza', role: 'user' });
    const again = await enter('ANA');
    const as = testServer.as({ token: again.body.data.access_token });
    expect((await as.get('/users/me')).body.data.id).toBe(me.body.data.id);
    const { data } = (await as.get('/auth/sign-ins')).body;
    expect(data[0]).toMatchObject({ method: 'ldap', provider: 'Rede' });
    expect(await db.$count(identities)).toBe(1);
    expect((await enter('ana@exemplo.gov.br')).status).toBe(200);
  });

  test.each(['*', '*)(uid=*', 'ana)(uid=*', 'nobody'])(
    'R-ACC-27 the name %j does not enter',
    async (name) => {
      await entrust(id);
      const { status, body } = await enter(name);
      expect([status, body.code]).toEqual([401, 'invalid_credentials']);
      expect(await testServer.context.db.$count(sign_ins)).toBe(0);
    },
  );

  test('R-ACC-66 an account of the network is linked in the profile by its name and password, and enters from then on', async () => {
    const { db } = testServer.context;
    const person = await testServer.user();
    const as = testServer.as(person);
    const ways = '/users/me/identities';
    expect((await as.get(ways)).body.data).toMatchObject({
      linked: [],
      offered: [{ slug: 'rede', kind: 'ldap' }],
    });
    const link = (username: string, password: string, slug = 'rede') =>
      as.post(`${ways}/${slug}/password`, { username, password });
    for (const [name, password] of [
      ['ana', 'errada'],
      ['*', PASSWORD],
      ['ninguem', PASSWORD],
    ] as const) {
      const { status, body } = await link(name, password);
      expect([status, body.code], name).toEqual([403, 'wrong_network_password']);
    }
    expect((await link('ana', PASSWORD, 'outra')).body.code).toBe('identity_provider_not_found');
    const { body } = await link('ana', PASSWORD);
    expect(body.data).toMatchObject({ linked: [{ slug: 'rede', removable: true }], offered: [] });
    const other = testServer.as(await testServer.user());
    const taken = await other.post(`${ways}/rede/password`, { username: 'ana', password: PASSWORD });
    expect(taken.body.code).toBe('identity_taken');
    const entered = await enter('ana');
    const mine = testServer.as({ token: entered.body.data.access_token });
    expect((await mine.get('/users/me')).body.data.id).toBe(person.id);
    expect(await db.$count(identities)).toBe(1);
  });

  test('R-ACC-66 a person of a closed domain learns by whom alone they enter', async () => {
    await entrust(id, 'provider');
    const { body } = await enter('ana@exemplo.gov.br');
    const as = testServer.as({ token: body.data.access_token });
    expect((await as.get('/users/me/identities')).body.data).toMatchObject({ only_by: 'Rede' });
  });

  test('an address is believed only in a domain that is entrusted to the directory', async () => {
    expect((await enter('ana')).body.code).toBe('provider_domain_not_entrusted');
    expect(await testServer.context.db.$count(users, eq(users.email, 'ana@exemplo.gov.br'))).toBe(0);
  });

  test('groups of the directory decide the group here, however their names are written', async () => {
    const { db } = testServer.context;
    await entrust(id);
    const [group] = await db.insert(user_groups).values({ name: 'Finanças' }).returning();
    const { body } = await testServer
      .as(await testServer.user({ role: 'superadmin' }))
      .get(`/admin/identity-providers/${id}`);
    const { name, active, settings, updated_at } = body.data;
    const group_mappings = [
      { value: 'CN=Financeiro, DC=exemplo', user_group_id: group?.id, grants_admin: false },
    ];
    const change = { name, active, settings, updated_at, group_mappings };
    const root = await testServer.user({ role: 'superadmin' });
    expect((await testServer.as(root).put(`/admin/identity-providers/${id}`, change)).status).toBe(200);
    await enter('ana');
    const [ana] = await db.select().from(users).where(eq(users.email, 'ana@exemplo.gov.br'));
    expect(ana?.user_group_id).toBe(group?.id);
  });

  test('a domain that is closed by a directory takes its passwords only, and one answer for all others', async () => {
    await entrust(id, 'provider');
    const person = await testServer.user({ email: 'bia@exemplo.gov.br' });
    for (const [name, password] of [
      ['bia@exemplo.gov.br', person.password],
      ['bia@exemplo.gov.br', 'outra senha'],
      ['ninguem@exemplo.gov.br', 'outra senha'],
      ['ana@exemplo.gov.br', 'outra senha'],
    ] as const)
      expect((await enter(name, password)).body.code).toBe('invalid_credentials');
    expect((await enter('ana@exemplo.gov.br')).status).toBe(200);
  });

  test('a local password enters without the directory being asked, where the domain is open', async () => {
    await entrust(id);
    await testServer.context.db
      .update(identity_providers)
      .set({ settings: { ...server.settings, url: 'ldaps://127.0.0.1:1' } });
    const person = await testServer.user({ email: 'bia@exemplo.gov.br' });
    expect((await enter(person.email, person.password)).status).toBe(200);
  });

  test('a directory that is away keeps nobody from the next one, and is shown as failing', async () => {
    const { db } = testServer.context;
    await entrust(id);
    const away = await build({ slug: 'fora', settings: { url: 'ldaps://127.0.0.1:1' } });
    await db.update(identity_providers).set({ position: 9 }).where(eq(identity_providers.id, id));
    expect((await enter('ana')).status).toBe(200);
    expect((await enter('ana', 'errada')).body.code).toBe('identity_provider_away');
    const [row] = await db.select().from(identity_providers).where(eq(identity_providers.id, away));
    expect(row).toMatchObject({ last_error: 'identity_provider_away' });
    expect(row?.failing_since).not.toBeNull();
  });

  test('R-ACC-23 a trial shows attributes and outcome, and a wrong password is no good trial', async () => {
    await entrust(id);
    const root = await testServer.user({ role: 'superadmin' });
    const path = `/admin/identity-providers/${id}/test-sign-in`;
    const wrong = await testServer.as(root).post(path, { username: 'ana', password: 'errada' });
    expect(wrong.body.data).toMatchObject({ refusal: 'E-mail ou senha incorretos.', account: null });
    const { body } = await testServer.as(root).post(path, { username: 'ana', password: PASSWORD });
    expect(body.data).toMatchObject({ refusal: null, account: { by: 'made', name: 'Ana Souza' } });
    const said = body.data.claims.map(({ name, value }: Record<string, string>) => `${name}=${value}`);
    expect(said).toContain('mail=a••@exemplo.gov.br');
    expect(await testServer.context.db.$count(identities)).toBe(0);
    const { steps } = (await testServer.as(root).post(`/admin/identity-providers/${id}/test`)).body.data;
    expect(steps.map(({ step }: { step: string }) => step)).toEqual([
      'address',
      'certificate',
      'reader',
      'base',
    ]);
  });
});

describe('with any directory', () => {
  let directory: Awaited<ReturnType<typeof startDirectoryStandIn>>;
  let id: number;
  beforeEach(async () => {
    directory = await startDirectoryStandIn();
    directory.state.attributes = {
      employeeNumber: '17',
      mail: 'ana@exemplo.gov.br',
      displayName: 'Ana Lima',
    };
    id = await buildProvider(testServer.context, { kind: 'ldap', settings: directory.settings });
    await entrust(id);
  });
  afterEach(() => directory.close());
  const binds = () => directory.heard.filter(({ operation }) => operation === 'bind').length;

  test('five wrong passwords are the last that the directory hears, however the name is written', async () => {
    directory.state.bind = { code: 49, words: 'data 52e' };
    for (const name of ['ana', 'ANA', 'ana@exemplo.gov.br', 'an a', 'á'])
      expect((await enter(name)).body.code).toBe('invalid_credentials');
    const { status, body } = await enter('ana');
    expect([status, body.code]).toEqual([429, 'too_many_requests']);
    expect(binds()).toBe(5);
    testServer.clock.advance(15 * 60_000);
    directory.state.bind = { code: 0, words: '' };
    expect((await enter('ana')).status).toBe(200);
  });

  test.each([
    ['is not to be asked any more', { code: 49, words: 'data 52e' }],
    ['is away', { code: 51, words: 'busy' }],
  ])('guesses at a password of ours count, too, while the directory %s', async (_, bind) => {
    directory.state.bind = bind;
    const { email, password } = await testServer.user({ email: 'ana@exemplo.gov.br' });
    for (let guess = 0; guess < 10; guess += 1) await enter(email, `senha errada ${guess}`);
    const { status, body } = await enter(email, password);
    expect([status, body.code]).toEqual([429, 'too_many_requests']);
  });

  test('the same guesses by somebody at an open browser count, too', async () => {
    const { access_token: token } = (await enter('ana')).body.data;
    const { db } = testServer.context;
    const known = await testServer.user();
    const [row] = await db.select().from(users).where(eq(users.id, known.id));
    await db
      .update(users)
      .set({ password_hash: row?.password_hash ?? '' })
      .where(eq(users.email, 'ana@exemplo.gov.br'));
    directory.state.bind = { code: 49, words: 'data 52e' };
    const confirm = (password: string) => testServer.as({ token }).post('/auth/confirm', { password });
    for (let guess = 0; guess < 10; guess += 1) await confirm(`senha errada ${guess}`);
    const { status, body } = await confirm(known.password);
    expect([status, body.code]).toEqual([429, 'too_many_requests']);
  });

  test('R-ACC-66 one account here cannot try a password on everybody of the network: wrong ones count as its own', async () => {
    directory.state.bind = { code: 49, words: 'data 52e' };
    const { slug } = (await testServer.context.db.select().from(identity_providers))[0] ?? {};
    const as = testServer.as(await testServer.user());
    const link = (person: number) => {
      directory.state.attributes.employeeNumber = `${1_000 + person}`;
      const typed = { username: `pessoa${person}`, password: 'Verao2026' };
      return as.post(`/users/me/identities/${slug}/password`, typed);
    };
    for (let person = 0; person < 10; person += 1)
      expect((await link(person)).body.code).toBe('wrong_network_password');
    const heard = binds();
    expect((await link(10)).body.code).toBe('too_many_requests');
    expect(binds()).toBe(heard);
  });

  test('an expired password of the network, and an account that is switched off there, do not enter', async () => {
    directory.state.bind = { code: 49, words: 'AcceptSecurityContext error, data 532, v4563' };
    const { body } = await enter('ana');
    expect(body).toMatchObject({
      code: 'provider_password_expired',
      detail:
        'Sua senha da rede expirou ou precisa ser trocada. Troque-a no computador da rede e tente de novo.',
    });
    directory.state.bind = { code: 0, words: '' };
    directory.state.attributes.userAccountControl = '514';
    expect((await enter('ana')).body.code).toBe('invalid_credentials');
  });

  test('R-ACC-27 a blank password is not sent', async () => {
    expect((await enter('ana', ' ')).body.code).toBe('invalid_credentials');
    expect(directory.state.connections).toBe(0);
  });

  test('an account that exists outside of the entrusted domain is proved, and a waiting one waits', async () => {
    const { db } = testServer.context;
    await testServer.user({ email: 'ana@exemplo.gov.br', role: 'superadmin' });
    expect((await enter('ana')).body.data).toMatchObject({ link: { email_masked: 'a••@exemplo.gov.br' } });
    await db.update(email_domains).set({ entry: 'approval' });
    directory.state.attributes = { employeeNumber: '18', mail: 'nova@exemplo.gov.br' };
    expect((await enter('nova')).body.data).toEqual({ waiting: true });
    expect((await enter('nova')).body.code).toBe('approval_pending');
    const [waiting] = await db.select().from(users).where(eq(users.email, 'nova@exemplo.gov.br'));
    const root = testServer.as(await testServer.user({ role: 'superadmin' }));
    await root.post(`/users/${waiting?.id}/approval`, { decision: 'approve' });
    const letter = await testServer.mailbox.next('nova@exemplo.gov.br');
    expect(letter.text).toContain('Entre com a conta da sua organização');
    expect((await enter('nova')).status).toBe(200);
  });

  test('the sign-in page says that names of the network enter, and has no button for them', async () => {
    const { sign_in } = (await testServer.anyone().get('/config')).body.data;
    expect(sign_in).toMatchObject({ providers: [], login_names: true });
    await testServer.context.db.update(identity_providers).set({ active: false });
    expect((await testServer.anyone().get('/config')).body.data.sign_in.login_names).toBe(false);
    expect((await enter('ana')).body.code).toBe('invalid_credentials');
    expect(directory.state.connections).toBe(0);
  });

  test('R-ACC-28 a directory without TLS elsewhere, and one at an address that is refused, are not kept', async () => {
    const root = await testServer.user({ role: 'superadmin' });
    for (const [url, tls, sentence] of [
      ['ldap://diretorio.exemplo.gov.br', 'ldaps', 'LDAPS'],
      ['ldaps://diretorio.exemplo.gov.br', 'starttls', 'StartTLS'],
      ['ldaps://169.254.169.254', 'ldaps', 'reservada'],
      ['ldap://[fe80::1]', 'starttls', 'reservada'],
    ] as const) {
      const wishes = { slug: 'nova', kind: 'ldap', name: 'Nova', active: true };
      const settings = { url, tls, base: 'dc=exemplo' };
      const { status, body } = await testServer
        .as(root)
        .post('/admin/identity-providers', { ...wishes, settings });
      expect([url, status]).toEqual([url, 422]);
      expect(body.errors[0]).toMatchObject({ field: 'settings.url' });
      expect(body.errors[0].message).toContain(sentence);
    }
  });
});
