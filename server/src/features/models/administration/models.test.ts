import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { CatalogueModel } from '#contract/model-catalogue.ts';
import type { ModelInfo } from '#contract/models.ts';
import { buildAgent, buildDataSource } from '../../../../test/builders.ts';
import { scripted, scriptedModels } from '../../../../test/providers/scripted-model.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../../../../test/test-server.ts';
import { openLog } from '../../../adapters/log.ts';
import { openModels } from '../../../adapters/models/open-models.ts';
import { model_health, models as modelRows } from '../../../db/tables/models.ts';
import { type Env, parseEnv } from '../../../env.ts';
import { readInstallationModels } from '../installation-models.ts';
import { describeModels, NOTHING_STORED } from './model-info.ts';

/** The ids that the first release had, and that agents may have stored. */
const SEEDED = [
  'gpt-4o',
  'gpt-5',
  'gpt-5-mini',
  'gpt-5-nano',
  'claude-3-5-sonnet',
  'claude-3-7-sonnet',
  'claude-3-5-haiku',
  'claude-4-sonnet',
  'gemini-2.0-flash',
  'gemini-2.0-flash-lite',
];

let testServer: TestServer | undefined;
afterEach(async () => {
  await testServer?.close();
  testServer = undefined;
});
afterAll(() => testServer?.close());

async function told(options: TestServerOptions): Promise<ModelInfo[]> {
  testServer = await startTestServer(options);
  const admin = testServer.as(await testServer.user({ role: 'admin' }));
  const { status, body } = await admin.get('/models');
  expect(status).toBe(200);
  return body.data;
}

describe('the model catalogue', () => {
  test('R-MDL-01 R-MOD-01 R-MOD-02 R-MOD-03 R-MOD-04 R-MOD-05 R-MOD-06 R-MOD-07 R-MOD-08 R-MOD-09 R-MOD-10 has the ten models of the first release, retired or not', async () => {
    const models = (await told({})).filter(({ id }) => SEEDED.includes(id));
    const plain = { is_new: false, recommended: false };
    expect(
      models.map(({ id, provider, context_window, is_new, recommended }) => ({
        id,
        provider,
        context_window,
        is_new,
        recommended,
      })),
    ).toEqual([
      { id: 'gpt-4o', provider: 'openai', context_window: 128_000, ...plain },
      { id: 'gpt-5', provider: 'openai', context_window: 200_000, is_new: true, recommended: true },
      { id: 'gpt-5-mini', provider: 'openai', context_window: 128_000, ...plain, is_new: true },
      { id: 'gpt-5-nano', provider: 'openai', context_window: 64_000, ...plain, is_new: true },
      { id: 'claude-3-5-sonnet', provider: 'anthropic', context_window: 200_000, ...plain },
      { id: 'claude-3-7-sonnet', provider: 'anthropic', context_window: 200_000, ...plain },
      { id: 'claude-3-5-haiku', provider: 'anthropic', context_window: 200_000, ...plain },
      {
        id: 'claude-4-sonnet',
        provider: 'anthropic',
        context_window: 400_000,
        is_new: true,
        recommended: true,
      },
      { id: 'gemini-2.0-flash', provider: 'google', context_window: 1_000_000, ...plain },
      { id: 'gemini-2.0-flash-lite', provider: 'google', context_window: 1_000_000, ...plain },
    ]);
    expect(models.find(({ id }) => id === 'gpt-5-nano')?.max_tokens).toBe(4_096);
  });

  test('R-MOD-11 says of each its name, what it is good for and its longest answer', async () => {
    for (const model of (await told({})).filter(({ id }) => SEEDED.includes(id))) {
      expect(model.name.length).toBeGreaterThan(3);
      expect(model.description.length).toBeGreaterThan(10);
      expect(model.max_tokens).toBeGreaterThan(0);
      expect(model.supports_temperature).toBe(!model.id.startsWith('gpt-5'));
    }
  });

  test('is all there in local mode, and otherwise says which providers have a key', async () => {
    expect((await told({})).every(({ configured }) => configured)).toBe(true);
    await testServer?.close();
    const models = await told({ models: scriptedModels(scripted(['x']), { without: ['gpt-4o'] }) });
    expect(models.filter(({ configured }) => !configured).map(({ id }) => id)).toEqual(['gpt-4o']);
  });

  test('is for administrators', async () => {
    testServer = await startTestServer();
    expect((await testServer.as(await testServer.user()).get('/models')).status).toBe(403);
  });
});

