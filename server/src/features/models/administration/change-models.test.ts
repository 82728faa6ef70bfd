import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildAgent } from '../../../../test/builders.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { audit_entries } from '../../../db/tables/audit.ts';
import { models as modelRows } from '../../../db/tables/models.ts';
import { parseEnv } from '../../../env.ts';

let server: TestServer;
let superadmin: ReturnType<TestServer['as']>;
beforeEach(async () => {
  const env = parseEnv({
    NODE_ENV: 'test',
    OPENAI_API_KEY: 'k',
    MODEL_OVERRIDES: JSON.stringify({ 'gpt-6-luna': { max_tokens: 900 } }),
  });
  server = await startTestServer({ env, now: new Date('2026-11-23T12:00:00.000Z') });
  superadmin = server.as(await server.user({ role: 'superadmin' }));
});
afterEach(() => server.close());

const change = (id: string, fields: object, version = 0) =>
  superadmin.put(`/models/${id}`, { ...fields, version });
const entryOf = (id: string) => server.context.models.catalogue.find((entry) => entry.id === id);
const audited = async (action: string) =>
  (await server.context.db.select().from(audit_entries).where(eq(audit_entries.action, action))).map(
    ({ object_name, before, after }) => ({ object_name, before, after }),
  );

const NEW = { id: 'gpt-7-mini', provider_id: 1, provider_model: 'gpt-7-mini', provider_max_tokens: 128_000 };

test('R-MDL-09 a superadmin changes an entry, field by field, and takes a field back to the catalogue', async () => {
  const { status, body } = await change('gpt-6.2-sol', {
    name: 'Sol da casa',
    max_tokens: 8_000,
    // The same as in code: no change.
    context_window: 922_000,
  });
  expect(status).toBe(200);
  expect(body.data).toMatchObject({ name: 'Sol da casa', changed: ['name', 'max_tokens'], version: 1 });
  expect(entryOf('gpt-6.2-sol')).toMatchObject({ name: 'Sol da casa', max_tokens: 8_000 });
  const back = await change('gpt-6.2-sol', { name: null }, 1);
  expect(back.body.data).toMatchObject({ name: 'GPT-6.2 Sol', changed: ['max_tokens'], version: 2 });
  expect(await audited('model.updated')).toEqual([
    {
      object_name: 'gpt-6.2-sol',
      before: { name: null, max_tokens: null },
      after: { name: 'Sol da casa', max_tokens: 8_000 },
    },
    { object_name: 'gpt-6.2-sol', before: { name: 'Sol da casa' }, after: { name: null } },
  ]);
});

test('R-MDL-09 administrators and users change nothing', async () => {
  for (const role of ['admin', 'user'] as const) {
    const other = server.as(await server.user({ role }));
    for (const reply of [
      await other.put('/models/gpt-4o', { name: 'Outro', version: 0 }),
      await other.post('/models', NEW),
      await other.delete('/models/gpt-4o'),
      await other.post('/models/discover', {}),
      await other.post('/models/gpt-4o/probe'),
    ])
      expect([reply.status, reply.body.code]).toEqual([403, 'forbidden']);
  }
});

test('a field of MODEL_OVERRIDES is locked, and a second editor gets stale_change', async () => {
  expect((await change('gpt-6-luna', { max_tokens: 800 })).body.code).toBe('model_locked');
  expect((await change('gpt-6-luna', { name: 'Luna' })).status).toBe(200);
  expect((await change('gpt-6-luna', { name: 'Lua' })).body.code).toBe('stale_change');
  expect((await change('nenhum', { name: 'Nada' })).status).toBe(404);
});

test('a successor must exist and must not lead back', async () => {
  expect((await change('gpt-4o', { successor: 'gpt-4o' })).body).toMatchObject({
    code: 'successor_loop',
    detail: 'Este sucessor leva de volta ao próprio modelo.',
  });
  expect((await change('gpt-4o', { successor: 'nenhum' })).body.code).toBe('unknown_model');
  // gpt-4o leads to gpt-6-luna.
  expect((await change('gpt-6-luna', { successor: 'gpt-4o' })).body.code).toBe('successor_loop');
  expect((await change('gpt-4o', { successor: 'gpt-6.2-sol' })).status).toBe(200);
});

