import { eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COUNTERS_MAX } from '#contract/limits.ts';
import { buildAgent, buildDataSource } from '../../../../test/builders.ts';
import { agentReading, givenCounter, openCounter } from '../../../../test/counters.ts';
import { PNG } from '../../../../test/pictures.ts';
import { scripted, scriptedModels } from '../../../../test/providers/scripted-model.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../../test/test-server.ts';
import { audit_entries } from '../../../db/tables/audit.ts';
import { counters } from '../../../db/tables/counters.ts';
import { users } from '../../../db/tables/people.ts';
import { checkedOrigins } from './counter-rules.ts';

let testServer: TestServer;
let boss: ReturnType<TestServer['as']>;
let admin: ReturnType<TestServer['as']>;
let agent_id: number;
beforeAll(async () => {
  testServer = await startTestServer({ models: scriptedModels(scripted(['Sim.'])) });
  boss = testServer.as(await testServer.user({ role: 'superadmin' }));
  admin = testServer.as(await testServer.user({ role: 'admin' }));
  ({ id: agent_id } = await agentReading(testServer, { IPTU: 'O IPTU vence no dia 10 de março.' }));
});
afterAll(() => testServer.close());

const detailOf = ({
  status,
  body,
}: {
  status: number;
  body: { code: string; errors?: { field: string }[] };
}) => [status, body.code, body.errors?.[0]?.field];

test('a superadmin opens a counter, an administrator changes and pauses it, and each step is audited without its texts', async () => {
  expect((await admin.post('/counters', givenCounter({ agent_id }))).status).toBe(403);
  const logo = PNG.toString('base64');
  const made = await openCounter(boss, { agent_id, logo });
  const change = { ...givenCounter({ agent_id, name: 'Prefeitura de Cedro' }), version: made.version };
  const changed = await admin.put(`/counters/${made.id}`, change);
  expect(changed.body.data).toMatchObject({
    name: 'Prefeitura de Cedro',
    has_logo: true,
    version: 2,
    open: true,
  });
  expect((await admin.put(`/counters/${made.id}`, change)).body.code).toBe('stale_change');
  const paused = await admin.post(`/counters/${made.id}/pause`, { paused: true });
  expect(paused.body.data).toMatchObject({ paused: true, open: false });
  await admin.post(`/counters/${made.id}/pause`, { paused: false });
  expect((await boss.post('/counters', givenCounter({ agent_id }))).body).toMatchObject({
    code: 'slug_taken',
    detail: 'Já existe um balcão com esse endereço.',
  });
  const logoReply = await testServer.anyone().get('/public/counters/prefeitura/logo');
  expect([logoReply.status, logoReply.headers['content-type']]).toEqual([200, 'image/png']);

  expect((await admin.delete(`/counters/${made.id}`)).status).toBe(403);
  expect((await boss.delete(`/counters/${made.id}`)).status).toBe(200);
  expect((await boss.get(`/counters/${made.id}`)).body).toMatchObject({
    code: 'counter_not_found',
    detail: 'Balcão não encontrado.',
  });
  const entries = await testServer.context.db
    .select()
    .from(audit_entries)
    .where(eq(audit_entries.object_type, 'counter'));
  expect(entries.map(({ action }) => action).toSorted()).toEqual([
    'counter.created',
    'counter.deleted',
    'counter.paused',
    'counter.resumed',
    'counter.updated',
  ]);
  expect(JSON.stringify(entries)).not.toMatch(/O que você quer saber|Ouvidoria/);
});

test.each([
  [{ slug: 'A B' }, 422, 'validation', 'slug'],
  [
    { texts: { greeting: 'veja javascript:alert(1)', notice: '', contact: 'x' } },
    422,
    'validation',
    'texts.greeting',
  ],
  [{ texts: { greeting: 'Oi', notice: '', contact: ' ' } }, 422, 'validation', 'texts.contact'],
  [{ colours: { background: '#ffffff', text: '#eeeeee' } }, 422, 'validation', 'colours.text'],
  [{ origins: ['https://www.cidade.gov.br/pagina'] }, 422, 'origin_invalid', 'origins'],
  [{ origins: ['http://www.cidade.gov.br'] }, 422, 'origin_invalid', 'origins'],
  [{ origins: ['*'] }, 422, 'origin_invalid', 'origins'],
  [{ origins: ['https://*'] }, 422, 'origin_invalid', 'origins'],
  [{ origins: ['https://*.cidade.gov.br'] }, 422, 'origin_invalid', 'origins'],
  [{ origins: ['https://a.br;script-src-elem', 'https://b.br'] }, 422, 'origin_invalid', 'origins'],
  [{ logo: Buffer.from('<svg/>').toString('base64') }, 422, 'validation', 'logo'],
  [{ open_hours: { days: [1], from: '18:00', until: '08:00' } }, 422, 'validation', 'open_hours.until'],
  [{ keep_hours: 0 }, 422, 'validation', 'keep_hours'],
  [{ agent_id: 1_999_999_999 }, 422, 'validation', 'agent_id'],
  [{ mode: 'model' as const, tokens_per_day: 100 }, 422, 'validation', 'tokens_per_day'],
])('a counter with %j is refused', async (wishes, ...expected) => {
  expect(detailOf(await boss.post('/counters', givenCounter({ agent_id, ...wishes })))).toEqual(expected);
});

