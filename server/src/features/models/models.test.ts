import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { type CatalogueModel, modelCatalogue } from '#contract/model-catalogue.ts';
import type { ModelInfo } from '#contract/models.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../../../test/test-server.ts';
import { openLog } from '../../adapters/log.ts';
import { openModels } from '../../adapters/models/open-models.ts';
import { scripted, scriptedModels } from '../../adapters/models/scripted.ts';
import { parseEnv } from '../../env.ts';
import { modelInfos } from './model-info.ts';

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
  test('R-MOD-01 R-MOD-02 R-MOD-03 R-MOD-04 R-MOD-05 R-MOD-06 R-MOD-07 R-MOD-08 R-MOD-09 R-MOD-10 has the ten models', async () => {
    const models = await told({});
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
    for (const model of await told({})) {
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

describe('a withdrawn model', () => {
  const catalogueWith = (overrides: Record<string, Partial<CatalogueModel>>, keys: Record<string, string>) =>
    modelInfos(
      openModels(
        parseEnv({ NODE_ENV: 'test', ...keys, MODEL_OVERRIDES: JSON.stringify(overrides) }),
        openLog('silent'),
      ),
    );
  const successors = (models: ModelInfo[]) =>
    models
      .filter((model) => model.retired_successor)
      .map(({ id, retired_successor }) => [id, retired_successor]);

  test('names the one that answers in its place, at the end of a chain of successors', () => {
    const chain = {
      'gpt-4o': { retired_successor: 'gpt-5-mini' },
      'gpt-5-mini': { retired_successor: 'gpt-5' },
    };
    expect(successors(catalogueWith(chain, { OPENAI_API_KEY: 'k' }))).toEqual([
      ['gpt-4o', 'gpt-5'],
      ['gpt-5-mini', 'gpt-5'],
    ]);
  });

  test('without a key names the one that is announced; a successor that leads nowhere is none', () => {
    const gone = { 'gpt-4o': { retired_successor: 'gpt-5' } };
    expect(successors(catalogueWith(gone, { ANTHROPIC_API_KEY: 'k' }))).toEqual([['gpt-4o', 'gpt-5']]);
    const nowhere = { 'gpt-4o': { retired_successor: 'não-há' } };
    expect(successors(catalogueWith(nowhere, { OPENAI_API_KEY: 'k' }))).toEqual([]);
  });

  test('tells prices where they are known', () => {
    const priced = catalogueWith({ 'gpt-5': { price: { input: 1.25, output: 10 } } }, {});
    expect(priced.map(({ price }) => price).filter(Boolean)).toEqual([
      { input: 1.25, output: 10 },
      ...modelCatalogue.flatMap(({ id, price }) => (price && id !== 'gpt-5' ? [price] : [])),
    ]);
  });
});