test('a model is added, asked for less than its provider accepts, and deleted', async () => {
  const made = await superadmin.post('/models', NEW);
  expect(made.status).toBe(201);
  expect(made.body.data).toMatchObject({
    id: 'gpt-7-mini',
    provider: 'openai',
    state: 'active',
    max_tokens: 16_384,
    provider_max_tokens: 128_000,
    added: true,
    version: 1,
  });
  expect(server.context.models.open('gpt-7-mini')?.entry.provider_model).toBe('gpt-7-mini');
  expect((await superadmin.post('/models', NEW)).body.code).toBe('model_exists');
  expect((await superadmin.post('/models', { ...NEW, id: 'outro', provider_id: 99 })).body.code).toBe(
    'unknown_provider',
  );
  expect((await superadmin.delete('/models/gpt-7-mini')).status).toBe(200);
  expect(entryOf('gpt-7-mini')).toBeUndefined();
  expect((await audited('model.created')).map(({ object_name }) => object_name)).toEqual(['gpt-7-mini']);
  expect((await audited('model.deleted')).map(({ object_name }) => object_name)).toEqual(['gpt-7-mini']);
});

test.each(['Discover', 'discover', 'use-successor', '../x', 'a b', ''])(
  'the id %j is no id of a model',
  async (id) => {
    const { status, body } = await superadmin.post('/models', { ...NEW, id });
    expect([status, body.code]).toEqual([422, 'validation']);
  },
);

test('R-MDL-29 a model in use cannot be deleted and says where; one of the catalogue can be hidden', async () => {
  await superadmin.post('/models', NEW);
  const agent = await buildAgent(server.context, { name: 'Compras', model: 'gpt-7-mini' });
  const refused = await superadmin.delete('/models/gpt-7-mini');
  expect([refused.status, refused.body.code]).toEqual([409, 'model_in_use']);
  expect(refused.body.detail).toBe('Este modelo está em uso. Troque-o antes nos agentes e fontes de dados.');
  expect(refused.body.uses).toEqual({ agents: [{ id: agent.id, name: 'Compras' }], data_sources: [] });
  expect((await superadmin.delete('/models/gpt-6-luna')).body.code).toBe('model_in_use');
  expect((await change('gpt-6.2-sol', { hidden: true })).body.data).toMatchObject({
    state: 'hidden',
    hidden: true,
  });
  // Agents that have it keep it.
  expect(server.context.models.open('gpt-6.2-sol')?.entry.id).toBe('gpt-6.2-sol');
});

test('R-MDL-29 a default of the installation cannot be deleted', async () => {
  await superadmin.post('/models', NEW);
  const defaults = { default: 'gpt-7-mini', steps: null, reserves: [], follow_successor: true, version: 0 };
  expect((await superadmin.put('/models/defaults', defaults)).status).toBe(200);
  expect((await superadmin.delete('/models/gpt-7-mini')).body.code).toBe('model_in_use');
});

test('agents of a retired model get its successor, each with its version and its audit entry', async () => {
  const { context } = server;
  const old = await buildAgent(context, { name: 'Antigo', model: 'claude-4-sonnet' });
  const other = await buildAgent(context, { name: 'Outro', model: 'gpt-4o' });
  const admin = server.as(await server.user({ role: 'admin' }));
  const { body } = await admin.post('/models/use-successor', {
    model_id: 'claude-4-sonnet',
    agent_ids: [old.id, other.id, 99_999],
  });
  expect(body.data).toEqual({
    changed: [old.id],
    refused: [
      { agent_id: other.id, reason: 'Este agente já usa outro modelo.' },
      { agent_id: 99_999, reason: expect.any(String) },
    ],
  });
  const { data } = (await admin.get(`/agents/${old.id}`)).body;
  expect(data.model).toBe('gpt-6.1-terra');
  expect(await audited('agent.updated')).toEqual([
    { object_name: 'Antigo', before: { model: 'claude-4-sonnet' }, after: { model: 'gpt-6.1-terra' } },
  ]);
});

test('a change is one row of differences, which a later release leaves room for', async () => {
  await change('gpt-4o', { recommended: true });
  const [row] = await server.context.db.select().from(modelRows);
  expect(row).toMatchObject({ id: 'gpt-4o', recommended: true, name: null, ends_at: null, source: 'typed' });
});
