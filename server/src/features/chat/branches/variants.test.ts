/** The last question is edited: a new record takes its place, and the old one stays as a variant. */
import { and, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildAgent, buildSession } from '../../../../test/builders.ts';
import { brokenInvariants } from '../../../../test/invariants.ts';
import { hold, type Script, scripted, scriptedModels } from '../../../../test/providers/scripted-model.ts';
import { eventsOf, startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { chat_sessions, messages, token_entries } from '../../../db/tables/chat.ts';

let script: Script = [];
const model = scripted((call) => (typeof script === 'function' ? script(call) : script));
let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer({ models: scriptedModels(model) });
});
beforeEach(() => {
  script = ({ prompt }) => [`Sobre ${prompt.question}`];
  testServer.clock.advance(60_000);
});
afterEach(async () => {
  expect(await brokenInvariants(testServer.context.db)).toEqual([]);
});
afterAll(() => testServer.close());

async function conversation(...questions: string[]) {
  const ana = await testServer.user({ role: 'admin' });
  const agent = await buildAgent(testServer.context);
  const { id } = await buildSession(testServer.context, { user_id: ana.id, agent_id: agent.id });
  const as = testServer.as(ana);
  for (const question of questions) expect((await as.ask(id, question)).status).toBe(200);
  const records = async () => (await as.get(`/chat/sessions/${id}/messages`)).body.data;
  const ids = async (): Promise<number[]> => (await records()).map((record: { id: number }) => record.id);
  const send = (body: object, headers = {}) =>
    as.post(`/chat/sessions/${id}/messages`, body, { headers: { accept: 'text/event-stream', ...headers } });
  const choose = (message_id: number) => as.patch(`/chat/sessions/${id}/variant`, { message_id });
  const session = async () => {
    const { db } = testServer.context;
    return (await db.select().from(chat_sessions).where(eq(chat_sessions.id, id)))[0];
  };
  return { ana, agent, id, as, records, ids, send, choose, session };
}

