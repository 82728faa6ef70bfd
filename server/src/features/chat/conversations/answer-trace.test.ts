import { and, count, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildAgent, buildSession } from '../../../../test/builders.ts';
import { brokenInvariants } from '../../../../test/invariants.ts';
import { type Script, scripted, scriptedModels } from '../../../../test/providers/scripted-model.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { promptText } from '../../../adapters/models/prompt-text.ts';
import { agent_versions, agents } from '../../../db/tables/agents.ts';
import { answer_traces, messages } from '../../../db/tables/chat.ts';
import { knowledge_bases } from '../../../db/tables/knowledge.ts';
import { ingestText } from '../../knowledge/ingest/replace-passages.ts';

const MANUAL = '# Conta\n\nA senha temporária vale por trinta minutos e só pode ser usada uma vez.\n';

let script: Script = [];
const model = scripted((call) => (typeof script === 'function' ? script(call) : script));
let testServer: TestServer;
let knowledge_base_id: number;
beforeAll(async () => {
  testServer = await startTestServer({ models: scriptedModels(model) });
  const [row] = await testServer.context.db.insert(knowledge_bases).values({ name: 'Manual' }).returning();
  if (!row) throw new Error('no base');
  knowledge_base_id = row.id;
  const file = { original_filename: 'manual.md', file_type: 'md', file_size: MANUAL.length };
  await ingestText(testServer.context.db, { knowledge_base_id, ...file, text: MANUAL });
});
afterEach(async () => {
  expect(await brokenInvariants(testServer.context.db)).toEqual([]);
});
afterAll(() => testServer.close());

async function conversation(wishes: { is_test: boolean; role?: 'user' | 'admin' }) {
  const user = await testServer.user({ role: wishes.role ?? 'admin' });
  const agent = await buildAgent(testServer.context, {
    knowledge_bases: [knowledge_base_id],
    temperature: 0.2,
  });
  const session = { user_id: user.id, agent_id: agent.id, is_test: wishes.is_test };
  const { id } = await buildSession(testServer.context, session);
  return { user, agent, id, as: testServer.as(user) };
}

const lastOf = async (user_id: number) => {
  const rows = await testServer.context.db
    .select()
    .from(messages)
    .where(eq(messages.user_id, user_id))
    .orderBy(messages.id);
  const last = rows.at(-1);
  if (!last) throw new Error('no record');
  return last;
};

