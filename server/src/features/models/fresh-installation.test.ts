/**
 * A new installation with one key. The stand-ins have only models of today, and refuse every other as its provider
 * would: nothing may depend on an id of the first release.
 */
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { AGENT_FALLBACK, NEW_AGENT } from '#contract/agent-models.ts';
import { buildAgent, buildSession } from '../../../test/builders.ts';
import { openTestContent, type TestContent } from '../../../test/content/test-content.ts';
import {
  openProviderStub,
  type ProviderStub,
  STUB_TEXT,
  STUB_USAGE,
} from '../../../test/providers/provider-stub.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { token_entries } from '../../db/tables/chat.ts';
import { installation } from '../../db/tables/installation.ts';
import { type Env, parseEnv } from '../../env.ts';
import { seed } from '../../seed/seed.ts';
import { chooseIfNeeded } from './choose-defaults.ts';
import { followModels } from './follow-models.ts';
import { readInstallationModels } from './installation-models.ts';

let stub: ProviderStub;
let content: TestContent;
let testServer: TestServer | undefined;
beforeAll(async () => {
  stub = await openProviderStub();
  content = await openTestContent();
});
afterEach(async () => {
  await testServer?.close();
  testServer = undefined;
  stub.reset();
});
afterAll(async () => {
  await content.close();
  await stub.close();
});

const NOW = new Date('2026-11-23T12:00:00.000Z');

const KEYS = {
  anthropic: {
    variables: () => ({ ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: stub.url }),
    models: ['claude-opus-5-5', 'claude-sonnet-5-5', 'claude-haiku-5-5'],
    default: 'claude-sonnet-5-5',
    steps: 'claude-haiku-5-5',
  },
  openai: {
    variables: () => ({ OPENAI_API_KEY: 'k', OPENAI_BASE_URL: stub.url }),
    models: ['text-embedding-3-small', 'gpt-6.1-terra', 'gpt-6-luna', 'gpt-6.2-sol'],
    default: 'gpt-6.1-terra',
    steps: 'gpt-6-luna',
  },
  google: {
    variables: () => ({ GOOGLE_GENERATIVE_AI_API_KEY: 'k', GOOGLE_BASE_URL: stub.url }),
    models: ['gemini-3.8-flash', 'gemini-3.5-flash-lite'],
    default: 'gemini-3.8-flash',
    steps: 'gemini-3.5-flash-lite',
  },
  compatible: {
    variables: () => ({
      MODEL_OVERRIDES: JSON.stringify({ casa: { provider: 'compatible', base_url: stub.url } }),
    }),
    models: ['nomic-embed-text', 'qwen4-32b'],
    default: 'qwen4-32b',
    steps: 'qwen4-32b',
  },
} satisfies Record<
  string,
  { variables: () => Record<string, string>; models: string[]; default: string; steps: string }
>;

const envOf = (variables: Record<string, string>): Env => parseEnv({ NODE_ENV: 'test', ...variables });

async function start(variables: Record<string, string>): Promise<TestServer> {
  testServer = await startTestServer({ env: envOf(variables), now: NOW, content: content.reader });
  return testServer;
}

const QUESTION = 'Quanto tempo vale a senha temporária?';

/** The first question of a new conversation with this agent, and the model that the ledger names. */
async function firstAnswer(server: TestServer, agent_id: number, question = QUESTION) {
  const person = await server.user({ role: 'admin' });
  const { id } = await buildSession(server.context, { user_id: person.id, agent_id, is_test: true });
  const reply = await server.as(person).ask(id, question);
  const entries = await server.context.db.select().from(token_entries);
  const own = entries.filter(({ user_id }) => user_id === person.id);
  const modelsOf = (purpose: string) =>
    own.filter((entry) => entry.purpose === purpose).map(({ model }) => model);
  return { text: reply.answer, models: modelsOf('answer'), steps: modelsOf('profile_extraction') };
}