describe('R-RCH-02 editing the last question', () => {
  test('puts the new record in its place, and each variant can be shown again', async () => {
    const { records, ids, send, choose, session } = await conversation('Primeira?', 'Segunda?');
    const [first, second] = await ids();
    expect((await send({ question: 'Segunda, corrigida?', edits: second })).status).toBe(200);
    const [, third] = await ids();
    expect((await send({ question: 'Segunda, de novo?', edits: third })).status).toBe(200);
    const [, fourth] = await ids();
    const all = [second, third, fourth];
    expect((await records())[1]).toMatchObject({
      question: 'Segunda, de novo?',
      variants: { index: 3, count: 3, ids: all },
    });
    expect((await records())[0]).not.toHaveProperty('variants');
    const chosen = await choose(second as number);
    expect(chosen.status).toBe(200);
    expect(chosen.body.data.map(({ id }: { id: number }) => id)).toEqual([first, second]);
    expect(chosen.body.data[1]).toMatchObject({ variants: { index: 1, count: 3, ids: all } });
    expect(await session()).toMatchObject({ messages_count: 2, variants_count: 2 });
  });

  test('the model reads the conversation before it, and none of its variants', async () => {
    const { ids, send, as, id, choose } = await conversation('Primeira?', 'Segunda?');
    const [, second] = await ids();
    await send({ question: 'Segunda, corrigida?', edits: second });
    expect(model.calls.at(-1)?.prompt.history.map(({ question }) => question)).toEqual(['Primeira?']);
    await choose(second as number);
    await as.ask(id, 'Terceira?');
    expect(model.calls.at(-1)?.prompt.history.map(({ question }) => question)).toEqual([
      'Primeira?',
      'Segunda?',
    ]);
  });

  test('each variant is charged and counted once; search and export have the shown one alone', async () => {
    const { ana, agent, as, id, ids, send, choose } = await conversation('Um?', 'Sobre jacarandá?');
    const [, second] = await ids();
    await send({ question: 'Sobre aroeira?', edits: second });
    const { db } = testServer.context;
    const entries = await db
      .select()
      .from(token_entries)
      .where(and(eq(token_entries.user_id, ana.id), eq(token_entries.purpose, 'answer')));
    expect(entries).toHaveLength(3);
    const asked = async () => (await as.get(`/agents/${agent.id}`)).body.data.messages_count;
    expect(await asked()).toBe(3);
    const found = async (q: string) => (await as.get('/chat/search', { query: { q } })).body.data.length;
    const exported = async () => (await as.get(`/chat/sessions/${id}/export?format=md`)).text;
    expect([await found('jacarandá'), await found('aroeira')]).toEqual([0, 1]);
    expect(await exported()).not.toContain('jacarandá');
    await choose(second as number);
    expect([await found('jacarandá'), await found('aroeira')]).toEqual([1, 0]);
    expect(await exported()).toContain('jacarandá');
    expect(await asked()).toBe(3);
  });

  test('the title follows where it was made of the only question', async () => {
    const { ids, send, session } = await conversation('Prazo do recuros?');
    const [first] = await ids();
    await send({ question: 'Prazo do recurso?', edits: first });
    expect((await session())?.chat_title).toBe('Prazo do recurso?');
  });

  test('is refused for a question that is not the last, while an answer runs, with a plan, and for anybody else', async () => {
    const { id, ids, send, choose, as } = await conversation('Primeira?', 'Segunda?');
    const [first, second] = (await ids()) as [number, number];
    const late = await send({ question: 'Outra?', edits: first });
    expect([late.status, late.body.code]).toEqual([409, 'not_last_question']);
    expect(late.body.detail).toBe('Só a última pergunta pode ser editada.');
    const lateChoice = await choose(first);
    expect([lateChoice.status, lateChoice.body.code]).toEqual([409, 'not_last_question']);
    const bia = testServer.as(await testServer.user({ role: 'superadmin' }));
    const others = await bia.post(`/chat/sessions/${id}/messages`, { question: 'Oi?', edits: second });
    expect(others.status).toBe(404);
    expect((await bia.patch(`/chat/sessions/${id}/variant`, { message_id: second })).status).toBe(404);
    const elsewhere = await conversation('Lá?');
    expect((await elsewhere.send({ question: 'Oi?', edits: second })).status).toBe(404);
    expect((await elsewhere.choose(second)).status).toBe(404);
    const plan = { message_id: second, index: 1, plan: {} };
    expect((await send({ question: 'Oi?', adjust: plan, edits: second })).status).toBe(422);
    const gate = hold();
    script = ['Pri', gate, 'meiro.'];
    const running = as.ask(id, 'Terceira?');
    await gate.reached;
    const third = (await ids()).at(-1) as number;
    for (const reply of [await send({ question: 'Outra?', edits: third }), await choose(third)])
      expect([reply.status, reply.body.code]).toEqual([409, 'answer_running']);
    gate.release();
    await running;
  });

  test('a question that is refused changes nothing; a double click is one variant', async () => {
    const { ids, send, records } = await conversation('Primeira?');
    const [first] = await ids();
    script = [{ failed: 'model_busy' }];
    await send({ question: 'Corrigida?', edits: first });
    const [failed] = await ids();
    expect(failed).not.toBe(first);
    script = ({ prompt }) => [`Sobre ${prompt.question}`];
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const [one, other] = await Promise.all([
      send({ question: 'De novo?', edits: failed }, headers),
      send({ question: 'De novo?', edits: failed }, headers),
    ]);
    expect([one.status, other.status]).toEqual([200, 200]);
    const later = await send({ question: 'De novo?', edits: failed }, headers);
    expect(
      eventsOf(later.text)
        .map(({ content }) => content)
        .join(''),
    ).toBe('Sobre De novo?');
    expect(await records()).toMatchObject([{ variants: { index: 3, count: 3 } }]);
    // Another tab still shows what was edited here.
    expect((await send({ question: 'Tarde?', edits: failed })).body.code).toBe('not_last_question');
  });

  test('an edited question is followed and stopped like any other, and answered again in its own place', async () => {
    const { id, ids, send, as, records } = await conversation('Primeira?');
    const [first] = await ids();
    const gate = hold();
    script = ['Pri', gate, 'meiro.'];
    const running = send({ question: 'Corrigida?', edits: first });
    await gate.reached;
    const joined = as.get(`/chat/sessions/${id}/stream`);
    await as.post(`/chat/sessions/${id}/stop`);
    expect(eventsOf((await joined).text).at(-1)).toMatchObject({ done: true, status: 'stopped' });
    gate.release();
    await running;
    const [second] = await ids();
    script = ['mário.'];
    expect((await as.post(`/chat/messages/${second}/continue`)).status).toBe(200);
    expect(await records()).toMatchObject([
      { id: second, status: 'done', variants: { index: 2, count: 2, ids: [first, second] } },
    ]);
    expect((await as.post(`/chat/messages/${first}/retry`)).status).toBe(409);
  });

  test('deleting the conversation empties every variant; the person’s export has them until then', async () => {
    const { id, ids, send, as } = await conversation('Primeira?');
    const [first] = await ids();
    await send({ question: 'Corrigida?', edits: first });
    await as.delete(`/chat/sessions/${id}`);
    const rows = await testServer.context.db.select().from(messages).where(eq(messages.session_id, id));
    expect(rows.map(({ question, answer }) => question + answer)).toEqual(['', '']);
  });
});
