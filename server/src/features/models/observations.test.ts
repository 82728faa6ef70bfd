import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildAgent, buildSession } from '../../../test/builders.ts';
import { openProviderStub, type ProviderStub, STUB_TEXT } from '../../../test/providers/provider-stub.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { model_health, models as modelRows } from '../../db/tables/models.ts';
import { parseEnv } from '../../env.ts';
import { followModels } from './follow-models.ts';

let stub: ProviderStub;
let server: TestServer;
let following: { stop(): void };
beforeAll(async () => {
  stub = await openProviderStub();
});
beforeEach(async () => {
  stub.reset();
  stub.knowsOnly('gpt-4o', 'gpt-6-luna', 'gpt-6.1-terra');
  const env = parseEnv({ NODE_ENV: 'test', OPENAI_API_KEY: 'k', OPENAI_BASE_URL: stub.url });
  server = await startTestServer({ env, now: new Date('2026-11-23T12:00:00.000Z') });
  following = followModels(server.context);
  await server.context.models.setup?.choosing;
  stub.calls.length = 0;
});
afterEach(async () => {
  following.stop();
  await server.close();
});
afterAll(() => stub.close());

async function ask(model: string) {
  const person = await server.user({ role: 'admin' });
  const agent = await buildAgent(server.context, { model, temperature: 0.5 });
  const { id } = await buildSession(server.context, {
    user_id: person.id,
    agent_id: agent.id,
    is_test: true,
  });
  return server.as(person).ask(id, 'Oi?');
}

test('R-MDL-14 a refused parameter is written to the catalogue, where every process and a restart find it', async () => {
  stub.always('refuses=temperature');
  expect((await ask('gpt-4o')).answer).toBe(STUB_TEXT);
  const { db, models } = server.context;
  await expect
    .poll(() => models.catalogue.find(({ id }) => id === 'gpt-4o')?.supports_temperature)
    .toBe(false);
  expect(await db.select().from(modelRows)).toMatchObject([
    { id: 'gpt-4o', supports_temperature: false, efforts: null, source: 'observed' },
  ]);
  const asked = stub.calls.length;
  await ask('gpt-4o');
  expect(stub.calls.slice(asked).map(({ body }) => 'temperature' in body)).toEqual([false]);
});

test('a parameter that a superadmin typed is not taken back by what a call shows', async () => {
  const { db, models } = server.context;
  await db.insert(modelRows).values({ id: 'gpt-4o', supports_temperature: true });
  stub.always('refuses=temperature');
  await ask('gpt-4o');
  await expect
    .poll(async () =>
      (await db.select().from(modelRows)).map(({ supports_temperature }) => supports_temperature),
    )
    .toEqual([true]);
  expect(models.open('gpt-4o')?.entry.supports_temperature).toBe(true);
});

test('a model that its provider does not know is failing since then, until it answers again', async () => {
  const { db } = server.context;
  const health = () => db.select().from(model_health);
  stub.knowsOnly('gpt-6-luna');
  await ask('gpt-4o');
  const since = new Date('2026-11-23T12:00:00.000Z');
  await expect.poll(health).toMatchObject([{ model_id: 'gpt-4o', state: 'failing', since }]);
  server.clock.advance(60_000);
  await ask('gpt-4o');
  // The second failure does not begin anew.
  await expect.poll(health).toMatchObject([{ state: 'failing', since }]);
  server.clock.advance(60_000);
  stub.knowsOnly('gpt-4o');
  expect((await ask('gpt-4o')).answer).toBe(STUB_TEXT);
  await expect.poll(health).toMatchObject([{ state: 'ok', since: new Date('2026-11-23T12:02:00.000Z') }]);
});
