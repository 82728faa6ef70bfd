import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildAgent, buildSession } from '../../../test/builders.ts';
import { madeData } from '../../../test/personal-data/made-data.ts';
import { openProviderStub, type ProviderStub } from '../../../test/providers/provider-stub.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { audit_entries } from '../../db/tables/audit.ts';
import { installation } from '../../db/tables/installation.ts';
import { guard_hours } from '../../db/tables/statistics.ts';
import { parseEnv } from '../../env.ts';
import { applyGuard } from './installation-guard.ts';

const CPF = '529.982.247-25';

let stub: ProviderStub;
let testServer: TestServer;
let root: ReturnType<TestServer['as']>;
beforeAll(async () => {
  stub = await openProviderStub();
  const env = parseEnv({ NODE_ENV: 'test', OPENAI_API_KEY: 'k', OPENAI_BASE_URL: stub.url });
  testServer = await startTestServer({ env });
  root = testServer.as(await testServer.user({ role: 'superadmin' }));
});
beforeEach(async () => {
  await testServer.context.db.delete(installation).where(eq(installation.key, 'guard'));
  await applyGuard(testServer.context);
  stub.calls.length = 0;
});
afterAll(async () => {
  await testServer.close();
  await stub.close();
});

const settings = { mode: 'mask', kinds: ['cpf', 'email'], new_agents_local: false, version: 0 };

test('the rule of the installation: what it is at first, its change, its audit entry, and a change in between', async () => {
  const first = await root.get('/guard');
  expect(first.body.data).toEqual({
    mode: 'allow',
    kinds: ['cpf', 'pis', 'cns', 'card'],
    new_agents_local: false,
    version: 0,
  });
  const changed = await root.put('/guard', { ...settings, kinds: ['email', 'cpf', 'cpf'] });
  expect(changed.body.data).toEqual({ ...settings, version: 1 });
  const stale = await root.put('/guard', settings);
  expect([stale.status, stale.body.code]).toEqual([409, 'stale_change']);
  const [entry] = await testServer.context.db
    .select()
    .from(audit_entries)
    .where(eq(audit_entries.action, 'guard.updated'));
  expect(entry).toMatchObject({
    object_type: 'installation',
    before: { mode: 'allow', kinds: ['cpf', 'pis', 'cns', 'card'] },
    after: { mode: 'mask', kinds: ['cpf', 'email'] },
  });
  expect(testServer.context.models.guard?.rule).toEqual({ mode: 'mask', kinds: ['cpf', 'email'] });
});

test.each([
  ['no kind', { ...settings, kinds: [] }, 'Escolha ao menos um tipo de dado.'],
  ['a strange kind', { ...settings, kinds: ['rg'] }, 'Escolha tipos de dado da lista.'],
  ['a strange mode', { ...settings, mode: 'off' }, 'Escolha uma regra da lista.'],
])('a rule with %s is refused', async (_, body, message) => {
  const { status, body: reply } = await root.put('/guard', body);
  expect(status).toBe(422);
  expect(JSON.stringify(reply)).toContain(message);
});

test('only superadmins change it; administrators see it and the figures', async () => {
  const admin = testServer.as(await testServer.user({ role: 'admin' }));
  expect((await admin.get('/guard')).body.data.mode).toBe('allow');
  expect((await admin.put('/guard', settings)).status).toBe(403);
  expect((await admin.post('/guard/preview', { text: CPF })).status).toBe(403);
  expect((await admin.get('/admin/stats/guard')).status).toBe(200);
});

test('R-GRD-10: a text is tried without a trace: nothing stored, nothing logged', async () => {
  const tried = await root.post('/guard/preview', { text: `De ${CPF} e ana@exemplo.com.br` });
  expect(tried.body.data).toEqual({ text: 'De [CPF 1] e ana@exemplo.com.br', counts: { cpf: 1 } });
  const other = await root.post('/guard/preview', { text: `${CPF} ana@exemplo.com.br`, kinds: ['email'] });
  expect(other.body.data).toEqual({ text: `${CPF} [E-MAIL 1]`, counts: { email: 1 } });
  const long = await root.post('/guard/preview', { text: 'a'.repeat(20_001) });
  expect([long.status, JSON.stringify(long.body)]).toEqual([
    422,
    expect.stringContaining('O texto deve ter no máximo 20.000 caracteres.'),
  ]);
  expect(testServer.logs.join('')).not.toContain(CPF);
  expect(await testServer.context.db.select().from(guard_hours)).toEqual([]);
});

test('a new agent does not leave where the installation says so', async () => {
  const residencyOf = async (fields: object) => (await root.post('/agents', fields)).body.data.residency_max;
  expect(await residencyOf({ name: 'Antes' })).toBe('exterior');
  await root.put('/guard', { ...settings, new_agents_local: true });
  expect(await residencyOf({ name: 'Depois' })).toBe('local');
});

test('an imported agent is a new one: it does not leave either, and reserves outside are left out by name', async () => {
  const { version } = (await root.get('/guard')).body.data;
  await root.put('/guard', { ...settings, new_agents_local: true, version });
  const from = (rules: object) =>
    buildAgent(testServer.context, { name: 'De outra organização', model: 'gpt-4o', rules });
  const imported = async ({ id }: { id: number }) => {
    const file = (await root.get(`/agents/${id}/export`)).body;
    const { status, body } = await root.post('/agents/import', file);
    expect([status, body.detail]).toEqual([201, undefined]);
    return body.data;
  };
  const usual = await imported(await from({ fallback_models: ['gpt-6-luna'] }));
  expect(usual.agent).toMatchObject({ residency_max: 'local', fallback_models: [], model: 'gpt-4o' });
  expect(usual.left_out).toEqual(['gpt-6-luna']);
  await root.put('/guard', { ...settings, version: version + 1 });
  const before = await imported(await from({ fallback_models: ['gpt-6-luna'] }));
  expect(before.agent).toMatchObject({ residency_max: 'exterior', fallback_models: ['gpt-6-luna'] });
});

const ITEMS = 5_000;
/** A question holds 20,000 characters. */
const ITEMS_PER_QUESTION = 500;

test('R-GRD-03: of 5,000 CPFs in all spellings no byte reaches the provider', {
  timeout: 120_000,
}, async () => {
  await root.put('/guard', settings);
  const person = await testServer.user({ token_limit: 1_000_000_000 });
  const agent = await buildAgent(testServer.context, { model: 'gpt-4o' });
  const made = madeData(ITEMS, 11, ['cpf']);
  for (let from = 0; from < ITEMS; from += ITEMS_PER_QUESTION) {
    const { id } = await buildSession(testServer.context, { user_id: person.id, agent_id: agent.id });
    const some = made.slice(from, from + ITEMS_PER_QUESTION);
    const { status } = await testServer
      .as(person)
      .ask(id, some.map(({ written }) => `«${written}»`).join(' '));
    expect(status).toBe(200);
  }
  const sent = stub.calls.map(({ body }) => JSON.stringify(body)).join('');
  expect(sent).toContain(`[CPF ${ITEMS_PER_QUESTION}]`);
  const bare = sent.replace(/[^\d]+/g, ' ');
  const seen = made.filter(({ value }) => bare.includes(value));
  expect(seen).toEqual([]);
  const written = made.filter(({ written }) => sent.includes(JSON.stringify(written).slice(1, -1)));
  expect(written).toEqual([]);
});
