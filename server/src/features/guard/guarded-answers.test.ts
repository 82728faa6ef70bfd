/** Answers of agents with a rule on personal data: what leaves, what is refused, what is asked for and what is kept. */
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ModelRules } from '#contract/agent-configuration.ts';
import { modelOfAgent } from '#contract/openai.ts';
import { buildAgent, buildSession, buildUser } from '../../../test/builders.ts';
import { agentReading } from '../../../test/counters.ts';
import { brokenInvariants } from '../../../test/invariants.ts';
import { hold, type Script, scripted, scriptedModels } from '../../../test/providers/scripted-model.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import type { ModelCall } from '../../adapters/models/model.ts';
import { agents } from '../../db/tables/agents.ts';
import { messages } from '../../db/tables/chat.ts';
import { users } from '../../db/tables/people.ts';
import { guard_hours } from '../../db/tables/statistics.ts';

const CPF = '529.982.247-25';
const OTHER = '111.444.777-35';

let script: Script = ['Certo.'];
const models = scriptedModels(scripted((call) => (typeof script === 'function' ? script(call) : script)));
const lastCall = () => models.calls.at(-1) as ModelCall;
let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer({ models });
});
beforeEach(async () => {
  script = ['Certo.'];
  models.calls.length = 0;
  await testServer.context.db.delete(guard_hours);
});
afterEach(async () => {
  expect(await brokenInvariants(testServer.context.db)).toEqual([]);
});
afterAll(() => testServer.close());

async function sessionOf(rules: Partial<ModelRules>, prompt = '') {
  const person = await testServer.user();
  const agent = await buildAgent(testServer.context, {
    rules,
    model: 'gpt-4o',
    use_guided_prompt: false,
    custom_prompt: prompt,
  });
  const { id } = await buildSession(testServer.context, { user_id: person.id, agent_id: agent.id });
  const caller = testServer.as(person);
  const send = async (question: string, more: object = {}) => {
    const reply = await caller.post(
      `/chat/sessions/${id}/messages`,
      { question, ...more },
      { headers: { accept: 'text/event-stream' } },
    );
    const lines = reply.text.split('\n').filter((line) => line.startsWith('data: '));
    const events = lines.map((line) => JSON.parse(line.slice(6)));
    return { ...reply, first: events[0] ?? null, last: events.at(-1) ?? null };
  };
  const record = async () => (await caller.get(`/chat/sessions/${id}/messages`)).body.data.at(-1);
  return { person, agent, id, caller, send, record };
}

const counts = async (agent_id: number) => {
  const rows = await testServer.context.db
    .select()
    .from(guard_hours)
    .where(eq(guard_hours.agent_id, agent_id));
  return rows.map(({ kind, masked, blocked, warned }) => ({ kind, masked, blocked, warned }));
};

