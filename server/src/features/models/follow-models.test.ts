/** Two processes on one database: each has its own catalogue, and both follow what is stored. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openProviderStub, type ProviderStub, STUB_TEXT } from '../../../test/providers/provider-stub.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { raiseModelsVersion } from '../../adapters/models/models-version.ts';
import { openModels } from '../../adapters/models/open-models.ts';
import { models as modelRows } from '../../db/tables/models.ts';
import { parseEnv } from '../../env.ts';
import { followModels } from './follow-models.ts';
import { readInstallationModels } from './installation-models.ts';

let stub: ProviderStub;
let server: TestServer;
beforeAll(async () => {
  stub = await openProviderStub();
});
beforeEach(async () => {
  const env = parseEnv({ NODE_ENV: 'test', OPENAI_API_KEY: 'k', OPENAI_BASE_URL: stub.url });
  server = await startTestServer({ env, now: new Date('2026-11-23T12:00:00.000Z') });
});
afterEach(async () => {
  vi.useRealTimers();
  stub.reset();
  await server.close();
});
afterAll(() => stub.close());

function anotherProcess() {
  const { env, log, clock } = server.context;
  return { ...server.context, models: openModels(env, { log, clock }) };
}

const question = { prompt: { instructions: '', passages: null, history: [], question: 'Oi?' } };
const call = { ...question, temperature: 0, max_tokens: 50, signal: new AbortController().signal };

test('R-MDL-30 a change in one process holds in the other, and what was opened before keeps its model', async () => {
  const other = anotherProcess();
  await readInstallationModels(other);
  const following = followModels(other);
  const before = other.models.open('gpt-6-luna');
  const superadmin = server.as(await server.user({ role: 'superadmin' }));
  await superadmin.put('/models/gpt-6-luna', { provider_model: 'gpt-6-luna-2', version: 0 });
  await expect.poll(() => other.models.open('gpt-6-luna')?.entry.provider_model).toBe('gpt-6-luna-2');
  expect(other.models.version).toBe(server.context.models.version);
  let text = '';
  await before?.model(call, (words) => {
    text += words;
  });
  expect(text).toBe(STUB_TEXT);
  expect(stub.calls.at(-1)?.model).toBe('gpt-6-luna');
  following.stop();
});

test('R-MDL-30 a change whose signal is lost is found within 15 seconds', async () => {
  const other = anotherProcess();
  await readInstallationModels(other);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const following = followModels({ ...other, signals: { ...other.signals, listen: () => () => {} } });
  await other.models.setup?.choosing;
  await server.context.db.transaction(async (tx) => {
    await tx.insert(modelRows).values({ id: 'gpt-6-luna', name: 'Lua' });
    await raiseModelsVersion(tx);
  });
  expect(other.models.open('gpt-6-luna')?.entry.name).toBe('GPT-6 Luna');
  vi.advanceTimersByTime(15_000);
  await expect.poll(() => other.models.open('gpt-6-luna')?.entry.name).toBe('Lua');
  following.stop();
});