test('a literal counter refuses an agent that reads data, by the names of its sources', async () => {
  const source = await buildDataSource(testServer.context, { name: 'Licitações' });
  const agent = await buildAgent(testServer.context, { data_sources: [source.id] });
  const { status, body } = await boss.post('/counters', givenCounter({ agent_id: agent.id }));
  expect([status, body.code]).toEqual([422, 'literal_without_data']);
  expect(body.detail).toBe('Um balcão literal só lê documentos. Este agente também lê dados: Licitações.');
});

test('the refusal of a small budget names the least one, which is accepted', async () => {
  const wishes = { agent_id, mode: 'model' as const, slug: 'com-modelo' };
  const { body } = await boss.post('/counters', givenCounter({ ...wishes, tokens_per_day: 10 }));
  const least = Number(/ao menos ([\d.]+) por dia/.exec(body.detail)?.[1]?.replaceAll('.', ''));
  expect(least).toBeGreaterThan(3 * 1_024);
  expect((await boss.post('/counters', givenCounter({ ...wishes, tokens_per_day: least - 1 }))).status).toBe(
    422,
  );
  expect((await boss.post('/counters', givenCounter({ ...wishes, tokens_per_day: least }))).status).toBe(201);
});

test('two hundred counters are enough', async () => {
  const { db } = testServer.context;
  const [row] = await db.select().from(counters).limit(1);
  if (!row) throw new Error('no counter');
  const { id: _, ...copied } = row;
  const many = Array.from({ length: COUNTERS_MAX }, (_one, at) => ({ ...copied, slug: `copia-${at}` }));
  await db.insert(counters).values(many);
  const { status, body } = await boss.post('/counters', givenCounter({ agent_id, slug: 'demais' }));
  expect([status, body.detail]).toEqual([409, 'Há no máximo 200 balcões.']);
  await db.delete(counters).where(like(counters.slug, 'copia-%'));
});

test('plain http is for this machine alone, and never in production', () => {
  const local = ['http://127.0.0.1:5173', 'http://localhost:8000/'];
  expect(checkedOrigins({ NODE_ENV: 'development' }, [...local, ...local])).toEqual([
    'http://127.0.0.1:5173',
    'http://localhost:8000',
  ]);
  expect(() => checkedOrigins({ NODE_ENV: 'production' }, local)).toThrow(
    expect.objectContaining({ detail: 'Informe uma origem como https://www.cidade.gov.br.' }),
  );
});

test('the account of a counter is nobody: in no list, no count, no statistic, and no way in', async () => {
  const before = await boss.get('/admin/stats/activity', { query: { period: 'day' } });
  const { id } = await openCounter(boss, { agent_id, slug: 'sem-pessoa' });
  const { db } = testServer.context;
  const [counter] = await db.select().from(counters).where(eq(counters.id, id));
  const [account] = await db
    .select()
    .from(users)
    .where(eq(users.id, counter?.user_id ?? 0));
  expect(account).toMatchObject({ kind: 'service', active: false, email: `balcao-${id}@invalid` });
  const after = await boss.get('/admin/stats/activity', { query: { period: 'day' } });
  expect(after.body.data).toEqual(before.body.data);
  for (const path of [
    '/users/all?include_inactive=true&limit=100',
    '/user-groups/1/users/status?limit=100',
  ]) {
    const { status, text } = await boss.get(path);
    expect([path, status, text.includes('balcao-')]).toEqual([path, 200, false]);
  }
  expect((await boss.get(`/users/${account?.id}/export`)).status).toBe(404);
  const tried = await testServer
    .anyone()
    .form('/auth/login', { username: account?.email ?? '', password: '*' });
  expect([tried.status, tried.body.code]).toEqual([401, 'invalid_credentials']);
});

test('a counter is open within its hours, by the clock of São Paulo', async () => {
  // 12:00 UTC on a Saturday is nine in the morning.
  const hours = (days: number[], from: string, until: string) => ({ days, from, until });
  const { id, version } = await openCounter(boss, {
    agent_id,
    slug: 'com-horas',
    open_hours: hours([6], '08:00', '09:01'),
  });
  expect(TEST_NOW.toISOString()).toBe('2026-11-14T12:00:00.000Z');
  const openAfter = async (open_hours: ReturnType<typeof hours>, of: number) =>
    (
      await boss.put(`/counters/${id}`, {
        ...givenCounter({ agent_id, slug: 'com-horas', open_hours }),
        version: of,
      })
    ).body.data.open;
  expect((await boss.get(`/counters/${id}`)).body.data.open).toBe(true);
  expect(await openAfter(hours([6], '08:00', '09:00'), version)).toBe(false);
  expect(await openAfter(hours([1, 2, 3, 4, 5, 7], '08:00', '18:00'), version + 1)).toBe(false);
});
