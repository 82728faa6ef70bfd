import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildAgent, buildSession } from '../../../../test/builders.ts';
import { brokenInvariants } from '../../../../test/invariants.ts';
import { hold, type Script, scripted, scriptedModels } from '../../../../test/providers/scripted-model.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { messages, token_entries } from '../../../db/tables/chat.ts';
import { users } from '../../../db/tables/people.ts';
import { limitReached } from './reservations.ts';

let script: Script = [];
const model = scripted((call) => (typeof script === 'function' ? script(call) : script));
let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer({ models: scriptedModels(model) });
});
afterEach(async () => {
  expect(await brokenInvariants(testServer.context.db)).toEqual([]);
});
afterAll(() => testServer.close());

const used = async (id: number) => {
  const [user] = await testServer.context.db.select().from(users).where(eq(users.id, id));
  return { used: user?.token_used, reserved: user?.token_reserved };
};
const entriesOf = (id: number) =>
  testServer.context.db.select().from(token_entries).where(eq(token_entries.user_id, id));
const sessionOf = async (user: { id: number }, wishes: { is_test?: boolean } = {}) => {
  const agent = await buildAgent(testServer.context);
  const { id } = await buildSession(testServer.context, { user_id: user.id, agent_id: agent.id, ...wishes });
  return id;
};

describe('an answer is charged', () => {
  test.each([
    ['what the provider reports', { input: 120, output: 30 }, { charged: 150, estimated: false }],
    ['nothing, when the provider reports zero', { input: 0, output: 0 }, { charged: 0, estimated: false }],
  ])('%s', async (_, usage, expected) => {
    script = ['Sim, claro.', { end: usage }];
    const ana = await testServer.user();
    const id = await sessionOf(ana);
    const reply = await testServer.as(ana).ask(id, 'Oi?');
    const entries = await entriesOf(ana.id);
    expect(entries).toMatchObject([
      {
        ...expected,
        session_id: id,
        message_id: reply.events.at(-1)?.message_id,
        purpose: 'answer',
        model: 'claude-4-sonnet',
        input_tokens: usage.input,
        output_tokens: usage.output,
      },
    ]);
    expect(await used(ana.id)).toEqual({ used: expected.charged, reserved: 0 });
  });

  test.each([
    ['nothing', null],
    ['nonsense', { input: Number.NaN, output: 3 }],
    ['something below zero', { input: -5, output: 3 }],
    ['more than there can be', { input: 5e12, output: 3 }],
  ])('what is counted here, marked so, when the provider reports %s', async (_, usage) => {
    script = ['Sim, claro que sim.', { end: usage }];
    const ana = await testServer.user();
    await testServer.as(ana).ask(await sessionOf(ana), 'Qual é o prazo para pedir o reembolso?');
    const [entry] = await entriesOf(ana.id);
    expect(entry).toMatchObject({ estimated: true });
    expect(entry?.output_tokens).toBeGreaterThanOrEqual(4);
    expect(entry?.output_tokens).toBeLessThan(12);
    expect(entry?.input_tokens).toBeGreaterThan(20);
    expect(await used(ana.id)).toEqual({ used: entry?.charged, reserved: 0 });
  });

  test('nothing in a test conversation, which also knows no limit; the entry is there', async () => {
    script = ['Sim', { end: { input: 120, output: 30 } }];
    const admin = await testServer.user({ role: 'admin', token_limit: 10, token_used: 0 });
    await testServer.context.db.update(users).set({ token_limit: 0 }).where(eq(users.id, admin.id));
    const id = await sessionOf(admin, { is_test: true });
    expect((await testServer.as(admin).ask(id, 'Oi?')).status).toBe(200);
    expect(await entriesOf(admin.id)).toMatchObject([{ charged: 0, input_tokens: 120, output_tokens: 30 }]);
    expect(await used(admin.id)).toEqual({ used: 0, reserved: 0 });
  });

  test('to the cycle in which it ends', async () => {
    const waits = hold();
    script = ['Sim', waits, { end: { input: 50, output: 50 } }];
    const ana = await testServer.user();
    const before = testServer.context.clock.now();
    const first = testServer.as(ana).ask(await sessionOf(ana), 'Oi?');
    await waits.reached;
    testServer.clock.advance(40 * 86_400_000);
    waits.release();
    await first;
    expect(await used(ana.id)).toEqual({ used: 100, reserved: 0 });
    testServer.clock.set(before);
  });
});