describe('how a test answer came about', () => {
  test('is kept with the prompt exactly as it was sent, the findings and the costs', async () => {
    const { user, id, as } = await conversation({ is_test: true });
    script = ['Olá.'];
    await as.ask(id, 'Oi, tudo bem?');
    script = ['Trinta minutos [1].', { end: { input: 120, output: 30 } }];
    const { events } = await as.ask(id, 'Por quanto tempo vale a senha temporária?');
    const { status, body } = await as.get(`/chat/messages/${events.at(-1)?.message_id}/trace`);
    expect(status).toBe(200);
    const prompt = model.calls.at(-1)?.prompt;
    expect(body.data).toEqual({
      agent_version_id: (await lastOf(user.id)).agent_version_id,
      model: 'claude-4-sonnet',
      temperature: expect.closeTo(0.2),
      prompt: prompt && promptText(prompt),
      passages: [{ ...prompt?.passages?.[0], score: null }],
      filters: [],
      queries: [],
      calls: [
        {
          purpose: 'answer',
          model: 'claude-4-sonnet',
          input_tokens: 120,
          output_tokens: 30,
          estimated: false,
        },
      ],
      attempts: [],
      effort: null,
      retrieval_ms: expect.any(Number),
      first_token_ms: expect.any(Number),
      total_ms: expect.any(Number),
    });
    expect(body.data.prompt.turns).toHaveLength(3);
    const { retrieval_ms, first_token_ms, total_ms } = body.data;
    expect(0 < retrieval_ms && retrieval_ms <= first_token_ms && first_token_ms <= total_ms).toBe(true);
  });

  test('names the number of a passage in the answer, where that is another than in the prompt', async () => {
    const { user, as } = await conversation({ is_test: true });
    const { db } = testServer.context;
    const [base] = await db.insert(knowledge_bases).values({ name: 'Dois' }).returning();
    if (!base) throw new Error('no base');
    for (const text of ['A senha temporária vale por trinta minutos.', 'A exclusão da conta leva sete dias.'])
      await ingestText(db, {
        knowledge_base_id: base.id,
        original_filename: `${text.length}.txt`,
        file_type: 'txt',
        file_size: 1,
        text,
      });
    const { id: agent_id } = await buildAgent(testServer.context, { knowledge_bases: [base.id] });
    const { id } = await buildSession(testServer.context, { user_id: user.id, agent_id, is_test: true });
    script = ['Sete dias [2]. Trinta minutos [1].'];
    const { events } = await as.ask(id, 'Por quanto tempo vale a senha temporária?');
    const { body } = await as.get(`/chat/messages/${events.at(-1)?.message_id}/trace`);
    expect(body.data.passages).toMatchObject([
      { index: 1, cited_as: 2 },
      { index: 2, cited_as: 1 },
    ]);
    expect(events.at(-1)?.sources?.map(({ index }) => index)).toEqual([1, 2]);
  });

  test('is kept for an answer that failed too', async () => {
    const { user, id, as } = await conversation({ is_test: true });
    script = [{ failed: 'model_busy', usage: { input: 50, output: 0 } }];
    await as.ask(id, 'Oi?');
    const { body } = await as.get(`/chat/messages/${(await lastOf(user.id)).id}/trace`);
    expect(body.data).toMatchObject({
      first_token_ms: null,
      calls: [{ input_tokens: 50, output_tokens: 0, estimated: false }],
    });
  });

  test('is kept whatever is in it', async () => {
    const { user, agent, id, as } = await conversation({ is_test: true });
    await testServer.context.db
      .update(agents)
      .set({ use_guided_prompt: false, custom_prompt: '🙂 \\u0000 "aspas" \ufeff fim' })
      .where(eq(agents.id, agent.id));
    script = ['Sim'];
    expect((await as.ask(id, 'a\0b \ud800?')).events.at(-1)?.status).toBe('done');
    const { body } = await as.get(`/chat/messages/${(await lastOf(user.id)).id}/trace`);
    expect(body.data.prompt.instructions).toContain('🙂 \\u0000 "aspas"');
  });

  test('is for administrators, of their own tests; of other answers nothing is kept', async () => {
    script = ['Sim'];
    const own = await conversation({ is_test: true });
    await own.as.ask(own.id, 'Oi?');
    const { id } = await lastOf(own.user.id);
    const real = await conversation({ is_test: false });
    await real.as.ask(real.id, 'Oi?');
    const person = await conversation({ is_test: false, role: 'user' });
    await person.as.ask(person.id, 'Oi?');
    const codeOf = async ({ as }: Pick<typeof own, 'as'>, message: number | string) => {
      const { status, body } = await as.get(`/chat/messages/${message}/trace`);
      return [status, body.code];
    };
    expect(await codeOf(real, id)).toEqual([404, 'message_not_found']);
    expect(await codeOf(real, (await lastOf(real.user.id)).id)).toEqual([404, 'trace_not_found']);
    expect(await codeOf(person, (await lastOf(person.user.id)).id)).toEqual([403, 'forbidden']);
    expect(await codeOf(own, 'x')).toEqual([404, 'message_not_found']);
    await own.as.delete(`/chat/sessions/${own.id}`);
    expect(await codeOf(own, id)).toEqual([404, 'message_not_found']);
    const left = await testServer.context.db
      .select()
      .from(answer_traces)
      .where(eq(answer_traces.user_id, own.user.id));
    expect(left).toEqual([]);
  });
});

describe('the version of an agent', () => {
  const versionsOf = (agent_id: number) =>
    testServer.context.db.select().from(agent_versions).where(eq(agent_versions.agent_id, agent_id));

  test('is recorded with each answer: the one that it was given with', async () => {
    script = ['Sim'];
    const { user, agent, id, as } = await conversation({ is_test: false, role: 'user' });
    const recorded = async () => {
      await as.ask(id, 'Oi?');
      return (await lastOf(user.id)).agent_version_id;
    };
    const set = (change: Partial<typeof agents.$inferInsert>) =>
      testServer.context.db.update(agents).set(change).where(eq(agents.id, agent.id));
    const first = await recorded();
    expect(await recorded()).toBe(first);
    await set({ name: 'Outro nome' });
    expect(await recorded()).toBe(first);
    await set({ temperature: 0.9 });
    const second = await recorded();
    expect(second).not.toBe(first);
    expect(model.calls.at(-1)?.temperature).toBeCloseTo(0.9);
    await set({ temperature: 0.2 });
    expect(await recorded()).toBe(first);
    const kept = await versionsOf(agent.id);
    expect(new Set(kept.map((version) => version.id))).toEqual(new Set([first, second]));
    expect(kept.find((version) => version.id === second)?.configuration).toMatchObject({
      temperature: expect.closeTo(0.9),
      knowledge_bases: [{ id: knowledge_base_id, name: 'Manual' }],
    });
  });

  test('is kept once, though many ask at the same time', async () => {
    script = ['Sim'];
    const agent = await buildAgent(testServer.context);
    const people = await Promise.all(Array.from({ length: 6 }, () => testServer.user()));
    await Promise.all(
      people.map(async (user) => {
        const { id } = await buildSession(testServer.context, { user_id: user.id, agent_id: agent.id });
        await testServer.as(user).ask(id, 'Oi?');
      }),
    );
    const [version, ...more] = await versionsOf(agent.id);
    expect(more).toEqual([]);
    const [answers] = await testServer.context.db
      .select({ total: count() })
      .from(messages)
      .where(and(eq(messages.agent_version_id, version?.id ?? 0), eq(messages.status, 'done')));
    expect(answers?.total).toBe(6);
  });
});