describe.each(Object.entries(KEYS))('R-MDL-02 R-MDL-03 with only a key of %s', (_, given) => {
  test('the seeded agents, a new agent and an agent without a model answer their first question', async () => {
    stub.knowsOnly(...given.models);
    const server = await start(given.variables());
    await seed(server.context);
    expect(await chooseIfNeeded(server.context)).toBe(true);
    const admin = server.as(await server.user({ role: 'admin' }));
    const { body: list } = await admin.get('/agents');
    const { body: made } = await admin.post('/agents', {
      name: 'Novo',
      description: '',
      deploy_status: true,
    });
    const bare = await buildAgent(server.context, { model: null });
    const ids = [...list.data.map(({ id }: { id: number }) => id), made.data.id, bare.id];
    expect(ids).toHaveLength(5);
    for (const id of ids)
      expect(await firstAnswer(server, id)).toMatchObject({ text: STUB_TEXT, models: [given.default] });
  });

  test('the data source of the demo is asked, its steps on the cheap model', async () => {
    stub.knowsOnly(...given.models);
    stub.sayTo((body) =>
      body.includes('Valores permitidos')
        ? {
            pieces: ['{"filters":{"municipio":["Recife"]},"consulta":"","calculos":[],"desconhecidos":[]}'],
            usage: STUB_USAGE,
          }
        : undefined,
    );
    const server = await start(given.variables());
    await seed(server.context);
    await chooseIfNeeded(server.context);
    const { body } = await server.as(await server.user({ role: 'admin' })).get('/agents');
    const tenders = body.data.find(({ name }: { name: string }) => name === 'Licitações Abertas');
    expect(await firstAnswer(server, tenders.id, 'Que licitações há no Recife?')).toEqual({
      text: STUB_TEXT,
      models: [given.default],
      steps: [given.steps],
    });
  });

  test('the steps of a data source have a model that answers', async () => {
    stub.knowsOnly(...given.models);
    const server = await start(given.variables());
    await chooseIfNeeded(server.context);
    for (const id of ['claude-3-7-sonnet', AGENT_FALLBACK.model])
      expect(server.context.models.openSteps(id)[0]?.entry.id).toBe(given.steps);
  });
});

test.each(['anthropic', 'openai', 'google'] as const)(
  'R-MDL-02 R-MDL-03 a question before the choice is made is answered by the catalogue’s default of %s',
  async (provider) => {
    const given = KEYS[provider];
    stub.knowsOnly(...given.models);
    const server = await start(given.variables());
    await seed(server.context);
    const { body } = await server.as(await server.user({ role: 'admin' })).get('/agents');
    expect(await firstAnswer(server, body.data[0].id)).toMatchObject({
      text: STUB_TEXT,
      models: [given.default],
    });
  },
);

test('R-MDL-03 a question in the first second waits for the choice of a compatible server', async () => {
  const given = KEYS.compatible;
  stub.knowsOnly(...given.models);
  const server = await start(given.variables());
  await seed(server.context);
  const keeping = followModels(server.context);
  const { body } = await server.as(await server.user({ role: 'admin' })).get('/agents');
  const first = await firstAnswer(server, body.data[0].id);
  keeping.stop();
  expect(first).toMatchObject({ text: STUB_TEXT, models: ['qwen4-32b'] });
});

test('R-MDL-04 what is stored stays: the models of a new agent, of one without a model, of a new source', async () => {
  stub.knowsOnly(...KEYS.openai.models);
  const server = await start(KEYS.openai.variables());
  await chooseIfNeeded(server.context);
  const admin = server.as(await server.user({ role: 'admin' }));
  const { body: agent } = await admin.post('/agents', {
    name: 'Novo',
    description: '',
    deploy_status: false,
  });
  expect(agent.data).toMatchObject(NEW_AGENT);
  const { body: source } = await admin.post('/data-sources', { name: 'Nova', description: null });
  const { profile_extraction, document_filter } = source.data.rag_config;
  expect([profile_extraction.model_name, document_filter.model_name]).toEqual([
    'claude-3-7-sonnet',
    'claude-3-7-sonnet',
  ]);
});

