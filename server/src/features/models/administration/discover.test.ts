import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { DiscoveredProvider, ProbeEvent } from '#contract/models.ts';
import { openProviderStub, type ProviderStub } from '../../../../test/providers/provider-stub.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { model_health, model_providers } from '../../../db/tables/models.ts';
import { parseEnv } from '../../../env.ts';
import { readInstallationModels } from '../installation-models.ts';

let stub: ProviderStub;
let server: TestServer | undefined;
beforeAll(async () => {
  stub = await openProviderStub();
});
afterEach(async () => {
  stub.reset();
  await server?.close();
  server = undefined;
});
afterAll(() => stub.close());

async function start(variables: Record<string, string>) {
  const env = parseEnv({ NODE_ENV: 'test', ...variables });
  server = await startTestServer({ env, now: new Date('2026-11-23T12:00:00.000Z') });
  await readInstallationModels(server.context);
  return server.as(await server.user({ role: 'superadmin' }));
}

test('R-MDL-10 the lists of the providers are read, and one that fails does not spoil the others', async () => {
  stub.knowsOnly('gpt-6.1-terra', 'gpt-7-mini', 'text-embedding-3-small');
  stub.endsOn('gpt-7-mini', '2027-05-01');
  const superadmin = await start({
    OPENAI_API_KEY: 'k',
    OPENAI_BASE_URL: stub.url,
    ANTHROPIC_API_KEY: 'k',
    ANTHROPIC_BASE_URL: 'http://127.0.0.1:9',
  });
  const { status, body } = await superadmin.post('/models/discover', {});
  expect(status).toBe(200);
  const found = (kind: string): DiscoveredProvider =>
    body.data.find(({ provider }: DiscoveredProvider) => provider === kind);
  expect(found('anthropic')).toMatchObject({ models: [], error: 'Nada respondeu neste endereço.' });
  expect(found('openai')).toMatchObject({
    provider_id: 1,
    error: null,
    models: [
      { id: 'gpt-6.1-terra', known_as: 'gpt-6.1-terra', is_chat: true },
      { id: 'gpt-7-mini', known_as: null, is_chat: true, ends_at: '2027-05-01' },
      { id: 'text-embedding-3-small', known_as: null, is_chat: false },
    ],
  });
  const { db } = (server as TestServer).context;
  const [openai] = await db.select().from(model_providers).where(eq(model_providers.id, 1));
  expect(openai).toMatchObject({ listed_at: new Date('2026-11-23T12:00:00.000Z'), list_error: null });
  const [anthropic] = await db.select().from(model_providers).where(eq(model_providers.id, 2));
  expect(anthropic).toMatchObject({ listed_at: null, list_error: 'Nada respondeu neste endereço.' });
});

test('R-MDL-10 the lists are read at most six times a minute', async () => {
  const superadmin = await start({ OPENAI_API_KEY: 'k', OPENAI_BASE_URL: stub.url });
  const statuses: number[] = [];
  for (let count = 0; count < 7; count += 1)
    statuses.push((await superadmin.post('/models/discover', {})).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
});

test('the refusal of a provider without a key names the key, and is not that of one that does not exist', async () => {
  const superadmin = await start({ OPENAI_API_KEY: 'k', OPENAI_BASE_URL: stub.url });
  const { db } = (server as TestServer).context;
  const [anthropic] = await db.select().from(model_providers).where(eq(model_providers.kind, 'anthropic'));
  const keyless = await superadmin.post('/models/discover', { provider_id: anthropic?.id });
  expect([keyless.status, keyless.body.detail]).toEqual([
    422,
    'Falta a chave deste provedor. Informe-a em «Provedores».',
  ]);
  const none = await superadmin.post('/models/discover', { provider_id: 4_711 });
  expect([none.status, none.body.detail]).toEqual([422, 'Este provedor não existe.']);
});

const eventsIn = (text: string): ProbeEvent[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('data: {'))
    .map((line) => JSON.parse(line.slice(6)) as ProbeEvent);

async function probe(superadmin: Awaited<ReturnType<typeof start>>, id: string) {
  const { text } = await superadmin.post(`/models/${id}/probe`);
  const events = eventsIn(text);
  return {
    steps: Object.fromEntries(events.filter(({ step }) => step).map(({ step, ok }) => [step, ok])),
    last: events.at(-1),
    events,
  };
}

test('R-MDL-12 a probe shows each ability, and its outcome can be stored', async () => {
  const superadmin = await start({ OPENAI_API_KEY: 'k', OPENAI_BASE_URL: stub.url });
  stub.always('refuses=temperature+cuts=100000');
  stub.sayTo((asked) =>
    asked.includes('json_schema')
      ? { pieces: ['{"resposta":"ok"}'], usage: { input: 20, output: 5 } }
      : undefined,
  );
  const { steps, last } = await probe(superadmin, 'gpt-4o');
  expect(steps).toEqual({
    answers: true,
    usage: true,
    temperature: false,
    structured: true,
    effort: null,
    context: true,
  });
  expect(last).toMatchObject({
    done: true,
    ok: false,
    found: { supports_temperature: false, structured_output: true },
  });
  const stored = await superadmin.put('/models/gpt-4o', { ...last?.found, version: 0 });
  expect(stored.body.data).toMatchObject({ supports_temperature: false, structured_output: true });
  expect(stored.body.data.last_probe).toMatchObject({ ok: true, steps: { length: 6 } });
});

test('R-MDL-13 a context that the server cuts in silence is found by the tokens that it counts', async () => {
  const overrides = { casa: { base_url: stub.url, provider_model: 'qwen', context_window: 32_000 } };
  const superadmin = await start({ MODEL_OVERRIDES: JSON.stringify(overrides) });
  stub.always('cuts=4096');
  const { events, last } = await probe(superadmin, 'casa');
  expect(events.find(({ step }) => step === 'context')).toMatchObject({
    ok: false,
    detail: 'Lê só 4.096 de 31.000 tokens: o resto é cortado em silêncio.',
  });
  expect(last?.found).toMatchObject({ context_window: 4_096 });
});

test('R-MDL-12 a model that does not answer ends its probe, and is shown as failing', async () => {
  const superadmin = await start({ OPENAI_API_KEY: 'k', OPENAI_BASE_URL: stub.url });
  stub.knowsOnly('gpt-6-luna');
  const { steps, events } = await probe(superadmin, 'gpt-4o');
  expect(steps).toEqual({ answers: false });
  expect(events[0]?.detail).toContain('O modelo GPT-4o foi retirado pelo provedor');
  const { db } = (server as TestServer).context;
  expect(await db.select().from(model_health)).toMatchObject([{ model_id: 'gpt-4o', state: 'failing' }]);
});

test('a model is probed by one person at a time, and not without a key', async () => {
  const superadmin = await start({ OPENAI_API_KEY: 'k', OPENAI_BASE_URL: stub.url });
  stub.always('late=300');
  const [first, second] = await Promise.all([
    superadmin.post('/models/gpt-4o/probe'),
    superadmin.post('/models/gpt-4o/probe'),
  ]);
  expect([first.status, second.status].toSorted((one, other) => one - other)).toEqual([200, 409]);
  const { body } = await superadmin.post('/models/claude-sonnet-5-5/probe');
  expect(body.code).toBe('model_not_configured');
});