describe('the limit', () => {
  test('reached, refuses with the day of renewal before anything is written', async () => {
    const ana = await testServer.user({ token_limit: 100 });
    const id = await sessionOf(ana);
    script = ['Sim', { end: { input: 60, output: 40 } }];
    expect((await testServer.as(ana).ask(id, 'Oi?')).status).toBe(200);
    const asked = model.calls.length;
    const { status, body } = await testServer.as(ana).ask(id, 'Mais uma?');
    expect([status, body.code]).toEqual([402, 'token_limit']);
    expect(body.detail).toBe(
      'Você atingiu o limite de tokens do seu plano. Faça upgrade ou aguarde a renovação em 14/12/2026.',
    );
    expect(body).toMatchObject({ renews_at: '2026-12-14T03:00:00.000Z', upgrade_url: '/subscription' });
    expect(model.calls.length).toBe(asked);
    expect(
      await testServer.context.db.select().from(messages).where(eq(messages.user_id, ana.id)),
    ).toHaveLength(1);
  });

  test('speaks of no plan where nobody pays', () => {
    const person = { token_anchor: new Date('2026-01-14T12:00:00Z'), token_limit: 100, own_cap: null };
    const env = { APP_URL: 'https://prosa.exemplo.gov.br', HOST: '127.0.0.1', production: true };
    const refused = limitReached(person, {
      now: new Date('2026-11-29T12:00:00Z'),
      env: { ...env, STRIPE_SECRET_KEY: undefined },
    });
    expect([refused.code, refused.status]).toEqual(['month_limit', 402]);
    expect(refused.detail).toBe(
      'Você usou todos os tokens do mês. A renovação é em 14/12/2026. Se precisar de mais, fale com o administrador.',
    );
    expect(refused.details.extra).toEqual({ renews_at: '2026-12-14T03:00:00.000Z' });
    expect(
      limitReached(person, { now: new Date(), env: { ...env, STRIPE_SECRET_KEY: 'sk_test_1' } }).code,
    ).toBe('token_limit');
  });

  test('is forgotten when the cycle begins anew', async () => {
    const ana = await testServer.user({ token_limit: 100 });
    const id = await sessionOf(ana);
    const before = testServer.context.clock.now();
    script = ['Sim', { end: { input: 60, output: 60 } }];
    await testServer.as(ana).ask(id, 'Oi?');
    expect((await testServer.as(ana).ask(id, 'Oi?')).status).toBe(402);
    // Signs in anew: a month is longer than an access token.
    testServer.clock.set(new Date('2026-12-14T03:00:01.000Z'));
    const { body } = await testServer
      .anyone()
      .form('/auth/login', { username: ana.email, password: ana.password });
    expect((await testServer.as({ token: body.data.access_token }).ask(id, 'Oi?')).status).toBe(200);
    expect(await used(ana.id)).toEqual({ used: 120, reserved: 0 });
    testServer.clock.set(before);
  });

  test('does not count what is only held, as long as some is left: two answers at once on the free plan', async () => {
    const waits = [hold(), hold()];
    let turn = 0;
    script = () => ['Sim', waits[turn++] ?? 'x'];
    const ana = await testServer.user();
    const replies = [await sessionOf(ana), await sessionOf(ana)].map((id) =>
      testServer.as(ana).ask(id, 'Oi?'),
    );
    await Promise.all(waits.map(({ reached }) => reached));
    expect((await used(ana.id)).reserved).toBeGreaterThan(2 * 32_768);
    for (const wait of waits) wait.release();
    expect((await Promise.all(replies)).map(({ status }) => status)).toEqual([200, 200]);
  });

  test('fifty questions at once with credit for one: one is admitted', async () => {
    const waits = hold();
    script = ['Sim', waits, { end: { input: 5, output: 5 } }];
    const ana = await testServer.user({ token_limit: 1 });
    const sessions = await Promise.all(Array.from({ length: 50 }, () => sessionOf(ana)));
    const calls = model.calls.length;
    const replies = sessions.map((id) => testServer.as(ana).ask(id, 'Oi?'));
    await waits.reached;
    const others = await settledBut(replies, 1);
    waits.release();
    const statuses = (await Promise.all(replies)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 402 || status === 429)).toHaveLength(49);
    expect(statuses).toContain(402);
    expect(others).toBe(49);
    expect(model.calls.length).toBe(calls + 1);
  });
});