describe('the choice', () => {
  const chosenIn = async ({ context }: TestServer) => {
    const rows = await context.db.select().from(installation);
    return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
  };

  test('takes the newest chat model of the list where the catalogue knows none of it', async () => {
    stub.knowsOnly('gpt-7-antigo', 'gpt-7-novo', 'gpt-7-realtime');
    const server = await start(KEYS.openai.variables());
    await chooseIfNeeded(server.context);
    expect(await chosenIn(server)).toMatchObject({
      models_version: 1,
      model_defaults: { default: 'gpt-7-novo', probed: true },
    });
    expect(server.context.models.open(NEW_AGENT.model)?.entry.id).toBe('gpt-7-novo');
    expect(server.context.models.catalogue.map(({ id }) => id)).toContain('gpt-7-novo');
  });

  test('is made by one process, and the others follow it', async () => {
    stub.knowsOnly(...KEYS.openai.models);
    const server = await start(KEYS.openai.variables());
    const other = await startTestServer({ env: envOf(KEYS.openai.variables()), now: NOW });
    const sharing = { ...other.context, db: server.context.db };
    const chose = await Promise.all([chooseIfNeeded(server.context), chooseIfNeeded(sharing)]);
    expect(chose.filter(Boolean)).toHaveLength(1);
    await readInstallationModels(sharing);
    await readInstallationModels(server.context);
    for (const { models } of [server.context, sharing])
      expect(models.openSteps('claude-3-7-sonnet')[0]?.entry.id).toBe('gpt-6-luna');
    expect(await chosenIn(server)).not.toHaveProperty('model_defaults_lease');
    await other.close();
  });

  test('is not made again by a process that looked before another one had finished', async () => {
    stub.knowsOnly(...KEYS.openai.models);
    const server = await start(KEYS.openai.variables());
    const { db } = server.context;
    const { address } = server;
    const blocked = sql`select 1 from pg_stat_activity where datname = ${address.database} and wait_event_type = 'Lock'`;
    const chosen = { default: 'gpt-6-luna', probed: true };
    let late: Promise<boolean> | undefined;
    await db.transaction(async (other) => {
      await other.insert(installation).values({ key: 'model_defaults_lease', value: {} });
      late = chooseIfNeeded(server.context);
      await expect.poll(async () => (await db.execute(blocked)).rows.length).toBe(1);
      await other.insert(installation).values({ key: 'model_defaults', value: chosen });
      await other.delete(installation).where(eq(installation.key, 'model_defaults_lease'));
    });
    expect(await late).toBe(false);
    expect(await chosenIn(server)).toEqual({ model_defaults: chosen });
    expect(server.context.models.open(NEW_AGENT.model)?.entry.id).toBe('gpt-6-luna');
  });

  test('is made once, and again only when what was chosen can no longer run', async () => {
    stub.knowsOnly(...KEYS.openai.models);
    const server = await start(KEYS.openai.variables());
    expect(await chooseIfNeeded(server.context)).toBe(true);
    expect(await chooseIfNeeded(server.context)).toBe(false);
    const { db } = server.context;
    await db
      .update(installation)
      .set({ value: { default: 'gemini-3.8-flash', follow_successor: false, probed: true } })
      .where(eq(installation.key, 'model_defaults'));
    expect(await chooseIfNeeded(server.context)).toBe(true);
    // The field that an administrator set beside it stays.
    expect((await chosenIn(server)).model_defaults).toMatchObject({
      default: 'gpt-6.1-terra',
      follow_successor: false,
    });
  });

  test('falls back to the catalogue where no list can be read, and is then made again at the next start', async () => {
    const server = await start({ ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: 'http://127.0.0.1:9' });
    await chooseIfNeeded(server.context);
    expect((await chosenIn(server)).model_defaults).toMatchObject({
      default: 'claude-sonnet-5-5',
      probed: false,
    });
    expect(await chooseIfNeeded(server.context)).toBe(true);
  });

  test('keeps no key and no answer of a provider', async () => {
    stub.knowsOnly(...KEYS.compatible.models);
    const server = await start(KEYS.compatible.variables());
    await chooseIfNeeded(server.context);
    expect(Object.keys((await chosenIn(server)).model_defaults as object).sort()).toEqual([
      'added',
      'default',
      'probed',
      'steps',
    ]);
  });
});

test('R-MDL-07 R-MDL-08 a retired model whose successor may not be taken is refused by name', async () => {
  const server = await start(KEYS.anthropic.variables());
  await server.context.db
    .insert(installation)
    .values({ key: 'model_defaults', value: { follow_successor: false } });
  await readInstallationModels(server.context);
  const admin = await server.user({ role: 'admin' });
  const { body: agent } = await server
    .as(admin)
    .post('/agents', { name: 'Novo', description: '', deploy_status: false });
  const { id } = await buildSession(server.context, {
    user_id: admin.id,
    agent_id: agent.data.id,
    is_test: true,
  });
  const { status, body } = await server.as(admin).ask(id, 'Oi?');
  expect(status).toBe(502);
  expect(body).toMatchObject({
    code: 'model_gone',
    detail:
      'O modelo Claude 4 Sonnet foi retirado pelo provedor ou a chave não tem acesso a ele. Avise o administrador.',
  });
});

test('R-MDL-08 a model that dies between two questions fails by name, and costs nothing', async () => {
  stub.knowsOnly(...KEYS.openai.models);
  const server = await start(KEYS.openai.variables());
  const admin = await server.user({ role: 'admin' });
  const made = await server
    .as(admin)
    .post('/agents', { name: 'Novo', description: '', deploy_status: false });
  const { id } = await buildSession(server.context, {
    user_id: admin.id,
    agent_id: made.body.data.id,
    is_test: true,
  });
  expect((await server.as(admin).ask(id, 'Oi?')).answer).toBe(STUB_TEXT);
  stub.knowsOnly('gpt-6.2-sol');
  const sentence =
    'O modelo GPT-6.1 Terra foi retirado pelo provedor ou a chave não tem acesso a ele. Avise o administrador.';
  const reply = await server.as(admin).ask(id, 'E agora?');
  expect(reply.body?.detail ?? reply.events.at(-1)?.error).toBe(sentence);
  const { body } = await server.as(admin).get(`/chat/sessions/${id}/messages`);
  expect(JSON.stringify(body.data)).toContain(sentence);
  expect(await server.context.db.select().from(token_entries)).toHaveLength(1);
});
