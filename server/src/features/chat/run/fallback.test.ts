/** Reserves: another model answers where the one that was asked fails before its first word. */
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AnswerEvent } from '#contract/chat-record.ts';
import { buildAgent, buildSession } from '../../../../test/builders.ts';
import { brokenInvariants } from '../../../../test/invariants.ts';
import { openProviderStub, type ProviderStub, STUB_TEXT } from '../../../../test/providers/provider-stub.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { messages, token_entries } from '../../../db/tables/chat.ts';
import { users } from '../../../db/tables/people.ts';
import { parseEnv } from '../../../env.ts';

const FIRST = 'gpt-6-luna';
const RESERVE = 'claude-haiku-5-5';

let first: ProviderStub;
let reserve: ProviderStub;
let testServer: TestServer;
beforeAll(async () => {
  first = await openProviderStub();
  reserve = await openProviderStub();
  testServer = await startTestServer({ env: environment() });
});
const environment = () =>
  parseEnv({
    NODE_ENV: 'test',
    OPENAI_API_KEY: 'k',
    OPENAI_BASE_URL: first.url,
    ANTHROPIC_API_KEY: 'k',
    ANTHROPIC_BASE_URL: reserve.url,
    MODEL_FIRST_TOKEN_SECONDS: '2',
  });
beforeEach(() => {
  first.reset();
  reserve.reset();
  // A model that rested in the test before can be asked again.
  testServer.clock.advance(120_000);
});
afterEach(async () => {
  expect(await brokenInvariants(testServer.context.db)).toEqual([]);
});
afterAll(async () => {
  await testServer.close();
  await first.close();
  await reserve.close();
});

async function conversation(wishes: { is_test?: boolean; rules?: object; model?: string } = {}) {
  const person = await testServer.user({ role: 'admin' });
  const agent = await buildAgent(testServer.context, {
    model: wishes.model ?? FIRST,
    rules: { fallback_models: [RESERVE], ...wishes.rules },
  });
  const session = { user_id: person.id, agent_id: agent.id, is_test: wishes.is_test ?? false };
  const { id } = await buildSession(testServer.context, session);
  const { db } = testServer.context;
  const record = async () => (await db.select().from(messages).where(eq(messages.session_id, id))).at(-1);
  const entries = () => db.select().from(token_entries).where(eq(token_entries.session_id, id));
  return { person, agent, id, as: testServer.as(person), record, entries };
}
const namedBy = (events: AnswerEvent[]) => events.map(({ answered_by }) => answered_by?.model);

