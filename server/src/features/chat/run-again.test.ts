import { and, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildAgent, buildSession } from '../../../test/builders.ts';
import { brokenInvariants } from '../../../test/invariants.ts';
import { openOtherProcess, readAll, saved } from '../../../test/process/other-process.ts';
import { hold, type Script, scripted, scriptedModels } from '../../../test/providers/scripted-model.ts';
import { eventsOf, startTestServer, type TestServer } from '../../../test/test-server.ts';
import { agent_knowledge_bases } from '../../db/tables/agents.ts';
import { messages, token_entries } from '../../db/tables/chat.ts';
import { knowledge_bases } from '../../db/tables/knowledge.ts';
import { users } from '../../db/tables/people.ts';
import { ingestText } from '../knowledge/ingest/replace-passages.ts';
import { continueAnswer } from './ask.ts';
import { endAbandoned, expireLeases } from './run/sweep.ts';

let script: Script = [];
const model = scripted((call) => (typeof script === 'function' ? script(call) : script));
let testServer: TestServer;
let knowledge_base_id: number;
beforeAll(async () => {
  testServer = await startTestServer({ models: scriptedModels(model) });
  const { db, clock } = testServer.context;
  const now = clock.now();
  const [row] = await db
    .insert(knowledge_bases)
    .values({ name: 'Manual', created_at: now, updated_at: now })
    .returning();
  knowledge_base_id = row?.id ?? 0;
  for (const [name, text] of [
    ['senha.md', 'A senha temporária vale por trinta minutos.'],
    ['conta.md', 'A conta excluída é apagada em sete dias.'],
    ['reembolso.md', 'O reembolso de diárias sai em dez dias.'],
  ] as const)
    await ingestText(db, {
      knowledge_base_id,
      original_filename: name,
      file_type: 'md',
      file_size: 1,
      text,
    });
});
afterEach(async () => {
  expect(await brokenInvariants(testServer.context.db)).toEqual([]);
});
afterAll(() => testServer.close());

const QUESTION = 'Quanto vale a senha temporária, e quando saem o reembolso e a exclusão da conta?';

async function conversation() {
  const ana = await testServer.user();
  const agent = await buildAgent(testServer.context, { knowledge_bases: [knowledge_base_id] });
  const { id } = await buildSession(testServer.context, { user_id: ana.id, agent_id: agent.id });
  const as = testServer.as(ana);
  const records = async () => (await as.get(`/chat/sessions/${id}/messages`)).body.data;
  return { ana, agent, id, as, records };
}

/** The marker of the passage that holds these words, as the prompt numbers it. */
const citing =
  (...words: string[]): ((prompt: { passages: { index: number; text: string }[] | null }) => string[]) =>
  ({ passages }) =>
    words.map((word) => `[${passages?.find(({ text }) => text.includes(word))?.index}]`);

const entriesOf = async (user_id: number) =>
  (await testServer.context.db.select().from(token_entries).where(eq(token_entries.user_id, user_id)))
    .map(({ purpose, charged }) => [purpose, charged] as const)
    .toSorted(([one], [other]) => one.localeCompare(other));

const again = (as: ReturnType<TestServer['as']>, id: number, verb: 'continue' | 'retry', key?: string) =>
  as.post(`/chat/messages/${id}/${verb}`, undefined, key ? { headers: { 'idempotency-key': key } } : {});

/** A record whose answer was cut off after it had cited the password and the refund. */
async function cutOff() {
  const its = await conversation();
  script = ({ prompt }) => {
    const [password, refund] = citing('senha', 'reembolso')(prompt);
    return [`Trinta minutos ${password}. Dez dias ${refund}. `, 'A conta ', { failed: 'model_failed' }];
  };
  await its.as.ask(its.id, QUESTION);
  const [record] = await its.records();
  expect(record).toMatchObject({
    status: 'interrupted',
    answer: 'Trinta minutos [1]. Dez dias [2]. A conta ',
  });
  return { ...its, record };
}

