import { and, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { RagConfig } from '#contract/data-sources.ts';
import { EMPTY_PLAN, type Plan } from '#contract/table-plan.ts';
import { buildAgent, buildDataSource, buildSession } from '../../../../test/builders.ts';
import { openTestContent, type TestContent } from '../../../../test/content/test-content.ts';
import { brokenInvariants } from '../../../../test/invariants.ts';
import { scripted, scriptedModels } from '../../../../test/providers/scripted-model.ts';
import { storeResult } from '../../../../test/tables/store-result.ts';
import { eventsOf, startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { agent_data_sources, group_agents } from '../../../db/tables/agents.ts';
import { messages, token_entries } from '../../../db/tables/chat.ts';
import { data_source_profiles } from '../../../db/tables/data-sources.ts';
import { group_limits, group_usage } from '../../../db/tables/group-limits.ts';
import { users } from '../../../db/tables/people.ts';

const model = scripted(['O modelo foi chamado.']);
let content: TestContent;
let testServer: TestServer;
beforeAll(async () => {
  content = await openTestContent();
  await content.owner.query(`
    create table obras (codigo text, nome text, situacao text, valor numeric(12,2), inicio date);
    insert into obras
      select 'O-' || n, 'Obra ' || n, (array['Em curso', 'Parada', 'Pronta'])[n % 3 + 1], n * 1000.25, date '2025-01-10' + n * 10
      from generate_series(1, 30) n;
    grant select on obras to prosa_leitor`);
  testServer = await startTestServer({ content: content.reader, models: scriptedModels(model) });
});
afterEach(async () => {
  expect(await brokenInvariants(testServer.context.db)).toEqual([]);
  expect(model.calls).toEqual([]);
});
afterAll(async () => {
  await testServer.close();
  await content.close();
});

const inCourse: Plan = {
  ...EMPTY_PLAN,
  measures: [{ fn: 'sum', column: 'valor' }],
  filters: [{ column: 'situacao', op: 'in', values: ['Em curso'] }],
};
const many = {
  column: 'codigo',
  op: 'in' as const,
  values: Array.from({ length: 5001 }, (_, n) => `O-${n}`),
};
const stopped: Plan = { ...inCourse, filters: [{ column: 'situacao', op: 'in', values: ['Parada'] }] };

type Options = { role?: 'user' | 'admin'; is_test?: boolean; plan?: Plan; user_group_id?: number };

async function answered({ plan = inCourse, is_test = false, ...person }: Options = {}) {
  const ana = await testServer.user(person);
  const rag_config = RagConfig.parse({
    document_search: { base_sql_query: 'select * from obras', main_content_column: 'nome' },
  });
  const source = await buildDataSource(testServer.context, { name: 'Obras', rag_config });
  const agent = await buildAgent(testServer.context, { data_sources: [source.id] });
  const { id: session_id } = await buildSession(testServer.context, {
    user_id: ana.id,
    agent_id: agent.id,
    is_test,
  });
  const { id, result } = await storeResult(testServer, { user_id: ana.id, session_id, source, plan });
  const as = testServer.as(ana);
  const ask = async (body: object, headers: Record<string, string> = {}) => {
    const reply = await as.post(`/chat/sessions/${session_id}/messages`, body, { headers });
    return { ...reply, events: eventsOf(reply.text) };
  };
  const adjust = (changed: Plan, more: object = {}) =>
    ask({ adjust: { message_id: id, index: 1, plan: changed }, ...more });
  return { ana, as, agent, source, session_id, id, result, ask, adjust };
}

const rowOf = async (id: number | undefined) => {
  const [message] = await testServer.context.db
    .select()
    .from(messages)
    .where(eq(messages.id, id ?? 0));
  return message;
};

describe('R-TBL-33 a result asked again with an edited plan', () => {
  test('is a question in words, answered without a model, for no tokens', async () => {
    const { adjust, as, session_id, ana, id } = await answered();
    const { events } = await adjust(stopped);
    const last = events.at(-1);
    expect(last).toMatchObject({ done: true, status: 'done' });
    expect(last).not.toHaveProperty('answered_by');
    expect(last).not.toHaveProperty('local');
    const { data } = (await as.get(`/chat/sessions/${session_id}/messages`)).body;
    const record = data.at(-1);
    expect(record.question).toBe('Situação: Em curso → Parada');
    expect(record.answer).toBe(
      'A soma de valor é **R$ 145.036,25**, com situação Parada, sobre 10 obras. [1]',
    );
    expect(record.sources).toMatchObject([
      { index: 1, kind: 'result', title: 'Obras', snippet: 'Soma de valor, situação Parada' },
    ]);
    expect(record.results).toMatchObject([{ index: 1, rows: [['145036.25']], plan: stopped }]);
    expect(last?.results).toEqual(record.results);
    expect(record).toMatchObject({ local: false, adjusted: true });
    const message = await rowOf(record.id);
    expect(message).toMatchObject({
      model: 'plan',
      adjust: { message_id: id, index: 1, plan: stopped },
      found_nothing: false,
    });
    const entries = await testServer.context.db
      .select()
      .from(token_entries)
      .where(and(eq(token_entries.user_id, ana.id), eq(token_entries.message_id, record.id)));
    expect(entries).toMatchObject([
      { purpose: 'answer', model: 'plan', input_tokens: 0, output_tokens: 0, charged: 0, cost_brl_micro: 0n },
    ]);
    const { body } = await as.get(`/chat/sessions/${session_id}`);
    expect(body.data.messages_count).toBe(1);
  });

  test.each<[string, Plan, string]>([
    [
      'a filter that is new',
      { ...inCourse, filters: [...inCourse.filters, { column: 'valor', op: '>=', values: ['10000'] }] },
      'Valor: sem filtro → a partir de R$ 10.000,00',
    ],
    ['a filter that is taken away', { ...inCourse, filters: [] }, 'Situação: Em curso → sem filtro'],
    [
      'another figure and groups',
      {
        ...inCourse,
        measures: [{ fn: 'average', column: 'valor' }],
        group_by: [{ column: 'inicio', bucket: 'month' }],
      },
      'Cálculo: Soma de valor → Média de valor por mês de início',
    ],
    ['nothing', inCourse, 'Soma de valor, situação Em curso'],
  ])('tells %s', async (_, plan, question) => {
    const { adjust } = await answered();
    const { events } = await adjust(plan);
    expect((await rowOf(events.at(-1)?.message_id))?.question).toBe(question);
  });

  test('puts the ends of a range in their order', async () => {
    const { adjust } = await answered();
    const between = { column: 'valor', op: 'between' as const, values: ['20000', '5000.5'] };
    const { events } = await adjust({ ...inCourse, filters: [between] });
    expect(events.at(-1)?.results?.[0]?.plan.filters).toEqual([{ ...between, values: ['5000.5', '20000'] }]);
  });

  test('is asked again by a second adjustment of its own result', async () => {
    const { adjust, ask } = await answered();
    const { events } = await adjust(stopped);
    const message_id = events.at(-1)?.message_id ?? 0;
    const again = await ask({ adjust: { message_id, index: 1, plan: inCourse } });
    expect((await rowOf(again.events.at(-1)?.message_id))?.question).toBe('Situação: Parada → Em curso');
  });

  test('is refused by no limit of tokens and by no budget, but by that of questions a minute', async () => {
    const { db } = testServer.context;
    const { adjust, ana } = await answered();
    await db.update(users).set({ token_limit: 0 }).where(eq(users.id, ana.id));
    await db.insert(group_limits).values({ user_group_id: 1, budget_kind: 'tokens', budget: 1, hard: true });
    expect((await adjust(stopped)).status).toBe(200);
    expect(await db.select().from(group_usage).where(eq(group_usage.user_group_id, 1))).toEqual([]);
    for (let asked = 1; asked < 20; asked += 1) expect((await adjust(stopped)).status).toBe(200);
    expect((await adjust(stopped)).status).toBe(429);
    await db.delete(group_limits);
    testServer.clock.advance(60_000);
  });

  test('is repeated with the same key as any question', async () => {
    const { ask, id } = await answered();
    const key = { 'idempotency-key': 'ajuste-1' };
    const body = { adjust: { message_id: id, index: 1, plan: stopped } };
    const first = (await ask(body, key)).events.at(-1);
    const second = (await ask(body, key)).events.at(-1);
    expect(second?.message_id).toBe(first?.message_id);
    const other = await ask({ adjust: { ...body.adjust, plan: inCourse } }, key);
    expect(other.body.code).toBe('idempotency_mismatch');
  });

  test('runs again with its plan when its answer was lost', async () => {
    const { adjust, as } = await answered();
    const message_id = (await adjust(stopped)).events.at(-1)?.message_id ?? 0;
    await testServer.context.db
      .update(messages)
      .set({ status: 'failed', answer: '', error_code: 'internal', results: [], sources: [] })
      .where(eq(messages.id, message_id));
    const { text } = await as.post(`/chat/messages/${message_id}/retry`);
    expect(eventsOf(text).at(-1)?.results).toMatchObject([{ rows: [['145036.25']] }]);
    expect(await rowOf(message_id)).toMatchObject({
      question: 'Situação: Em curso → Parada',
      model: 'plan',
      run: 1,
    });
  });

  test('has a trace in a test conversation: the statement, and no call of a model', async () => {
    const { adjust, as } = await answered({ role: 'admin', is_test: true });
    const { events } = await adjust(stopped);
    const { data } = (await as.get(`/chat/messages/${events.at(-1)?.message_id}/trace`)).body;
    expect(data).toMatchObject({ model: 'plan', calls: [], passages: [] });
    // The value is bound as a pattern of its spellings, and shown as it was said.
    expect(data.queries[0].params[0]).toBe('Parada');
  });
});

describe('R-TBL-33 an adjustment is not possible', () => {
  const notPossible = { status: 409, body: { code: 'adjust_not_possible' } };

  test('of an answer of somebody else, of another conversation, or of a result that is not there', async () => {
    const { ask, id, ana, source, agent } = await answered();
    const theirs = await answered();
    const plan = stopped;
    expect(await ask({ adjust: { message_id: theirs.id, index: 1, plan } })).toMatchObject(notPossible);
    expect(await ask({ adjust: { message_id: id, index: 2, plan } })).toMatchObject(notPossible);
    const { id: session_id } = await buildSession(testServer.context, {
      user_id: ana.id,
      agent_id: agent.id,
    });
    const other = await storeResult(testServer, { user_id: ana.id, session_id, source, plan });
    expect(await ask({ adjust: { message_id: other.id, index: 1, plan } })).toMatchObject(notPossible);
  });

  test('once the source is taken from the agent, or the agent from the person', async () => {
    const { db } = testServer.context;
    const { adjust, agent } = await answered();
    await db.delete(agent_data_sources).where(eq(agent_data_sources.agent_id, agent.id));
    expect(await adjust(stopped)).toMatchObject(notPossible);
    await db.delete(group_agents).where(eq(group_agents.agent_id, agent.id));
    expect(await adjust(stopped)).toMatchObject({ status: 403, body: { code: 'agent_unavailable' } });
  });

  test('R-TBL-41 with a column that is hidden, or that the source does not have', async () => {
    const { adjust, source } = await answered();
    const by = (column: string): Plan => ({ ...inCourse, group_by: [{ column, bucket: null }] });
    expect(await adjust(by('senha'))).toMatchObject(notPossible);
    expect(await adjust(by('codigo'))).toMatchObject({ status: 200 });
    await testServer.context.db
      .update(data_source_profiles)
      .set({
        columns: [{ name: 'codigo', synonyms: [], hidden: true }],
        updated_at: new Date('2026-11-14T13:00:00Z'),
      })
      .where(eq(data_source_profiles.data_source_id, source.id));
    expect(await adjust(by('codigo'))).toMatchObject(notPossible);
  });

  test.each<[string, Plan]>([
    ['a word for a number', { ...inCourse, filters: [{ column: 'valor', op: '>', values: ['banana'] }] }],
    ['a day that is none', { ...inCourse, filters: [{ column: 'inicio', op: '>', values: ['2025-02-31'] }] }],
    ['the sum of a text', { ...inCourse, measures: [{ fn: 'sum', column: 'nome' }] }],
    ['months of a text', { ...inCourse, group_by: [{ column: 'nome', bucket: 'month' }] }],
    ['no figure and no rows', { ...inCourse, measures: [] }],
    ['more than ten thousand values in its conditions together', { ...inCourse, filters: [many, many] }],
    [
      'an order by a figure that is not asked',
      { ...inCourse, order: [{ by: 'measure', index: 3, column: null, direction: 'asc' }] },
    ],
  ])('with %s', async (_, plan) => {
    const { adjust } = await answered();
    expect(await adjust(plan)).toMatchObject({ status: 422, body: { code: 'validation' } });
  });

  test('with filters that were taken away, or a decision on personal data', async () => {
    const { adjust, ask, source } = await answered();
    const without = [{ data_source_id: source.id, parameter: 'situacao', value: 'Parada' }];
    expect(await adjust(stopped, { without })).toMatchObject({ status: 422 });
    expect(await adjust(stopped, { personal_data: 'send' })).toMatchObject({ status: 422 });
    expect(await ask({})).toMatchObject({
      status: 422,
      body: { detail: 'A pergunta não pode estar vazia.' },
    });
  });
});