describe('R-GRD-03: mask', () => {
  test('sends marks, answers with the values, and says how many there were', async () => {
    const { agent, send, record } = await sessionOf({ personal_data: 'mask' }, `Chefe: ${OTHER}`);
    script = ['O CPF é [CP', 'F 1], o do chefe ', '[CPF 2].'];
    const { first, last } = await send(`De quem é ${CPF}?`);
    expect(first).toMatchObject({ done: false, masked: 2, answered_by: { model: 'gpt-4o' } });
    expect(lastCall().prompt.question).toBe('De quem é [CPF 1]?');
    expect(JSON.stringify(lastCall().prompt)).not.toMatch(/529|444/);
    expect(last).toMatchObject({ done: true, masked: 2 });
    expect(await record()).toMatchObject({ answer: `O CPF é ${CPF}, o do chefe [CPF 2].`, masked: 2 });
    expect(await counts(agent.id)).toEqual([{ kind: 'cpf', masked: 2, blocked: 0, warned: 0 }]);
  });

  test('numbers the values of a conversation in the same way in each question', async () => {
    const { send } = await sessionOf({ personal_data: 'mask' });
    script = ['Anotado: [CPF 1].'];
    await send(`Anote ${CPF}.`);
    await send(`E ${OTHER}?`);
    expect(lastCall().prompt.history).toEqual([{ question: 'Anote [CPF 1].', answer: 'Anotado: [CPF 1].' }]);
    expect(lastCall().prompt.question).toBe('E [CPF 2]?');
  });

  test('a stop lets out the beginning of a mark that was kept back', async () => {
    const { id, caller, send, record } = await sessionOf({ personal_data: 'mask' });
    const pause = hold();
    script = ['Veja [CP', pause, 'F 1]'];
    const answering = send(`De quem é ${CPF}?`);
    await pause.reached;
    await caller.post(`/chat/sessions/${id}/stop`);
    await answering;
    pause.release();
    expect(await record()).toMatchObject({ status: 'stopped', answer: 'Veja [CP' });
  });

  test('an agent without a rule and with the rule «allow» sends what it is asked', async () => {
    for (const personal_data of [null, 'allow'] as const) {
      const { send, record } = await sessionOf({ personal_data });
      await send(`De quem é ${CPF}?`, { personal_data: 'mask' });
      expect(lastCall().prompt.question).toBe(`De quem é ${CPF}?`);
      expect(await record()).not.toHaveProperty('masked');
    }
  });

  test('only the kinds of the agent get marks', async () => {
    const { send } = await sessionOf({ personal_data: 'mask', personal_data_kinds: ['email'] });
    await send(`${CPF} e ana@exemplo.com.br`);
    expect(lastCall().prompt.question).toBe(`${CPF} e [E-MAIL 1]`);
  });

  test('tokens that are counted here are those of the marks', async () => {
    const asked = `${CPF} `.repeat(200);
    const used = async (personal_data: 'allow' | 'mask') => {
      const { person, send } = await sessionOf({ personal_data });
      script = ['[CPF 1]', { end: null }];
      await send(asked);
      const [row] = await testServer.context.db
        .select({ used: users.token_used })
        .from(users)
        .where(eq(users.id, person.id));
      return row?.used ?? 0;
    };
    // A CPF has some three tokens more than its mark.
    expect((await used('allow')) - (await used('mask'))).toBeGreaterThan(400);
  });

  test('R-GRD-10: no value stands in the log, the trace or the counts', async () => {
    const admin = await testServer.user({ role: 'admin' });
    const agent = await buildAgent(testServer.context, { model: 'gpt-4o', rules: { personal_data: 'mask' } });
    const { id } = await buildSession(testServer.context, {
      user_id: admin.id,
      agent_id: agent.id,
      is_test: true,
    });
    const { events } = await testServer.as(admin).ask(id, `De quem é ${CPF}?`);
    const { body } = await testServer.as(admin).get(`/chat/messages/${events.at(-1)?.message_id}/trace`);
    expect(body.data.masked).toEqual({ cpf: 1 });
    expect(JSON.stringify(body.data.prompt)).toContain('De quem é [CPF 1]?');
    // Durations and identities may have any three digits.
    for (const part of [CPF, '529.982', '529982']) expect(JSON.stringify(body.data)).not.toContain(part);
    expect(testServer.logs.join('')).not.toContain('529.982');
    const { body: shown } = await testServer.as(admin).get('/admin/stats/guard');
    expect(shown.data).toEqual([
      { agent_id: agent.id, agent_name: agent.name, kind: 'cpf', masked: 1, blocked: 0, warned: 0 },
    ]);
  });
});

describe('R-GRD-06: warn', () => {
  test('asks once, and tells what was found and where it would go; nothing is sent or kept', async () => {
    const { agent, id, send } = await sessionOf({ personal_data: 'warn' });
    const { status, body } = await send(`De quem é ${CPF}?`);
    expect([status, body]).toEqual([
      409,
      expect.objectContaining({
        code: 'personal_data_found',
        detail: 'A pergunta tem dados pessoais.',
        found: { cpf: 1 },
        provider: 'OpenAI',
        residency: 'exterior',
      }),
    ]);
    expect(models.calls).toEqual([]);
    const stored = await testServer.context.db.select().from(messages).where(eq(messages.session_id, id));
    expect(stored).toEqual([]);
    expect(await counts(agent.id)).toEqual([{ kind: 'cpf', masked: 0, blocked: 0, warned: 1 }]);
  });

  test('sends as it is, or with marks, as the person decides', async () => {
    const { send, record } = await sessionOf({ personal_data: 'warn' });
    await send(`De quem é ${CPF}?`, { personal_data: 'send' });
    expect(lastCall().prompt.question).toBe(`De quem é ${CPF}?`);
    expect(await record()).not.toHaveProperty('masked');
    await send(`E ${OTHER}?`, { personal_data: 'mask' });
    expect(lastCall().prompt.question).toBe('E [CPF 2]?');
    await send(`E de novo ${CPF}?`, { personal_data: 'send' });
    // The turn that had marks keeps them.
    expect(lastCall().prompt.history.map(({ question }) => question)).toEqual([
      `De quem é ${CPF}?`,
      'E [CPF 1]?',
    ]);
    expect(lastCall().prompt.question).toBe(`E de novo ${CPF}?`);
  });

  test('a question without personal data is not asked about', async () => {
    const { send } = await sessionOf({ personal_data: 'warn' });
    expect((await send('Qual o prazo?')).status).toBe(200);
  });

  test('C15: a retry uses the decision of its question again', async () => {
    const { caller, send, record } = await sessionOf({ personal_data: 'warn' });
    script = ['Começo [CPF 1]', { failed: 'model_failed' }];
    await send(`De quem é ${CPF}?`, { personal_data: 'mask' });
    const { id, status } = await record();
    expect(status).toBe('interrupted');
    script = ['Certo.'];
    await caller.post(`/chat/messages/${id}/continue`, {}, { headers: { accept: 'text/event-stream' } });
    expect(JSON.stringify(lastCall().prompt)).not.toContain('529');
    script = [{ failed: 'model_failed' }];
    await send(`E ${OTHER}?`, { personal_data: 'send' });
    script = ['Certo.'];
    const failed = await record();
    await caller.post(`/chat/messages/${failed.id}/retry`, {}, { headers: { accept: 'text/event-stream' } });
    expect(lastCall().prompt.question).toBe(`E ${OTHER}?`);
  });

  test('a strange decision is refused', async () => {
    const { send } = await sessionOf({ personal_data: 'warn' });
    expect((await send('Oi', { personal_data: 'sim' })).status).toBe(422);
  });
});