describe('«Continuar»', () => {
  test('goes on in the same record, with the same sources and numbers', async () => {
    const { ana, as, record, records } = await cutOff();
    script = ({ prompt }) => {
      const [deleted, refund] = citing('excluída', 'reembolso')(prompt);
      return [
        'some em sete dias ',
        `${deleted}, depois do reembolso ${refund}.`,
        { end: { input: 40, output: 9 } },
      ];
    };
    const reply = await again(as, record.id, 'continue');
    const answer =
      'Trinta minutos [1]. Dez dias [2]. A conta some em sete dias [3], depois do reembolso [2].';
    const events = eventsOf(reply.text);
    expect(events[0]).toMatchObject({
      snapshot: expect.stringContaining(record.answer),
      message_id: record.id,
    });
    expect(events.map(({ snapshot, content }) => (snapshot ?? '') + content).join('')).toBe(answer);
    const [shown, ...others] = await records();
    expect(others).toEqual([]);
    expect(shown).toMatchObject({ id: record.id, question: QUESTION, answer, status: 'done' });
    expect(shown.sources.slice(0, 2)).toEqual(record.sources);
    expect(shown.sources.map(({ index, title }: { index: number; title: string }) => [index, title])).toEqual(
      [
        [1, 'senha.md'],
        [2, 'reembolso.md'],
        [3, 'conta.md'],
      ],
    );
    expect(events.at(-1)).toMatchObject({ done: true, status: 'done', sources: shown.sources });
    const { prompt } = model.calls.at(-1) ?? {};
    expect(prompt?.history.at(-1)).toEqual({ question: QUESTION, answer: record.answer });
    expect(prompt?.passages).toHaveLength(3);
    expect(await entriesOf(ana.id)).toEqual([
      ['answer', expect.any(Number)],
      ['continuation', 49],
    ]);
  });

  test('keeps what it cites when its sources cannot be read any more', async () => {
    const { as, agent, record, records } = await cutOff();
    const { db } = testServer.context;
    await db.delete(agent_knowledge_bases).where(eq(agent_knowledge_bases.agent_id, agent.id));
    script = ['some logo [2][3].'];
    await again(as, record.id, 'continue');
    expect((await records())[0]).toMatchObject({
      status: 'done',
      answer: `${record.answer}some logo [2].`,
      sources: record.sources,
    });
  });

  test('joins where a model repeats the last words, as it is asked to', async () => {
    const { as, record, records } = await cutOff();
    script = ['Trinta minutos [1]. ', 'Dez dias [2]. A co', 'nta some em sete dias.'];
    await again(as, record.id, 'continue');
    expect((await records())[0].answer).toBe('Trinta minutos [1]. Dez dias [2]. A conta some em sete dias.');
  });

  test('may be cut off and continued again; what was there stays when nothing comes', async () => {
    const { ana, as, record, records } = await cutOff();
    script = [{ failed: 'model_failed' }];
    const failed = eventsOf((await again(as, record.id, 'continue')).text);
    expect(failed.at(-1)).toMatchObject({ done: true, status: 'interrupted', error: expect.any(String) });
    expect((await records())[0]).toMatchObject({ status: 'interrupted', answer: record.answer });
    script = ['some ', { failed: 'model_failed' }];
    await again(as, record.id, 'continue');
    script = ['logo.'];
    await again(as, record.id, 'continue');
    expect((await records())[0]).toMatchObject({ status: 'done', answer: `${record.answer}some logo.` });
    expect((await entriesOf(ana.id)).map(([purpose]) => purpose)).toEqual([
      'answer',
      'continuation',
      'continuation',
    ]);
  });

  test('twice at once, and again with the same key, is one run and one charge', async () => {
    const { ana, as, record, records } = await cutOff();
    const waits = hold();
    const before = model.calls.length;
    script = [waits, 'some.'];
    const first = again(as, record.id, 'continue', 'k-continue');
    await waits.reached;
    const second = again(as, record.id, 'continue', 'k-continue');
    expect((await again(as, record.id, 'continue', 'other')).body).toMatchObject({ code: 'answer_running' });
    expect((await again(as, record.id, 'retry', 'k-continue')).body.code).toBe('idempotency_mismatch');
    waits.release();
    const texts = (await Promise.all([first, second])).map(({ text }) => eventsOf(text).at(-1)?.status);
    expect(texts).toEqual(['done', 'done']);
    const late = eventsOf((await again(as, record.id, 'continue', 'k-continue')).text);
    expect(late).toMatchObject([{ done: true, snapshot: `${record.answer}some.` }]);
    expect(model.calls.length - before).toBe(1);
    expect(await records()).toHaveLength(1);
    expect((await entriesOf(ana.id)).map(([purpose]) => purpose)).toEqual(['answer', 'continuation']);
  });

  test('can be stopped, and read along in another process', async () => {
    const { ana, id, as, record, records } = await cutOff();
    const waits = hold();
    script = ['some ', waits, 'nunca.'];
    const going = again(as, record.id, 'continue');
    await waits.reached;
    await saved(testServer.context, ana.id, `${record.answer}some`);
    const other = await openOtherProcess(testServer.context, testServer.address);
    const reader = readAll(other.join(ana.id, id));
    await other.stop(ana.id, id);
    waits.release();
    await going;
    expect((await reader).text).toBe(`${record.answer}some `);
    expect((await records())[0]).toMatchObject({ status: 'stopped', answer: `${record.answer}some ` });
    await other.close();
  });

  test('B1 whose process is killed keeps the text that was there and what was saved since', async () => {
    const { ana, record, records } = await cutOff();
    const dying = await openOtherProcess(testServer.context, testServer.address);
    const waits = hold();
    script = ['some ', waits, 'nunca.'];
    const user = { user_id: ana.id, role: 'user' as const, user_group_id: 1 };
    const going = readAll(
      continueAnswer(dying.context, { user, message_id: record.id, idempotency_key: null }),
    ).catch(() => undefined);
    await waits.reached;
    await saved(testServer.context, ana.id, `${record.answer}some`);
    await dying.kill();
    await expireLeases(testServer.context);
    expect(await endAbandoned(testServer.context, { owner: testServer.context.chat.owner, ids: [] })).toBe(1);
    expect((await records())[0]).toMatchObject({
      status: 'interrupted',
      answer: `${record.answer}some`,
      sources: record.sources,
    });
    const continuation = (await entriesOf(ana.id)).find(([purpose]) => purpose === 'continuation');
    expect(continuation?.[1]).toBeGreaterThan(0);
    for (const answer of dying.context.chat.running.values()) answer.cut('lost');
    waits.release();
    await going;
  });

  test('is for the last record only, while it is cut off, and for its owner', async () => {
    const { as, id, record } = await cutOff();
    const stranger = testServer.as(await testServer.user());
    expect((await again(stranger, record.id, 'continue')).body.code).toBe('message_not_found');
    expect((await again(as, 999_999, 'continue')).body.code).toBe('message_not_found');
    script = ['Oi.'];
    const { events } = await as.ask(id, 'Oi?');
    expect((await again(as, record.id, 'continue')).body.code).toBe('answer_not_continuable');
    expect((await again(as, events.at(-1)?.message_id ?? 0, 'continue')).body.code).toBe(
      'answer_not_continuable',
    );
    await as.delete(`/chat/sessions/${id}`);
    expect((await again(as, record.id, 'continue')).body.code).toBe('message_not_found');
  });

  test('needs room for tokens, as a question does, and reserves anew', async () => {
    const { ana, as, record } = await cutOff();
    const { db } = testServer.context;
    await db.update(users).set({ token_limit: 1 }).where(eq(users.id, ana.id));
    expect(await again(as, record.id, 'continue')).toMatchObject({
      status: 402,
      body: { code: 'token_limit' },
    });
    await db.update(users).set({ token_limit: 100_000 }).where(eq(users.id, ana.id));
    const waits = hold();
    script = [waits, 'some.'];
    const going = again(as, record.id, 'continue');
    await waits.reached;
    const [person] = await db.select().from(users).where(eq(users.id, ana.id));
    expect(person?.token_reserved).toBeGreaterThan(0);
    waits.release();
    await going;
  });
});

