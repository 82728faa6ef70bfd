/** Trials of a provider: the steps of its connection, and a sign-in that opens nothing. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
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
import { newTab } from '../../../test/identity/sign-on.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { sign_ins } from '../../db/tables/accounts.ts';
import { audit_entries } from '../../db/tables/audit.ts';
import { identities, identity_providers } from '../../db/tables/identity.ts';
import { user_groups, users } from '../../db/tables/people.ts';

let testServer: TestServer;
let provider: OidcStandIn;
let root: BuiltUser;
beforeAll(async () => {
  provider = await startOidcProvider();
});
afterAll(() => provider.close());
beforeEach(async () => {
  testServer = await startTestServer();
  root = await testServer.user({ role: 'superadmin' });
  provider.state.forging = {};
});
afterEach(() => testServer.close());

const build = (settings = {}, active = false) =>
  buildProvider(testServer.context, {
    slug: 'casa',
    active,
    secret: CLIENT.secret,
    settings: { issuer: provider.issuer, client_id: CLIENT.client_id, ...settings },
  });
const ana: Person = {
  sub: 'ana-123456',
  email: 'ana@exemplo.gov.br',
  email_verified: true,
  name: 'Ana Souza',
};

async function tryEntry(id: number, person: Person = ana, as = root) {
  const path = `/admin/identity-providers/${id}/test-sign-in`;
  const { binding, binding_hash } = newTab();
  const { body } = await testServer.as(root).post(`${path}/start`, { binding_hash });
  const query = provider.authorize(body.data.authorization_url, person);
  return testServer.as(as).post(`${path}/finish`, { state: body.data.state, binding, query });
}
const tryConnection = async (id: number) =>
  (await testServer.as(root).post(`/admin/identity-providers/${id}/test`)).body.data.steps;
const last = (steps: { step: string }[]) => steps.at(-1);

test('R-ACC-23 the trial of a connection names each step', async () => {
  const steps = await tryConnection(await build());
  expect(steps.map(({ step, passed }: Record<string, unknown>) => [step, passed])).toEqual([
    ['address', true],
    ['certificate', true],
    ['document', true],
    ['issuer', true],
    ['keys', true],
    ['pkce', true],
  ]);
  expect(last(steps)).toMatchObject({ sentence: 'Não anunciado; será enviado mesmo assim.' });
});

test('R-ACC-23 the trial ends at the step that fails, in plain words', async () => {
  const { db } = testServer.context;
  const id = await build();
  const at = async (issuer: string) => {
    const [row] = await db.select().from(identity_providers).where(eq(identity_providers.id, id));
    await db.update(identity_providers).set({ settings: { ...(row?.settings as object), issuer } });
    return last(await tryConnection(id));
  };
  expect(await at('https://169.254.169.254')).toMatchObject({ step: 'address', passed: false });
  expect(await at('https://nenhum.invalid')).toMatchObject({
    step: 'address',
    sentence: 'O nome do servidor não foi encontrado.',
  });
  expect(await at('http://127.0.0.1:1')).toMatchObject({
    step: 'document',
    sentence: 'O servidor recusou a conexão nesta porta.',
  });
  expect(await at(provider.issuer.replace('http', 'https'))).toMatchObject({
    step: 'certificate',
    sentence: 'O servidor não fala TLS nesta porta.',
  });
  expect(await at(`${provider.issuer}/`)).toMatchObject({ step: 'issuer', passed: false });
  expect(await at(`${provider.issuer}/outro`)).toMatchObject({
    step: 'document',
    sentence: 'O servidor respondeu 404.',
  });
});

test('R-ACC-23 a document that redirects, or is none, is said', async () => {
  const reply = { status: 302, type: 'text/html' };
  const server = createServer((_, response) => {
    response.writeHead(reply.status, { 'content-type': reply.type, location: provider.issuer }).end('<p>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const id = await build({ issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
    const sentence = 'O servidor redireciona para outro endereço.';
    expect(last(await tryConnection(id))).toMatchObject({ step: 'document', sentence });
    reply.status = 200;
    expect(last(await tryConnection(id))).toMatchObject({
      step: 'document',
      sentence: 'A resposta não é um documento JSON.',
    });
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test('R-ACC-23 a trial sign-in shows claims and outcome, opens no sign-in and makes no account', async () => {
  const { db } = testServer.context;
  const [group] = await db.insert(user_groups).values({ name: 'Pessoal' }).returning();
  if (!group) throw new Error('no group');
  const id = await build({ user_group_id: group.id });
  const before = [await db.$count(sign_ins), await db.$count(users), await db.$count(identities)];
  const { status, body } = await tryEntry(id, { ...ana, cpf: '123.456.789-01', amr: ['pwd', 'mfa'] });
  expect(status).toBe(200);
  expect(body.data).toMatchObject({
    refusal: null,
    account: {
      by: 'made',
      name: 'Ana Souza',
      email_masked: 'a••@exemplo.gov.br',
      group: group.name,
      role: 'user',
      second_factor: 'provider',
    },
  });
  const said = Object.fromEntries(
    body.data.claims.map(({ name, value }: Record<string, string>) => [name, value]),
  );
  expect(said).toMatchObject({ sub: 'an••••', cpf: '12••••', email: 'a••@exemplo.gov.br', amr: 'pwd, mfa' });
  expect([await db.$count(sign_ins), await db.$count(users), await db.$count(identities)]).toEqual(before);
  expect((await testServer.as(root).get(`/admin/identity-providers/${id}`)).body.data.tested_at).toBeTruthy();
  const tested = eq(audit_entries.action, 'identity_provider.tested');
  expect(await db.$count(audit_entries, tested)).toBe(1);
});

test('R-ACC-23 a trial sign-in says who would be asked to prove their account, and why somebody is refused', async () => {
  const id = await build({ provision: 'refused' });
  const { email } = await testServer.user({ email: 'ana@exemplo.gov.br' });
  expect((await tryEntry(id)).body.data).toMatchObject({ account: { by: 'proof', second_factor: 'none' } });
  const refused = await tryEntry(id, { ...ana, email: 'nova@exemplo.gov.br' });
  expect(refused.body.data).toMatchObject({
    account: null,
    refusal: 'Sua conta não tem acesso ao Prosa. Peça um convite ao administrador.',
  });
  const own = await tryEntry(id, { ...ana, email: root.email });
  const said = own.body.data.claims.find(({ name }: { name: string }) => name === 'email');
  expect(said.value).toBe(root.email);
  expect(JSON.stringify(own.body.data.claims)).not.toContain(email);
});

test('a trial ends only for the person who began it, and as a trial', async () => {
  const id = await build({}, true);
  const other = await testServer.user({ role: 'superadmin' });
  expect((await tryEntry(id, ana, other)).body.code).toBe('sso_expired');
  const { binding, binding_hash } = newTab();
  const start = `/admin/identity-providers/${id}/test-sign-in/start`;
  const { data } = (await testServer.as(root).post(start, { binding_hash })).body;
  const query = provider.authorize(data.authorization_url, ana);
  const answer = { state: data.state, binding, query };
  expect((await testServer.anyone().post('/auth/sso/casa/finish', answer)).body.code).toBe('sso_expired');
});

test('an answer that cannot be trusted is no good trial', async () => {
  const id = await build();
  provider.state.forging = { with_other_key: true };
  expect((await tryEntry(id)).body.code).toBe('provider_refused');
  expect((await testServer.as(root).get(`/admin/identity-providers/${id}`)).body.data.tested_at).toBeNull();
});

test('more than ten trials a minute are refused', async () => {
  const id = await build({ issuer: 'https://169.254.169.254' });
  for (let count = 0; count < 10; count += 1) await tryConnection(id);
  const { status } = await testServer.as(root).post(`/admin/identity-providers/${id}/test`);
  expect(status).toBe(429);
});
