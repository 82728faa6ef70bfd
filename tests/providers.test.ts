import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { messages, token_entries } from '../server/src/db/tables/chat.ts';
import { users } from '../server/src/db/tables/people.ts';
import { parseEnv } from '../server/src/env.ts';
import { type BuiltUser, buildAgent } from '../server/test/builders.ts';
import {
  openProviderStub,
  type ProviderStub,
  STUB_TEXT,
  STUB_USAGE,
} from '../server/test/providers/provider-stub.ts';
import { startTestServer, type TestServer } from '../server/test/test-server.ts';

let stub: ProviderStub;
let testServer: TestServer;

beforeAll(async () => {
  stub = await openProviderStub();
  const env = parseEnv({
    NODE_ENV: 'test',
    OPENAI_API_KEY: 'sk-secreta-openai',
    OPENAI_BASE_URL: stub.url,
    ANTHROPIC_API_KEY: 'sk-secreta-anthropic',
    ANTHROPIC_BASE_URL: `${stub.url}/v1`,
    GOOGLE_GENERATIVE_AI_API_KEY: 'secreta-google',
    GOOGLE_BASE_URL: stub.url,
    // Long enough for a slow machine of tests, short enough to wait for.
    MODEL_FIRST_TOKEN_SECONDS: '2',
    MODEL_IDLE_SECONDS: '1.5',
  });
  testServer = await startTestServer({ env });
});
afterEach(() => {
  stub.reset();
  // A model that failed rests for a minute.
  testServer.clock.advance(60_000);
});
afterAll(async () => {
  await testServer.close();
  await stub.close();
});

const MODELS = ['gpt-5-mini', 'claude-sonnet-5-5', 'gemini-3.8-flash'];

/** Anthropic reports the prompt before the answer, Google both counts in every chunk, OpenAI both at the end. */
const REPORTED_AFTER_THREE_PIECES: Record<string, object> = {
  'claude-sonnet-5-5': { input_tokens: STUB_USAGE.input, estimated: true },
  'gemini-3.8-flash': { input_tokens: STUB_USAGE.input, output_tokens: 3, estimated: false },
};

/** Somebody with an open conversation with an agent of this model. */
async function conversation(model: string): Promise<{ ana: BuiltUser; id: string }> {
  const ana = await testServer.user();
  const agent = await buildAgent(testServer.context, { model });
  const { body } = await testServer.as(ana).post(`/chat/create-session?agent_id=${agent.id}`);
  return { ana, id: body.data.id };
}

async function books(ana: BuiltUser) {
  const { db } = testServer.context;
  const entries = await db.select().from(token_entries).where(eq(token_entries.user_id, ana.id));
  const [user] = await db.select().from(users).where(eq(users.id, ana.id));
  const charged = entries.reduce((sum, entry) => sum + entry.charged, 0);
  // Invariant: the figure on the profile is the sum of the ledger, and nothing stays reserved.
  expect([user?.token_used, user?.token_reserved]).toEqual([charged, 0]);
  return { entries, charged };
}

