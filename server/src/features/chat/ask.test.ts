import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildAgent, buildSession } from '../../../test/builders.ts';
import { brokenInvariants } from '../../../test/invariants.ts';
import { hold, scripted, scriptedModels } from '../../../test/providers/scripted-model.ts';
import { eventsOf, startTestServer, type TestServer } from '../../../test/test-server.ts';
import { agents, group_agents } from '../../db/tables/agents.ts';
import { messages, token_entries } from '../../db/tables/chat.ts';
import { users } from '../../db/tables/people.ts';

/** The model's next answer; each test sets its own. */
let script: Parameters<typeof scripted>[0] = [];
const model = scripted((call) => (typeof script === 'function' ? script(call) : script));
let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer({ models: scriptedModels(model, { without: ['gpt-4o'] }) });
});
afterEach(async () => {
  expect(await brokenInvariants(testServer.context.db)).toEqual([]);
});
afterAll(() => testServer.close());

async function conversation(wishes: Parameters<typeof buildAgent>[1] = {}) {
  const ana = await testServer.user();
  const agent = await buildAgent(testServer.context, wishes);
  const { id } = await buildSession(testServer.context, { user_id: ana.id, agent_id: agent.id });
  return { ana, agent, id, as: testServer.as(ana) };
}

const used = async (id: number) => {
  const [user] = await testServer.context.db.select().from(users).where(eq(users.id, id));
  return user && { used: user.token_used, reserved: user.token_reserved };
};
const entriesOf = (id: number) =>
  testServer.context.db.select().from(token_entries).where(eq(token_entries.user_id, id));

