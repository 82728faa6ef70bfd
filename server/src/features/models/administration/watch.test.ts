import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildAgent } from '../../../../test/builders.ts';
import { openProviderStub, type ProviderStub } from '../../../../test/providers/provider-stub.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { model_health } from '../../../db/tables/models.ts';
import { parseEnv } from '../../../env.ts';
import { watchModels } from './watch.ts';

let stub: ProviderStub;
let server: TestServer;
beforeAll(async () => {
  stub = await openProviderStub();
});
beforeEach(async () => {
  const env = parseEnv({ NODE_ENV: 'test', OPENAI_API_KEY: 'k', OPENAI_BASE_URL: stub.url });
  server = await startTestServer({ env, now: new Date('2026-11-23T04:10:00.000Z') });
  await server.user({ role: 'superadmin', name: 'Rita' });
  await server.user({ role: 'admin' });
  await buildAgent(server.context, { name: 'Compras', model: 'gpt-6.2-sol' });
  stub.knowsOnly('gpt-6.2-sol', 'gpt-6-luna');
});
afterEach(async () => {
  stub.reset();
  await server.close();
});
afterAll(() => stub.close());

const entryOf = (id: string) => server.context.models.catalogue.find((entry) => entry.id === id);
const watch = () => watchModels(server.context);
const subjects = () => server.mailbox.emails.map(({ subject }) => subject);
const on = (day: string) => server.clock.set(new Date(`${day}T04:10:00.000Z`));

test('R-MDL-11 the provider’s day becomes the end of the model, and superadmins hear of it 60, 14 and 3 days before, once each', async () => {
  stub.endsOn('gpt-6.2-sol', '2027-02-01');
  await watch();
  expect(entryOf('gpt-6.2-sol')?.ends_at).toBe('2027-02-01');
  expect(subjects()).toEqual([]);
  let expected = 0;
  for (const day of ['2026-12-03', '2027-01-18', '2027-01-29']) {
    on(day);
    await watch();
    await watch();
    expected += 1;
    await expect.poll(subjects).toHaveLength(expected);
  }
  expect(subjects()).toEqual(Array(3).fill('O modelo GPT-6.2 Sol termina em 01/02/2027'));
  expect(server.mailbox.emails[0]?.text).toContain('Ele é usado por 1 agente e 0 fontes de dados.');
});

test('a day that a superadmin typed is not replaced', async () => {
  const superadmin = server.as(await server.user({ role: 'superadmin' }));
  await superadmin.put('/models/gpt-6.2-sol', { ends_at: '2027-06-30', version: 0 });
  stub.endsOn('gpt-6.2-sol', '2027-02-01');
  await watch();
  expect(entryOf('gpt-6.2-sol')?.ends_at).toBe('2027-06-30');
});

test('a day that a superadmin typed over the provider’s is not replaced, and the provider may move its own', async () => {
  const superadmin = server.as(await server.user({ role: 'superadmin' }));
  // A row that a person made before the provider named a day.
  await superadmin.put('/models/gpt-6.2-sol', { description: 'Para pareceres.', version: 0 });
  for (const day of ['2027-02-01', '2027-03-01']) {
    stub.endsOn('gpt-6.2-sol', day);
    await watch();
    expect(entryOf('gpt-6.2-sol')?.ends_at).toBe(day);
  }
  const { status } = await superadmin.put('/models/gpt-6.2-sol', { ends_at: '2027-06-30', version: 1 });
  expect(status).toBe(200);
  await watch();
  expect(entryOf('gpt-6.2-sol')).toMatchObject({ ends_at: '2027-06-30', description: 'Para pareceres.' });
  // Taken back to the catalogue, which knows no day, it is the provider's again.
  await superadmin.put('/models/gpt-6.2-sol', { ends_at: null, version: 2 });
  await watch();
  expect(entryOf('gpt-6.2-sol')?.ends_at).toBe('2027-03-01');
});

test('the day of a model that was added from the provider’s list moves with it, and one that somebody typed stays', async () => {
  const superadmin = server.as(await server.user({ role: 'superadmin' }));
  stub.knowsOnly('gpt-6.2-sol', 'gpt-6-luna', 'gpt-8', 'gpt-9');
  const added = { provider_id: 1, ends_at: '2027-02-01' };
  for (const body of [
    { ...added, id: 'gpt-8', provider_model: 'gpt-8', listed: true },
    { ...added, id: 'gpt-9', provider_model: 'gpt-9' },
  ])
    expect((await superadmin.post('/models', body)).status).toBe(201);
  for (const id of ['gpt-8', 'gpt-9']) stub.endsOn(id, '2027-03-01');
  await watch();
  expect(entryOf('gpt-8')?.ends_at).toBe('2027-03-01');
  expect(entryOf('gpt-9')?.ends_at).toBe('2027-02-01');
});

test('a model in use that the list leaves out twice, a day apart, has gone: its successor or the default answers', async () => {
  stub.knowsOnly('gpt-6-luna', 'gpt-6.1-terra');
  await watch();
  await watch();
  expect(entryOf('gpt-6.2-sol')?.gone).toBeUndefined();
  on('2026-11-24');
  await watch();
  expect(entryOf('gpt-6.2-sol')?.gone).toBe(true);
  expect(server.context.models.open('gpt-6.2-sol')?.entry.id).toBe('gpt-6.1-terra');
  await expect.poll(subjects).toEqual(['O modelo GPT-6.2 Sol saiu da lista']);
  // Listed again, it is back.
  stub.knowsOnly('gpt-6.2-sol', 'gpt-6-luna');
  on('2026-11-25');
  await watch();
  expect(server.context.models.open('gpt-6.2-sol')?.entry.id).toBe('gpt-6.2-sol');
});

test('the models in use are asked for a word, and only a refusal of the model counts against it', async () => {
  const health = () => server.context.db.select().from(model_health);
  await watch();
  expect(await health()).toMatchObject([{ model_id: 'gpt-6.2-sol', state: 'ok' }]);
  stub.always('503');
  await watch();
  expect(await health()).toMatchObject([{ state: 'ok' }]);
  stub.always('refusal=deprecated');
  await watch();
  expect(await health()).toMatchObject([{ state: 'failing' }]);
});

test('a list that cannot be read changes nothing', async () => {
  stub.knowsOnly();
  await watch();
  on('2026-11-24');
  await watch();
  expect(entryOf('gpt-6.2-sol')?.gone).toBeUndefined();
});