describe('«Tentar novamente»', () => {
  test('answers a failed question anew in place', async () => {
    const { ana, id, as, records } = await conversation();
    script = [{ failed: 'model_failed' }];
    expect((await as.ask(id, QUESTION)).status).toBe(502);
    const [dead] = await records();
    script = ({ prompt }) => [
      `Trinta minutos ${citing('senha')(prompt)[0]}.`,
      { end: { input: 40, output: 9 } },
    ];
    const reply = await again(as, dead.id, 'retry');
    expect(eventsOf(reply.text).at(-1)).toMatchObject({ done: true, message_id: dead.id, status: 'done' });
    expect(await records()).toMatchObject([
      { id: dead.id, question: QUESTION, answer: 'Trinta minutos [1].', sources: [{ index: 1 }] },
    ]);
    expect(model.calls.at(-1)?.prompt).toMatchObject({ question: QUESTION, history: [] });
    expect(await entriesOf(ana.id)).toEqual([
      ['answer', 0],
      ['retry', 49],
    ]);
  });

  test('replaces what was cut off, with its thumb, and fails again as a question fails', async () => {
    const { ana, as, record, records } = await cutOff();
    await as.post(`/chat/messages/${record.id}/feedback`, { value: 'down', reason: 'Cortada' });
    script = [{ failed: 'model_failed' }];
    expect(await again(as, record.id, 'retry')).toMatchObject({
      status: 502,
      body: { code: 'model_failed' },
    });
    expect((await records())[0]).toMatchObject({ status: 'failed', answer: '', sources: [], feedback: null });
    script = ['Agora sim.'];
    await again(as, record.id, 'retry');
    expect((await records())[0]).toMatchObject({ status: 'done', answer: 'Agora sim.' });
    expect((await entriesOf(ana.id)).map(([purpose]) => purpose)).toEqual(['answer', 'retry']);
    expect((await again(as, record.id, 'retry')).body.code).toBe('answer_not_retryable');
  });

  test('of a test keeps how the new answer came about, and charges nothing', async () => {
    const eva = await testServer.user({ role: 'admin' });
    const agent = await buildAgent(testServer.context, {});
    const { id } = await buildSession(testServer.context, {
      user_id: eva.id,
      agent_id: agent.id,
      is_test: true,
    });
    const as = testServer.as(eva);
    script = ['Meia ', { failed: 'model_failed' }];
    const { events } = await as.ask(id, 'Oi?');
    expect(events.at(-1)?.status).toBe('interrupted');
    const [row] = await testServer.context.db
      .select()
      .from(messages)
      .where(and(eq(messages.user_id, eva.id), eq(messages.session_id, id)));
    script = ['Inteira.', { end: { input: 40, output: 9 } }];
    await again(as, row?.id ?? 0, 'retry');
    const trace = (await as.get(`/chat/messages/${row?.id}/trace`)).body.data;
    expect(trace.calls).toMatchObject([{ purpose: 'answer', input_tokens: 40, output_tokens: 9 }]);
    expect((await entriesOf(eva.id)).every(([, charged]) => charged === 0)).toBe(true);
  });
});