describe('R-GRD-07: block', () => {
  test('refuses the question and names the kinds, also where the person wants to send it', async () => {
    const { agent, send } = await sessionOf({
      personal_data: 'block',
      personal_data_kinds: ['cpf', 'email'],
    });
    const question = `${CPF}, ${OTHER} e ana@exemplo.com.br`;
    const { status, body } = await send(question, { personal_data: 'send' });
    expect([status, body.code, body.detail]).toEqual([
      422,
      'personal_data_blocked',
      'Este agente não recebe CPF e e-mail. Retire-os da pergunta.',
    ]);
    expect(models.calls).toEqual([]);
    expect(await counts(agent.id)).toEqual([
      { kind: 'cpf', masked: 0, blocked: 2, warned: 0 },
      { kind: 'email', masked: 0, blocked: 1, warned: 0 },
    ]);
  });

  test('what is not the question gets marks and refuses nothing', async () => {
    const { send } = await sessionOf({ personal_data: 'block' }, `Chefe: ${OTHER}`);
    expect((await send('Qual o prazo?')).status).toBe(200);
    expect(lastCall().prompt.instructions).toContain('Chefe: [CPF 1]');
  });

  test('passages get marks, and the answer that cites one has its value', async () => {
    const person = await testServer.user();
    const { id: agent_id } = await agentReading(testServer, { Chefia: `O CPF da chefia é ${OTHER}.` });
    await testServer.context.db
      .update(agents)
      .set({ model: 'gpt-4o', personal_data: 'block' })
      .where(eq(agents.id, agent_id));
    const { id } = await buildSession(testServer.context, { user_id: person.id, agent_id });
    script = ['É [CPF 1] [1].'];
    expect((await testServer.as(person).ask(id, 'Qual é o CPF da chefia?')).status).toBe(200);
    expect(lastCall().prompt.passages).toMatchObject([{ text: 'O CPF da chefia é [CPF 1].' }]);
    const { body } = await testServer.as(person).get(`/chat/sessions/${id}/messages`);
    expect(body.data.at(-1)).toMatchObject({ answer: `É ${OTHER} [1].`, masked: 1 });
  });
});

test('R-GRD-06: a program decides by a field; without it its question gets marks', async () => {
  const person = await buildUser(testServer.context, {});
  const agent = await buildAgent(testServer.context, { model: 'gpt-4o', rules: { personal_data: 'warn' } });
  const { body: made } = await testServer.as(person).post('/users/me/access-keys', { name: 'Programa' });
  const key = testServer.as({ token: made.data.secret });
  const ask = (more: object) =>
    key.post('/openai/chat/completions', {
      model: modelOfAgent(agent.id),
      messages: [{ role: 'user', content: `De quem é ${CPF}?` }],
      ...more,
    });
  script = ['De [CPF 1].'];
  const { status, body } = await ask({});
  expect([status, body.choices?.[0].message.content]).toEqual([200, `De ${CPF}.`]);
  expect(lastCall().prompt.question).toBe('De quem é [CPF 1]?');
  await ask({ personal_data: 'send' });
  expect(lastCall().prompt.question).toBe(`De quem é ${CPF}?`);
  const respond = (more: object) =>
    key.post('/openai/responses', { model: modelOfAgent(agent.id), input: `De quem é ${CPF}?`, ...more });
  await respond({});
  expect(lastCall().prompt.question).toBe('De quem é [CPF 1]?');
  await respond({ personal_data: 'send' });
  expect(lastCall().prompt.question).toBe(`De quem é ${CPF}?`);
});

test('R-GRD-09: a conversation says where it is processed, and whether marks are made', async () => {
  const { id, caller } = await sessionOf({ personal_data: 'mask' });
  const { body } = await caller.get(`/chat/sessions/${id}`);
  expect(body.data.processing).toEqual({ provider: 'OpenAI', residency: 'exterior', is_masked: true });
  const other = await sessionOf({ personal_data: 'warn' });
  const { body: warned } = await other.caller.get(`/chat/sessions/${other.id}`);
  expect(warned.data.processing.is_masked).toBe(false);
});
