import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openProviderStub, type ProviderStub } from '../../../../test/providers/provider-stub.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { sealSecret } from '../../../adapters/sealing/seal.ts';
import { SEALED } from '../../../adapters/sealing/sealed-columns.ts';
import { secretKeys } from '../../../adapters/sealing/secret-keys.ts';
import { model_providers } from '../../../db/tables/models.ts';
import { readInstallationModels } from '../../models/installation-models.ts';
import { readModelProviders } from './configured-providers.ts';

const KEY = 'sk-guardada-0123456789-abcd';
let stub: ProviderStub;
let testServer: TestServer;
beforeEach(async () => {
  stub = await openProviderStub();
});
afterEach(async () => {
  await stub.close();
  await testServer.close();
});

const read = async (context = testServer.context) => readModelProviders(context.db, context);

async function store(id: number, base_url: string | null) {
  const { db, secretKeys } = testServer.context;
  const key_sealed = sealSecret(secretKeys, SEALED.provider_key, { id, base_url }, KEY);
  await db
    .update(model_providers)
    .set({ base_url, key_source: 'stored', key_sealed })
    .where(eq(model_providers.id, id));
}

test('the built-in providers are rows from the start, and a variable of the environment decides over them', async () => {
  testServer = await startTestServer({
    env: { OPENAI_API_KEY: ' sk-do-ambiente ', OPENAI_BASE_URL: stub.url },
  });
  await store(1, 'https://ladrao.exemplo');
  expect((await read()).slice(0, 3)).toEqual([
    {
      id: 1,
      kind: 'openai',
      name: 'OpenAI',
      base_url: stub.url,
      typed_address: false,
      key: 'sk-do-ambiente',
      key_source: 'env',
      key_readable: true,
      residency: 'exterior',
    },
    expect.objectContaining({ id: 2, kind: 'anthropic', key: null, key_source: 'none', base_url: null }),
    expect.objectContaining({ id: 3, kind: 'google', key: null, key_source: 'none', base_url: null }),
  ]);
});

test('a stored key answers questions', async () => {
  testServer = await startTestServer();
  await store(1, stub.url);
  await readInstallationModels(testServer.context);
  const opened = testServer.context.models.open('gpt-4o');
  expect(opened?.provider).toMatchObject({ id: 1, residency: 'exterior' });
  const prompt = { instructions: '', passages: null, history: [], question: 'Oi' };
  const ending = await opened?.model(
    { prompt, temperature: 0, max_tokens: 50, signal: new AbortController().signal },
    () => {},
  );
  expect(ending?.type).toBe('end');
  expect(stub.calls.at(-1)?.key).toBe(KEY);
});

test('R-MDL-21 a key of another secret is unreadable: its models count as without a key, and the rest goes on', async () => {
  testServer = await startTestServer();
  await store(1, stub.url);
  const { context } = testServer;
  const moved = { ...context, secretKeys: secretKeys(undefined, 'another secret, of more than 32 bytes') };
  expect((await read(moved))[0]).toMatchObject({ key: null, key_source: 'stored', key_readable: false });
  await readInstallationModels(moved);
  expect(context.models.local).toBe(true);
  expect(stub.calls).toEqual([]);
});

test('R-MDL-20 a typed address follows the rules for typed addresses when a question is asked', async () => {
  testServer = await startTestServer({ env: { production: true } });
  await store(1, stub.url);
  await readInstallationModels(testServer.context);
  const opened = testServer.context.models.open('gpt-4o');
  const prompt = { instructions: '', passages: null, history: [], question: 'Oi' };
  const ending = await opened?.model(
    { prompt, temperature: 0, max_tokens: 50, signal: new AbortController().signal },
    () => {},
  );
  expect(ending).toMatchObject({ type: 'failed', code: 'model_failed' });
  expect(stub.calls).toEqual([]);
});