describe('a reserve', () => {
  test.each([
    ['the model is gone', () => first.knowsOnly('gpt-5'), 'gone', 'model_gone'],
    ['the provider is busy', () => first.always('429+retry=60'), 'busy', 'model_busy'],
    ['no word comes in time', () => first.always('slowhead'), 'timeout', 'model_timeout'],
    ['the key is refused', () => first.always('401'), 'no_access', 'model_refused_key'],
    ['the credit has ended', () => first.always('402'), 'no_access', 'model_without_credit'],
    ['the provider fails', () => first.always('500'), 'failed', 'model_failed'],
  ])('R-MDL-22 answers where %s', async (_, fail, reason, code) => {
    fail();
    const { id, as, record, entries } = await conversation({ is_test: true });
    const { status, answer, events } = await as.ask(id, 'Oi?');
    expect([status, answer]).toEqual([200, STUB_TEXT]);
    expect(await record()).toMatchObject({
      status: 'done',
      error_code: null,
      model: RESERVE,
      asked_model: FIRST,
      fallback_reason: reason,
    });
    expect((await entries()).map(({ purpose, model }) => [purpose, model])).toEqual([['answer', RESERVE]]);
    const trace = (await as.get(`/chat/messages/${events.at(-1)?.message_id}/trace`)).body.data;
    expect(trace.attempts).toEqual([{ model: FIRST, code, ms: expect.any(Number) }]);
  });

  test('R-MDL-24 R-MDL-25 is named in the first event with text, in the last one, in the record, the ledger and the trace', async () => {
    first.always('500');
    reserve.always('pace=10');
    const { id, as, entries } = await conversation({ is_test: true });
    const { events } = await as.ask(id, 'Oi?');
    const answered_by = {
      model: RESERVE,
      name: 'Claude Haiku 5.5',
      instead_of: { name: 'GPT-6 Luna', reason: 'failed' },
    };
    expect(events[0]).toMatchObject({ done: false, answered_by });
    expect(events.at(-1)).toMatchObject({ done: true, answered_by });
    expect(new Set(namedBy(events.slice(1, -1)))).toEqual(new Set([undefined]));
    const { data } = (await as.get(`/chat/sessions/${id}/messages`)).body;
    expect(data.at(-1)).toMatchObject({ answered_by });
    const trace = (await as.get(`/chat/messages/${events.at(-1)?.message_id}/trace`)).body.data;
    expect([trace.model, trace.calls.at(-1).model, (await entries())[0]?.model]).toEqual([
      RESERVE,
      RESERVE,
      RESERVE,
    ]);
  });

  test('is named in the snapshot of a reader who joins while it writes', async () => {
    first.always('500');
    reserve.always('pace=40');
    const { id, as } = await conversation();
    const asking = as.ask(id, 'Oi?');
    await expect
      .poll(() => [...testServer.context.chat.running.values()].at(-1)?.live.seq ?? 0, { interval: 5 })
      .toBeGreaterThan(0);
    const joined = await as.get(`/chat/sessions/${id}/stream`, { headers: { accept: 'text/event-stream' } });
    const [snapshot] = joined.text
      .split('\n')
      .filter((line) => line.startsWith('data: '))
      .map((line) => JSON.parse(line.slice(6)));
    expect(snapshot).toMatchObject({ snapshot: expect.any(String), answered_by: { model: RESERVE } });
    await asking;
  });

  test('is the installation’s where the agent has none, and is not asked twice', async () => {
    const { models } = testServer.context;
    const { setup, defaults } = models;
    setup?.configure({ reserves: [FIRST, RESERVE] });
    try {
      first.always('500');
      const { id, as, record } = await conversation({ rules: { fallback_models: [] } });
      expect((await as.ask(id, 'Oi?')).answer).toBe(STUB_TEXT);
      expect((await record())?.model).toBe(RESERVE);
      expect(new Set(first.calls.map(({ model }) => model)).size).toBe(1);
    } finally {
      setup?.configure(defaults);
    }
  });

  test('answers where the named model has no provider here', async () => {
    const { id, as, record } = await conversation({ model: 'gemini-3.8-flash' });
    expect((await as.ask(id, 'Oi?')).answer).toBe(STUB_TEXT);
    expect(await record()).toMatchObject({
      model: RESERVE,
      asked_model: 'gemini-3.8-flash',
      fallback_reason: 'no_access',
    });
  });

  test('is reserved for: the largest model of the chain counts, until the answer has ended', async () => {
    first.always('500');
    reserve.always('late=150');
    const alone = await conversation({ rules: { fallback_models: [] } });
    const both = await conversation({ rules: { fallback_models: ['gpt-5'] } });
    const reserved = async ({ id, as, record }: typeof alone) => {
      first.always('late=150');
      const asking = as.ask(id, 'Oi?');
      await expect.poll(record, { interval: 5 }).toBeDefined();
      const held = (await record())?.reserved_tokens ?? 0;
      await asking;
      return held;
    };
    const { catalogue } = testServer.context.models;
    const longest = (id: string) => catalogue.find((entry) => entry.id === id)?.max_tokens ?? 0;
    const difference = (await reserved(both)) - (await reserved(alone));
    expect(difference).toBe(Math.max(0, longest('gpt-5') - longest(FIRST)));
    expect(difference).toBeGreaterThan(0);
  });

  test('is not waited for longer than a retry: the first provider is asked twice and no more', async () => {
    first.always('503');
    const { id, as } = await conversation();
    await as.ask(id, 'Oi?');
    expect(first.calls).toHaveLength(2);
    expect(reserve.calls).toHaveLength(1);
  });

  test('of a model that rests answers without the resting one being asked', async () => {
    first.always('401');
    const { id, as, record } = await conversation();
    await as.ask(id, 'Oi?');
    const asked = first.calls.length;
    await as.ask(id, 'E agora?');
    expect(first.calls).toHaveLength(asked);
    expect(await record()).toMatchObject({ model: RESERVE, fallback_reason: 'no_access' });
  });

  test('enters what a failed model reported, and charges nobody for it', async () => {
    // Anthropic reports the prompt before the first word.
    reserve.say(['x'], { input: 90, output: 0 });
    reserve.always('errevent@0');
    const { person, id, as, entries } = await conversation({
      model: RESERVE,
      rules: { fallback_models: [FIRST] },
    });
    await as.ask(id, 'Oi?');
    const rows = await entries();
    const charged = rows.reduce((sum, entry) => sum + entry.charged, 0);
    expect(rows.filter(({ purpose }) => purpose === 'answer')).toHaveLength(1);
    expect(rows.filter(({ purpose }) => purpose === 'attempt')).toMatchObject([
      { model: RESERVE, input_tokens: 90, charged: 0 },
    ]);
    const [row] = await testServer.context.db.select().from(users).where(eq(users.id, person.id));
    expect(row?.token_used).toBe(charged);
  });
});