describe('a question', () => {
  test('R-CHAT-38 R-CHAT-39 R-CHAT-46 is answered as a stream whose chunks are the stored answer', async () => {
    script = ['Olá', ', **Ana**', '! ', 'ção 🙂', { end: { input: 40, output: 9 } }];
    const { ana, id, as } = await conversation();

    const reply = await as.ask(id, 'Oi?');

    expect(reply.status).toBe(200);
    expect(reply.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    expect(reply.text.startsWith('data: {')).toBe(true);
    const last = reply.events.at(-1);
    expect(last).toMatchObject({
      content: '',
      done: true,
      message_id: expect.any(Number),
      sources: [],
      status: 'done',
    });
    expect(
      reply.events.slice(0, -1).every(({ done, message_id }) => done === false && message_id === undefined),
    ).toBe(true);
    const numbers = reply.events.map(({ seq }) => seq ?? 0);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    const { body } = await as.get(`/chat/sessions/${id}/messages`);
    expect(body.data).toEqual([
      {
        id: last?.message_id,
        question: 'Oi?',
        answer: reply.answer,
        created_at: testServer.context.clock.now().toISOString(),
        status: 'done',
        sources: [],
        filters: [],
        without: [],
        feedback: null,
        local: false,
        answered_by: { model: 'claude-4-sonnet', name: 'Claude 4 Sonnet' },
      },
    ]);
    expect(reply.answer).toBe('Olá, **Ana**! ção 🙂');
    expect(await used(ana.id)).toEqual({ used: 49, reserved: 0 });
  });

  test('R-CHAT-22 R-CHAT-23 is trimmed, and refused when nothing is left', async () => {
    script = ['Sim'];
    const { id, as } = await conversation();
    await as.ask(id, '  oi \n');
    expect(model.calls.at(-1)?.prompt.question).toBe('oi');
    for (const question of ['', '   ', '\0', ' \0 ']) {
      const { status, body } = await as.ask(id, question);
      expect([status, body.detail]).toEqual([422, 'A pergunta não pode estar vazia.']);
    }
    expect((await as.ask(id, 'x'.repeat(20_001))).status).toBe(422);
    expect((await as.post(`/chat/sessions/${id}/messages`, {})).status).toBe(422);
  });

  test('may hold anything that can be typed or pasted', async () => {
    script = ({ prompt }) => [`eco: ${prompt.question}`];
    const { id, as } = await conversation();
    const reply = await as.ask(id, 'a\0b \ud800 \'"; -- {} \\ 🙂');
    expect(reply.answer).toBe('eco: ab \ufffd \'"; -- {} \\ 🙂');
    const { body } = await as.get(`/chat/sessions/${id}/messages`);
    expect(body.data[0]).toMatchObject({ question: 'ab \ufffd \'"; -- {} \\ 🙂', answer: reply.answer });
  });

  test('pasted with its accents standing alone is asked as a keyboard writes it', async () => {
    script = ['Sim'];
    const { id, as } = await conversation();
    await as.ask(id, 'Há pregões em São Paulo?'.normalize('NFD'));
    expect(model.calls.at(-1)?.prompt.question).toBe('Há pregões em São Paulo?');
  });

  test('names its conversation, the first one only', async () => {
    script = ['Sim'];
    const { id, as } = await conversation();
    await as.ask(id, `${'Como faço para trocar a minha senha '.repeat(3)}?\nObrigado`);
    await as.ask(id, 'Outra coisa');
    const { body } = await as.get(`/chat/sessions/${id}`);
    expect(body.data).toMatchObject({
      chat_title: 'Como faço para trocar a minha senha Como faço para trocar a…',
      messages_count: 2,
    });
  });

  test('R-AGT-44 R-MOD-04 goes to the agent’s model with its temperature, its instructions and the conversation so far', async () => {
    script = ['Sim [1].'];
    const { id, as } = await conversation({
      model: 'gpt-5-nano',
      temperature: 0.2,
      use_guided_prompt: false,
      use_security_prompt: false,
      custom_prompt: 'Responda em rimas.',
    });
    await as.ask(id, 'Primeira?');
    script = [{ failed: 'model_busy' }];
    await as.ask(id, 'Falhou?');
    script = ['Não.'];
    await as.ask(id, 'Segunda?');
    const { prompt, temperature, max_tokens } = model.calls.at(-1) ?? {};
    expect(prompt).toEqual({
      instructions: 'Responda em rimas.',
      passages: null,
      notes: [],
      history: [{ question: 'Primeira?', answer: 'Sim.' }],
      question: 'Segunda?',
    });
    expect(temperature).toBeCloseTo(0.2);
    expect(max_tokens).toBe(4_096);
  });

  test('goes to the fallback where the agent has no model', async () => {
    script = ['Sim'];
    const { ana, id, as } = await conversation({ model: null, temperature: null });
    await as.ask(id, 'Oi?');
    expect(model.calls.at(-1)?.temperature).toBe(0.7);
    expect((await entriesOf(ana.id))[0]?.model).toBe('claude-3-5-sonnet');
  });
});

describe('filters', () => {
  const refused = [{ data_source_id: 7, parameter: 'municipio', value: 'Recife' }];
  const understood = [
    { data_source_id: 7, data_source_name: 'Editais', parameter: 'ano', values: ['2025', '2026'] },
  ];
  const asking = (as: ReturnType<TestServer['as']>, id: string, without: unknown) =>
    as.post(`/chat/sessions/${id}/messages`, { question: 'Quais editais?', without });

  test('that the reader took away stand in the record of the question, without what cannot be stored', async () => {
    script = ['Sim'];
    const { id, as } = await conversation();
    expect((await asking(as, id, [{ ...refused[0], value: 'Re\0ci\ud800fe' }])).status).toBe(200);
    const { body } = await as.get(`/chat/sessions/${id}/messages`);
    expect(body.data).toMatchObject([{ without: refused, filters: [] }]);
  });

  test('that are none are refused', async () => {
    const { ana, id, as } = await conversation();
    for (const without of [
      'Recife',
      [{}],
      [{ ...refused[0], data_source_id: 0 }],
      [{ ...refused[0], parameter: '' }],
      [{ ...refused[0], value: 'x'.repeat(501) }],
      Array.from({ length: 51 }, () => refused[0]),
    ])
      expect((await asking(as, id, without)).status).toBe(422);
    expect(await testServer.context.db.select().from(messages).where(eq(messages.user_id, ana.id))).toEqual(
      [],
    );
  });

  test('that were understood stand at the end of the answer and in its record', async () => {
    script = ['Sim'];
    const { id, as } = await conversation();
    const { events } = await as.ask(id, 'Quais editais?');
    expect(events.at(-1)).not.toHaveProperty('filters');
    const message_id = events.at(-1)?.message_id ?? 0;
    await testServer.context.db
      .update(messages)
      .set({ filters: understood })
      .where(eq(messages.id, message_id));
    expect((await as.get(`/chat/sessions/${id}/messages`)).body.data).toMatchObject([
      { filters: understood },
    ]);
    const joined = await as.get(`/chat/sessions/${id}/stream`);
    expect(eventsOf(joined.text).at(-1)).toMatchObject({ done: true, filters: understood });
  });
});

describe('a question is refused, and nothing is written,', () => {
  const nothingWritten = async (ana: { id: number }) => {
    expect(await testServer.context.db.select().from(messages).where(eq(messages.user_id, ana.id))).toEqual(
      [],
    );
    expect(await used(ana.id)).toEqual({ used: 0, reserved: 0 });
  };

  test('without an agent', async () => {
    const ana = await testServer.user();
    const { id } = await buildSession(testServer.context, { user_id: ana.id, agent_id: null });
    const { status, body } = await testServer.as(ana).ask(id, 'Oi?');
    expect([status, body.detail]).toEqual([400, 'Selecione um agente para enviar a pergunta.']);
    await nothingWritten(ana);
  });

  test('R-AGT-43 when the agent was withdrawn, undeployed or deleted; what was said stays readable', async () => {
    script = ['Sim'];
    const withdrawals = [
      (agent: number) => testServer.context.db.delete(group_agents).where(eq(group_agents.agent_id, agent)),
      (agent: number) =>
        testServer.context.db.update(agents).set({ deploy_status: false }).where(eq(agents.id, agent)),
      (agent: number) => testServer.context.db.delete(agents).where(eq(agents.id, agent)),
    ];
    for (const withdraw of withdrawals) {
      const { agent, id, as } = await conversation({ name: 'Ajuda' });
      await as.ask(id, 'Antes?');
      await withdraw(agent.id);
      const { status, body } = await as.ask(id, 'Depois?');
      expect([status, body.code, body.detail]).toEqual([
        403,
        'agent_unavailable',
        'Este agente não está mais disponível para você.',
      ]);
      expect((await as.get(`/chat/sessions/${id}/messages`)).body.data).toHaveLength(1);
      expect((await as.get(`/chat/sessions/${id}`)).body.data).toMatchObject({
        can_send: false,
        messages_count: 1,
      });
    }
  });

  test('when the model has no key on this server', async () => {
    const { ana, id, as } = await conversation({ model: 'gpt-4o' });
    const { status, body } = await as.ask(id, 'Oi?');
    expect([status, body.code]).toEqual([503, 'model_not_configured']);
    await nothingWritten(ana);
  });

  test('R-CHAT-57 in somebody else’s conversation, in each verb, as if it did not exist', async () => {
    script = ['Sim'];
    const { id, as } = await conversation();
    await as.ask(id, 'Oi?');
    for (const role of ['user', 'superadmin'] as const) {
      const other = testServer.as(await testServer.user({ role }));
      const missing = '00000000-0000-4000-8000-000000000000';
      for (const session of [id, missing, 'x', '1']) {
        const replies = [
          await other.get(`/chat/sessions/${session}`),
          await other.get(`/chat/sessions/${session}/messages`),
          await other.get(`/chat/sessions/${session}/stream`),
          await other.ask(session, 'Oi?'),
          await other.post(`/chat/sessions/${session}/stop`),
          await other.delete(`/chat/sessions/${session}`),
        ];
        for (const { status, body } of replies)
          expect([status, body.code, body.detail]).toEqual([
            404,
            'session_not_found',
            'Conversa não encontrada.',
          ]);
      }
    }
    expect((await as.get(`/chat/sessions/${id}/messages`)).body.data).toHaveLength(1);
  });

  test('beyond twenty a minute', async () => {
    script = ['Sim'];
    const { id, as } = await conversation();
    for (let number = 0; number < 20; number += 1) expect((await as.ask(id, 'Oi?')).status).toBe(200);
    const { status, body, headers } = await as.ask(id, 'Oi?');
    expect([status, body.code]).toEqual([429, 'too_many_requests']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    testServer.clock.advance(60_000);
    expect((await as.ask(id, 'Oi?')).status).toBe(200);
  });
});

describe('when the model fails', () => {
  test.each([
    ['model_refused_key', 502],
    ['model_busy', 502],
    ['model_failed', 502],
    ['model_timeout', 504],
  ] as const)(
    '%s before the first text is an ordinary error; the question stays, nothing is charged',
    async (code, status) => {
      script = [{ failed: code, usage: { input: 500, output: 0 } }];
      const { ana, id, as } = await conversation();
      const reply = await as.ask(id, 'Oi?');
      expect([reply.status, reply.body.code]).toEqual([status, code]);
      const { body } = await as.get(`/chat/sessions/${id}/messages`);
      expect(body.data).toMatchObject([
        { question: 'Oi?', answer: '', status: 'failed', error: reply.body.detail },
      ]);
      expect(await used(ana.id)).toEqual({ used: 0, reserved: 0 });
      expect(await entriesOf(ana.id)).toEqual([]);
    },
  );

  test.each([
    ['a failure', [{ failed: 'model_failed' as const }], 'model_failed'],
    ['a thrown error', [{ throws: new Error('bug') }], 'model_failed'],
    ['an end that never was said', [{ silence: true as const }], 'model_failed'],
  ])(
    '%s after some text is the last event, without message_id; what came is kept and charged',
    async (_, steps, code) => {
      script = ['Bom ', 'dia', ...steps];
      const { ana, id, as } = await conversation();
      const reply = await as.ask(id, 'Oi?');
      expect(reply.status).toBe(200);
      expect(reply.answer).toBe('Bom dia');
      const last = reply.events.at(-1);
      expect(last).toMatchObject({
        content: '',
        done: true,
        status: 'interrupted',
        error: expect.stringContaining('provedor'),
      });
      expect(last).not.toHaveProperty('message_id');
      const { body } = await as.get(`/chat/sessions/${id}/messages`);
      expect(body.data).toMatchObject([{ answer: 'Bom dia', status: 'interrupted', error: last?.error }]);
      const [entry] = await entriesOf(ana.id);
      expect(entry).toMatchObject({ estimated: true, output_tokens: expect.any(Number) });
      expect(entry?.output_tokens).toBeGreaterThan(0);
      expect((await used(ana.id))?.used).toBe(entry?.charged);
      const [row] = await testServer.context.db.select().from(messages).where(eq(messages.user_id, ana.id));
      expect(row?.error_code).toBe(code);
    },
  );

  test.each([[[]], [['', '\0']], [[' ', '\n']], [['[7]']]])(
    'an answer without a word is a failure: %j',
    async (words) => {
      script = [...words, { end: { input: 9, output: 0 } }];
      const { ana, id, as } = await conversation();
      const reply = await as.ask(id, 'Oi?');
      expect(reply.status === 502 || reply.events.at(-1)?.error !== undefined).toBe(true);
      expect((await as.get(`/chat/sessions/${id}/messages`)).body.data).toMatchObject([{ status: 'failed' }]);
      expect(await used(ana.id)).toEqual({ used: 0, reserved: 0 });
    },
  );

  test('after a second of silence the stream has begun, and says it itself', async () => {
    const waits = hold();
    script = [waits, { failed: 'model_busy' }];
    const { id, as } = await conversation();
    const reply = as.ask(id, 'Oi?');
    await waits.reached;
    setTimeout(() => waits.release(), 1_200);
    const { status, events } = await reply;
    expect(status).toBe(200);
    expect(events).toEqual([
      {
        content: '',
        done: true,
        seq: 0,
        status: 'failed',
        error: expect.stringContaining('muitas solicitações'),
      },
    ]);
  });
});

describe('R-CHAT-35 the records of a conversation', () => {
  test('R-CHAT-52 are the newest, in time order, with what lies before them on request', async () => {
    const { ana, id, as } = await conversation();
    const rows = await testServer.context.db
      .insert(messages)
      .values(
        Array.from({ length: 60 }, (_, number) => ({
          user_id: ana.id,
          session_id: id,
          question: `p${number}`,
          status: 'failed' as const,
          model: 'gpt-5',
          error_code: 'model_busy',
        })),
      )
      .returning({ id: messages.id });
    const first = await as.get(`/chat/sessions/${id}/messages`);
    expect(first.body.data.map(({ question }: { question: string }) => question)).toEqual(
      Array.from({ length: 50 }, (_, number) => `p${number + 10}`),
    );
    expect(first.body.metadata).toEqual({ total: 60, has_more: true });
    const before = await as.get(`/chat/sessions/${id}/messages`, {
      query: { before_id: String(rows[10]?.id), limit: '10' },
    });
    expect(before.body.data.map(({ question }: { question: string }) => question)).toEqual(
      Array.from({ length: 10 }, (_, number) => `p${number}`),
    );
    expect(before.body.metadata).toEqual({ total: 10, has_more: false });
  });
});
