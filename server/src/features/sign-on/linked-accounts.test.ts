/** Accounts at providers in the profile: linked from the sign-in that began it, and never the last way in taken away. */
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { BuiltUser } from '../../../test/builders.ts';
import { buildProvider } from '../../../test/identity/built-provider.ts';
import {
  CLIENT,
  type OidcStandIn,
  type Person,
  startOidcProvider,
} from '../../../test/identity/oidc-provider.ts';
import { newTab, signOn } from '../../../test/identity/sign-on.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { audit_entries } from '../../db/tables/audit.ts';
import { email_domains, identities } from '../../db/tables/identity.ts';
import { users } from '../../db/tables/people.ts';

let testServer: TestServer;
let provider: OidcStandIn;
let ana: BuiltUser;
beforeAll(async () => {
  provider = await startOidcProvider();
});
afterAll(() => provider.close());
beforeEach(async () => {
  testServer = await startTestServer();
  ana = await testServer.user();
  await build('casa');
});
afterEach(() => testServer.close());

const build = (slug: string) =>
  buildProvider(testServer.context, {
    slug,
    name: slug,
    secret: CLIENT.secret,
    settings: { issuer: provider.issuer, client_id: CLIENT.client_id },
  });
const AT_CASA: Person = { sub: 'ana-1', email: 'ana@casa.example', email_verified: true, name: 'Ana' };
const BASE = '/users/me/identities';

async function link(as: BuiltUser, { finishedBy = as, person = AT_CASA, slug = 'casa' } = {}) {
  const { binding, binding_hash } = newTab();
  const { body } = await testServer.as(as).post(`${BASE}/${slug}/start`, { binding_hash });
  provider.state.present = person;
  const { state, authorization_url } = body.data;
  const query = provider.authorize(authorization_url, person);
  return testServer.as(finishedBy).post(`${BASE}/${slug}/finish`, { state, binding, query });
}
const setPassword = (password_hash: string) =>
  testServer.context.db.update(users).set({ password_hash }).where(eq(users.id, ana.id));
const unlink = (slug = 'casa') => testServer.as(ana).delete(`${BASE}/${slug}`);

test('an account is linked from the profile, enters from then on, and is unlinked again', async () => {
  const before = await testServer.as(ana).get(BASE);
  expect(before.body.data).toEqual({
    linked: [],
    offered: [{ slug: 'casa', name: 'casa', kind: 'oidc' }],
    only_by: null,
  });
  const { status, body } = await link(ana);
  expect([status, body.data.offered]).toEqual([200, []]);
  expect(body.data.linked).toMatchObject([{ slug: 'casa', address: 'ana@casa.example', removable: true }]);
  expect((await testServer.mailbox.next(ana.email)).subject).toBe(
    'Sua conta foi vinculada a um provedor de acesso',
  );
  const entered = await signOn(testServer, provider, 'casa', AT_CASA);
  expect(entered.status).toBe(200);
  const other = testServer.as({ token: entered.body.data.access_token });
  expect((await other.get('/users/me')).body.data.id).toBe(ana.id);
  expect((await unlink()).status).toBe(200);
  // The sign-in that it had opened elsewhere ends with it.
  expect((await other.get('/users/me')).status).toBe(401);
  expect((await testServer.as(ana).get('/users/me')).status).toBe(200);
  expect((await testServer.mailbox.next(ana.email)).subject).toBe('Uma conta vinculada foi removida');
  expect((await unlink()).status).toBe(404);
  const entries = await testServer.context.db.select().from(audit_entries).orderBy(audit_entries.id);
  expect(entries.map(({ action }) => action)).toEqual(['user.linked', 'user.unlinked']);
});

test('R-ACC-14 a role that the provider gave does not outlive its account here', async () => {
  await link(ana);
  const { db } = testServer.context;
  const roleOf = async () => (await db.select().from(users).where(eq(users.id, ana.id)))[0]?.role;
  const grant = async (role_before: string | null) => {
    await db.update(identities).set({ role_before });
    await db.update(users).set({ role: 'admin' }).where(eq(users.id, ana.id));
  };
  await grant('user');
  expect((await unlink()).status).toBe(200);
  expect(await roleOf()).toBe('user');
  await link(ana);
  await grant(null);
  expect((await unlink()).status).toBe(200);
  expect(await roleOf()).toBe('admin');
});

test('the last way in cannot be taken away; another provider is one', async () => {
  await link(ana);
  await setPassword('!');
  const refused = await unlink();
  expect([refused.status, refused.body.code]).toEqual([409, 'last_way_in']);
  expect((await testServer.as(ana).get(BASE)).body.data.linked).toMatchObject([{ removable: false }]);
  await build('outra');
  await link(ana, { slug: 'outra', person: { ...AT_CASA, sub: 'ana-2' } });
  expect((await unlink()).status).toBe(200);
});

test('in a closed domain a password is no other way in', async () => {
  const provider_id = await build('prefeitura');
  await link(ana, { slug: 'prefeitura' });
  const domain = ana.email.split('@')[1] ?? '';
  await testServer.context.db
    .insert(email_domains)
    .values({ domain, written: domain, provider_id, door: 'provider' });
  expect((await unlink('prefeitura')).body.code).toBe('last_way_in');
  // No other provider speaks for its people.
  const foreign = await link(ana, { slug: 'casa', person: { ...AT_CASA, sub: 'ana-3' } });
  expect([foreign.status, foreign.body.code]).toEqual([403, 'use_provider']);
});

test('the answer of another person or sign-in links nothing, and an account belongs to one person', async () => {
  const bia = await testServer.user();
  const crossed = await link(ana, { finishedBy: bia });
  expect([crossed.status, crossed.body.code]).toEqual([400, 'sso_expired']);
  expect(await testServer.context.db.$count(identities)).toBe(0);
  await link(ana);
  const taken = await link(bia);
  expect([taken.status, taken.body.code]).toEqual([409, 'identity_taken']);
});