describe('nothing falls back', () => {
  test.each(['cut@2', 'errevent@2', 'hang@2'])('R-MDL-23 after a word: %s', async (plan) => {
    first.always(plan);
    const { id, as, record } = await conversation({ rules: { fallback_models: [RESERVE] } });
    if (plan === 'hang@2') {
      const asking = as.ask(id, 'Oi?');
      await expect.poll(() => [...testServer.context.chat.running.values()].at(-1)?.live.seq).toBe(2);
      await as.post(`/chat/sessions/${id}/stop`);
      await asking;
    } else await as.ask(id, 'Oi?');
    expect(reserve.calls).toHaveLength(0);
    expect(await record()).toMatchObject({ model: FIRST, asked_model: null, fallback_reason: null });
    expect((await record())?.answer).not.toBe('');
  });

  test('R-MDL-23 where the provider refuses the content, whatever the reserve would say', async () => {
    first.always('400');
    const { id, as, record } = await conversation();
    const { status, body } = await as.ask(id, 'Oi?');
    expect([status, body.code]).toEqual([502, 'model_failed']);
    expect(reserve.calls).toHaveLength(0);
    expect(await record()).toMatchObject({ status: 'failed', model: FIRST, asked_model: null });
  });

  test('R-MDL-23 after a stop: the model that was being asked is the one that is charged', async () => {
    first.always('500');
    reserve.always('slowhead');
    const { id, as, record, entries } = await conversation();
    const asking = as.ask(id, 'Oi?');
    await expect.poll(() => reserve.calls.length, { interval: 5 }).toBe(1);
    await as.post(`/chat/sessions/${id}/stop`);
    await asking;
    expect(await record()).toMatchObject({ status: 'stopped', model: RESERVE, asked_model: FIRST });
    expect((await entries()).map(({ purpose, model, estimated }) => [purpose, model, estimated])).toEqual([
      ['answer', RESERVE, true],
    ]);
  });
});

describe('where no model of the chain answers', () => {
  test('the last failure is the answer’s, and nobody is charged', async () => {
    first.always('500');
    reserve.knowsOnly('another');
    const { id, as, record, entries } = await conversation();
    const { status, body } = await as.ask(id, 'Oi?');
    expect([status, body.code, body.detail]).toEqual([
      502,
      'model_gone',
      'O modelo Claude Haiku 5.5 foi retirado pelo provedor ou a chave não tem acesso a ele. Avise o administrador.',
    ]);
    expect((await record())?.status).toBe('failed');
    expect((await entries()).reduce((sum, entry) => sum + entry.charged, 0)).toBe(0);
  });

  test('because all rest, the reply says when to ask again', async () => {
    first.always('401');
    reserve.always('401');
    const { id, as } = await conversation();
    await as.ask(id, 'Oi?');
    testServer.clock.advance(20_000);
    const { status, body, headers } = await as.ask(id, 'Oi?');
    expect([status, body.code, headers['retry-after']]).toEqual([502, 'model_refused_key', '40']);
    expect([first.calls.length, reserve.calls.length]).toEqual([1, 1]);
  });
});

test('two hundred questions, the first model dying between two of them: none fails, none is charged twice', async () => {
  const { MODEL_FIRST_TOKEN_SECONDS } = parseEnv({ NODE_ENV: 'test' });
  // How fast the machine of the tests is proves nothing.
  const patient = await startTestServer({ env: { ...environment(), MODEL_FIRST_TOKEN_SECONDS } });
  try {
    const { context } = patient;
    const agent = await buildAgent(context, { model: FIRST, rules: { fallback_models: [RESERVE] } });
    const wishes = { token_limit: 10_000_000 };
    const people = await Promise.all(Array.from({ length: 10 }, () => patient.user(wishes)));
    let asked = 0;
    await Promise.all(
      people.map(async (person) => {
        for (let turn = 0; turn < 20; turn += 1) {
          const { id } = await buildSession(context, { user_id: person.id, agent_id: agent.id });
          if (asked === 100) first.knowsOnly('gpt-5');
          asked += 1;
          patient.clock.advance(2_000);
          const { status, answer } = await patient.as(person).ask(id, 'Oi?');
          expect([status, answer]).toEqual([200, STUB_TEXT]);
        }
      }),
    );
    expect([asked, first.calls.length + reserve.calls.length >= 200]).toEqual([200, true]);
    for (const person of people) {
      const ofPerson = eq(token_entries.user_id, person.id);
      const entries = await context.db.select().from(token_entries).where(ofPerson);
      expect(entries.filter(({ purpose }) => purpose === 'answer')).toHaveLength(20);
      expect(entries.filter(({ charged }) => charged > 0)).toHaveLength(20);
    }
    expect(await brokenInvariants(context.db)).toEqual([]);
  } finally {
    await patient.close();
  }
}, 120_000);