test('R-MDL-09 says of each who uses it, where it is processed, and what was changed or is locked', async () => {
  const env = parseEnv({
    NODE_ENV: 'test',
    OPENAI_API_KEY: 'k',
    MODEL_OVERRIDES: JSON.stringify({ 'gpt-6-luna': { max_tokens: 900 } }),
  });
  testServer = await startTestServer({ env, now: new Date('2026-11-23T12:00:00.000Z') });
  const { context } = testServer;
  const without = await buildAgent(context, { name: 'Sem modelo', model: null });
  const busy = await buildAgent(context, {
    name: 'Compras',
    model: 'gpt-4o',
    rules: { fallback_models: ['gpt-6-luna', 'gpt-4o'] },
  });
  const source = await buildDataSource(context, { name: 'Licitações' });
  await context.db.insert(modelRows).values({ id: 'gpt-4o', name: 'Quatro', version: 3 });
  const since = new Date('2026-11-23T11:00:00.000Z');
  await context.db
    .insert(model_health)
    .values({ model_id: 'gpt-6-luna', state: 'failing', since, checked_at: since });
  await readInstallationModels(context);
  const { body } = await testServer.as(await testServer.user({ role: 'admin' })).get('/models');
  const one = (id: string) => body.data.find((model: ModelInfo) => model.id === id);
  expect(one('gpt-4o')).toMatchObject({
    name: 'Quatro',
    provider_name: 'OpenAI',
    residency: 'exterior',
    uses: { agents: [{ id: busy.id, name: 'Compras' }], data_sources: [] },
    changed: ['name'],
    locked: [],
    added: false,
    version: 3,
  });
  expect(one('gpt-6-luna')).toMatchObject({
    state: 'failing',
    failing_since: since.toISOString(),
    uses: { agents: [{ name: 'Compras' }], data_sources: [] },
    locked: ['max_tokens'],
    version: 0,
  });
  expect(one('claude-3-5-sonnet').uses.agents).toEqual([{ id: without.id, name: 'Sem modelo' }]);
  expect(one('claude-3-7-sonnet').uses.data_sources).toEqual([{ id: source.id, name: 'Licitações' }]);
});

describe('a retired model', () => {
  const catalogueWith = (
    overrides: Record<string, Partial<CatalogueModel>>,
    keys: Record<string, string>,
    today = '2026-11-23',
  ) =>
    catalogueIn(parseEnv({ NODE_ENV: 'test', ...keys, MODEL_OVERRIDES: JSON.stringify(overrides) }), today);
  const catalogueIn = (env: Env, today: string) =>
    describeModels(
      {
        env,
        models: openModels(env, {
          log: openLog('silent'),
          clock: { now: () => new Date(`${today}T00:00:00.000Z`) },
        }),
      },
      NOTHING_STORED,
    );
  const running = (models: Pick<ModelInfo, 'id' | 'runs_on'>[]) =>
    Object.fromEntries(models.map(({ id, runs_on }) => [id, runs_on]));

  test('names the one that answers in its place, at the end of a chain of successors', () => {
    const chain = {
      'gpt-4o': { retired_successor: 'gpt-5-mini' },
      'gpt-5-mini': { retired_successor: 'gpt-6.2-sol' },
    };
    expect(running(catalogueWith(chain, { OPENAI_API_KEY: 'k' }))).toMatchObject({
      'gpt-4o': 'gpt-6.2-sol',
      'gpt-5-mini': 'gpt-6.2-sol',
      'gpt-5': null,
      'claude-4-sonnet': 'gpt-6.1-terra',
    });
  });

  test('R-MDL-05 a successor that leads nowhere, or that has no key, leaves the default of the installation', () => {
    const nowhere = { 'gpt-4o': { retired_successor: 'não-há' } };
    expect(running(catalogueWith(nowhere, { OPENAI_API_KEY: 'k' }))['gpt-4o']).toBe('gpt-6.1-terra');
    expect(running(catalogueWith(nowhere, { ANTHROPIC_API_KEY: 'k' }))['gpt-4o']).toBe('claude-sonnet-5-5');
  });

  test('R-MDL-06 says in which state each is, by the day', () => {
    const states = (today: string) =>
      Object.fromEntries(
        catalogueWith({}, { OPENAI_API_KEY: 'k' }, today).map(({ id, state }) => [id, state]),
      );
    expect(states('2026-12-10')).toMatchObject({
      'gpt-4o': 'ending',
      'gpt-5': 'ending',
      'gpt-6.1-terra': 'active',
      'claude-4-sonnet': 'retired',
      'claude-sonnet-5-5': 'no_key',
    });
    expect(states('2026-12-11')).toMatchObject({ 'gpt-5': 'retired', 'gpt-4o': 'ending' });
  });

  test('says when it ends and how much a model can be asked to think', () => {
    const models = catalogueWith({}, {});
    expect(models.find(({ id }) => id === 'gpt-5')).toMatchObject({
      ends_at: '2026-12-11',
      efforts: ['minimal', 'low', 'medium', 'high'],
      default_effort: 'low',
    });
    expect(models.find(({ id }) => id === 'gpt-4o')).toMatchObject({ efforts: [], default_effort: null });
  });

  test('an override of the model behind an entry drops the day on which the catalogue ends it', () => {
    const elsewhere = { 'claude-4-sonnet': { provider_model: 'anthropic.claude-sonnet-no-gateway' } };
    expect(
      catalogueWith(elsewhere, { ANTHROPIC_API_KEY: 'k' }).find(({ id }) => id === 'claude-4-sonnet'),
    ).toMatchObject({ state: 'active', ends_at: null, runs_on: null });
  });
});