describe('at the same time', () => {
  test('B16 ten questions in one conversation: one is answered', async () => {
    const waits = hold();
    script = ['Sim', waits];
    const ana = await testServer.user();
    const id = await sessionOf(ana);
    const replies = Array.from({ length: 10 }, () => testServer.as(ana).ask(id, 'Oi?'));
    await waits.reached;
    await settledBut(replies, 1);
    waits.release();
    const done = await Promise.all(replies);
    expect(done.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array(9).fill(409)]);
    expect(done.find(({ status }) => status === 409)?.body.detail).toBe('Aguarde o fim da resposta atual.');
    expect((await testServer.as(ana).get(`/chat/sessions/${id}`)).body.data.messages_count).toBe(1);
  });

  test('a person has two answers, a third has to wait', async () => {
    const waits = [hold(), hold()];
    let turn = 0;
    script = () => ['Sim', waits[turn++] ?? 'x'];
    const ana = await testServer.user();
    const [one, two, three] = [await sessionOf(ana), await sessionOf(ana), await sessionOf(ana)];
    const replies = [testServer.as(ana).ask(one, 'Oi?'), testServer.as(ana).ask(two, 'Oi?')];
    await Promise.all(waits.map(({ reached }) => reached));
    const { status, body } = await testServer.as(ana).ask(three, 'Oi?');
    expect([status, body.code]).toEqual([429, 'too_many_answers']);
    for (const wait of waits) wait.release();
    await Promise.all(replies);
    expect((await testServer.as(ana).ask(three, 'Oi?')).status).toBe(200);
  });

  test('questions and answers of many conversations neither block nor miscount each other', async () => {
    script = ['Sim ', 'e não', { end: { input: 3, output: 2 } }];
    const people = await Promise.all(Array.from({ length: 4 }, () => testServer.user()));
    let answered = 0;
    await Promise.all(
      people.map(async (person) => {
        const sessions = [await sessionOf(person), await sessionOf(person)];
        for (let round = 0; round < 6; round += 1) {
          const replies = await Promise.all(
            sessions.map((id) => testServer.as(person).ask(id, `Pergunta ${round}`)),
          );
          answered += replies.filter(({ status, answer }) => status === 200 && answer === 'Sim e não').length;
        }
        expect(await used(person.id)).toEqual({ used: 12 * 5, reserved: 0 });
      }),
    );
    expect(answered).toBe(48);
    expect(testServer.context.chat.running.size).toBe(0);
  });
});

/** Waits until all but `open` of the promises have settled; how many have. */
async function settledBut(promises: Promise<unknown>[], open: number): Promise<number> {
  let settled = 0;
  await new Promise<void>((resolve) => {
    for (const promise of promises)
      void promise.finally(() => {
        settled += 1;
        if (settled === promises.length - open) resolve();
      });
  });
  return settled;
}