describe.each(MODELS)('an agent on %s', (model) => {
  test('R-CHAT-39 answers with the very bytes of its provider, and the provider’s usage is in the ledger', async () => {
    const { ana, id } = await conversation(model);
    const reply = await testServer.as(ana).ask(id, 'Quanto tempo vale a senha temporária?');
    expect(reply.answer).toBe(STUB_TEXT);
    const records = await testServer.as(ana).get(`/chat/sessions/${id}/messages`);
    expect(records.body.data[0]).toMatchObject({ answer: STUB_TEXT, status: 'done', local: false });
    const { entries } = await books(ana);
    expect(entries).toMatchObject([
      {
        model,
        purpose: 'answer',
        input_tokens: STUB_USAGE.input,
        output_tokens: STUB_USAGE.output,
        estimated: false,
      },
    ]);
    expect(entries[0]?.charged).toBe(STUB_USAGE.input + STUB_USAGE.output);
  });

  test.each([
    ['401', 502, 'model_refused_key', /recusou a credencial/],
    ['500', 502, 'model_failed', /não conseguiu responder/],
    ['429', 502, 'model_busy', /muitas solicitações/],
    ['slowhead', 504, 'model_timeout', /demorou demais/],
  ])(
    'B7 B8 a failure before the first word (%s) is a Portuguese sentence and costs nothing',
    async (plan, status, code, sentence) => {
      stub.always(plan);
      const { ana, id } = await conversation(model);
      const reply = await testServer.as(ana).ask(id, 'Oi?');
      const said = reply.status === 200 ? reply.events.at(-1)?.error : reply.body.detail;
      expect(said).toMatch(sentence);
      if (reply.status !== 200) expect([reply.status, reply.body.code]).toEqual([status, code]);
      expect(await books(ana)).toMatchObject({ charged: 0 });
      const [record] = (await testServer.as(ana).get(`/chat/sessions/${id}/messages`)).body.data;
      expect(record).toMatchObject({ question: 'Oi?', answer: '', status: 'failed' });
      expect(record.error).toMatch(sentence);
    },
  );

  test.each(['cut@3', 'hang@3', 'eof@3'])(
    'B9 B10 a stream that breaks (%s) keeps what came, is marked interrupted and charged for that',
    async (plan) => {
      stub.always(plan);
      const { ana, id } = await conversation(model);
      const reply = await testServer.as(ana).ask(id, 'Oi?');
      expect(reply.status).toBe(200);
      expect(reply.events.at(-1)).toMatchObject({ done: true });
      expect(reply.events.at(-1)?.error).toBeTruthy();
      expect(reply.answer.length).toBeGreaterThan(0);
      expect(STUB_TEXT.startsWith(reply.answer)).toBe(true);
      const [record] = (await testServer.as(ana).get(`/chat/sessions/${id}/messages`)).body.data;
      expect(record).toMatchObject({ answer: reply.answer, status: 'interrupted' });
      const { entries, charged } = await books(ana);
      expect(entries).toHaveLength(1);
      expect(charged).toBeGreaterThan(0);
      expect(charged).toBeLessThan(5_000);
      expect(entries[0]).toMatchObject(REPORTED_AFTER_THREE_PIECES[model] ?? { estimated: true });
    },
  );

  test('a stopped answer costs what the provider reported; only the rest is counted here', async () => {
    stub.always('hang@3');
    const { ana, id } = await conversation(model);
    const asked = testServer.as(ana).ask(id, 'Oi?');
    await expect
      .poll(async () => {
        const { body } = await testServer.as(ana).get(`/chat/sessions/${id}/messages`);
        return body.data[0]?.answer.length;
      })
      .toBeGreaterThan(0);
    await testServer.as(ana).post(`/chat/sessions/${id}/stop`);
    await asked;
    const { entries } = await books(ana);
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject(REPORTED_AFTER_THREE_PIECES[model] ?? { estimated: true });
    expect(entries[0]?.output_tokens).toBeGreaterThan(0);
  });
});

test('the log names the status and the reason of a provider', async () => {
  stub.always('500');
  const { ana, id } = await conversation('claude-sonnet-5-5');
  await testServer.as(ana).ask(id, 'Oi?');
  const line = testServer.logs.findLast((text) => text.includes('"model failed"')) ?? '';
  expect(JSON.parse(line)).toMatchObject({ provider: 'anthropic', status: 500, tries: 3 });
  expect(testServer.logs.join('')).not.toContain('[object Object]');
});

test('no key and no text of a conversation reaches the log', async () => {
  stub.always('401');
  const { ana, id } = await conversation('claude-4-sonnet');
  await testServer.as(ana).ask(id, 'um assunto muito particular');
  const log = testServer.logs.join('\n');
  expect(log).toContain('/chat/sessions/');
  for (const secret of ['sk-secreta', 'secreta-google', 'muito particular', ana.token, ana.password])
    expect(log).not.toContain(secret);
});

test('nothing of all this is left running', async () => {
  expect(stub.open).toBe(0);
  const running = await testServer.context.db.select().from(messages).where(eq(messages.status, 'streaming'));
  expect(running).toEqual([]);
});
