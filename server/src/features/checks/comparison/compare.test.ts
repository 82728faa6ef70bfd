/** Comparisons: the checks of an agent asked of several models, side by side. */
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ComparisonEvent } from '#contract/comparisons.ts';
import { buildAgent } from '../../../../test/builders.ts';
import { brokenInvariants } from '../../../../test/invariants.ts';
import { openProviderStub, type ProviderStub } from '../../../../test/providers/provider-stub.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { comparison_cells, model_comparisons } from '../../../db/tables/agents.ts';
import { token_entries } from '../../../db/tables/chat.ts';
import { users } from '../../../db/tables/people.ts';
import { parseEnv } from '../../../env.ts';
import { createKnowledgeBase } from '../../knowledge/documents/store.ts';
import { ingestText } from '../../knowledge/ingest/replace-passages.ts';

const ONE = 'gpt-6-luna';
const OTHER = 'claude-haiku-5-5';

let first: ProviderStub;
let second: ProviderStub;
let testServer: TestServer;
let admin: ReturnType<TestServer['as']>;
let boss: Awaited<ReturnType<TestServer['user']>>;
beforeAll(async () => {
  first = await openProviderStub();
  second = await openProviderStub();
  const env = parseEnv({
    NODE_ENV: 'test',
    OPENAI_API_KEY: 'k',
    OPENAI_BASE_URL: first.url,
    ANTHROPIC_API_KEY: 'k',
    ANTHROPIC_BASE_URL: second.url,
  });
  testServer = await startTestServer({ env });
  boss = await testServer.user({ role: 'admin' });
  admin = testServer.as(boss);
});
beforeEach(() => {
  first.reset();
  second.reset();
});
afterEach(async () => {
  await testServer.context.db.update(model_comparisons).set({ lease_until: null });
  expect(await brokenInvariants(testServer.context.db)).toEqual([]);
});
afterAll(async () => {
  await testServer.close();
  await first.close();
  await second.close();
});

const checks = ['A senha vale quanto?', 'E depois?', 'Quem manda?'].map((question) => ({
  question,
  expectation: { kind: 'contains' as const, value: 'senha' },
}));
const agentWith = async (wishes: Parameters<typeof buildAgent>[1] = {}) =>
  (await buildAgent(testServer.context, { model: ONE, checks, ...wishes })).id;
const linesOf = (text: string): ComparisonEvent[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice(6)));
const compare = async (id: number, models = [ONE, OTHER]) => {
  const reply = await admin.post(`/agents/${id}/checks/compare`, { models });
  return { ...reply, events: linesOf(reply.text) };
};
const listed = async (id: number) => (await admin.get(`/agents/${id}/comparisons`)).body.data;

describe('R-MDL-26 a comparison', () => {
  test('asks every check of every model and says of each cell how it ended and what it took', async () => {
    second.say(['Não sei.'], { input: 50, output: 4 });
    const id = await agentWith();
    const { status, events } = await compare(id);
    expect(status).toBe(200);
    expect(events[0]).toMatchObject({
      state: 'started',
      done: false,
      comparison: { is_running: true, cells: [], columns: [{ model: ONE }, { model: OTHER }] },
    });
    const ended = events.filter(({ state }) => state === 'ended');
    expect(ended).toHaveLength(6);
    for (const { cell, model } of ended)
      expect([model, cell?.outcome, cell?.input_tokens, cell?.output_tokens]).toEqual(
        model === ONE ? [ONE, 'held', 123, 45] : [OTHER, 'failed', 50, 4],
      );
    const last = events.at(-1);
    expect(last).toMatchObject({ state: 'finished', done: true });
    expect(last?.comparison).toMatchObject({ is_running: false, finished_at: expect.any(String) });
    expect(last?.comparison?.cells).toHaveLength(6);
    expect((await listed(id)).comparisons).toEqual([last?.comparison]);
  });

  test('charges nobody, and enters what it took', async () => {
    const id = await agentWith();
    await compare(id);
    const { db } = testServer.context;
    const entries = await db.select().from(token_entries).where(eq(token_entries.agent_id, id));
    expect(entries.map(({ purpose, charged, message_id }) => [purpose, charged, message_id])).toEqual(
      Array.from({ length: 6 }, () => ['answer', 0, null]),
    );
    const [person] = await db.select().from(users).where(eq(users.id, boss.id));
    expect(person?.token_used).toBe(0);
  });

  test('has a column of errors where a model is dead: its reserve does not answer for it', async () => {
    second.knowsOnly('another');
    const id = await agentWith({ rules: { fallback_models: [ONE] } });
    const { events } = await compare(id);
    const cells = events.at(-1)?.comparison?.cells ?? [];
    expect(cells.map(({ column, outcome }) => `${column} ${outcome}`).toSorted()).toEqual([
      '0 held',
      '0 held',
      '0 held',
      '1 error',
      '1 error',
      '1 error',
    ]);
    expect(cells.find(({ outcome }) => outcome === 'error')?.reason).toContain('Claude Haiku 5.5');
    // The model rests now; the tests that follow ask it.
    testServer.clock.advance(120_000);
  });

  test('asks as the agent is: its instructions, and no effort that a model does not accept', async () => {
    const id = await agentWith({
      custom_prompt: 'Seja breve.',
      use_guided_prompt: false,
      rules: { reasoning_effort: 'max' },
    });
    await compare(id);
    const bodies = [...first.calls, ...second.calls].map(({ body }) => JSON.stringify(body));
    expect(bodies).toHaveLength(6);
    for (const body of bodies) {
      expect(body).toContain('Seja breve.');
      expect(body).not.toContain('"max"');
    }
  });

  test('is ended by «Parar», and what was found so far stays', async () => {
    second.always('slowhead');
    const id = await agentWith();
    const comparing = compare(id);
    const { db } = testServer.context;
    const cells = () => db.select().from(comparison_cells);
    const before = (await cells()).length;
    await expect.poll(async () => (await cells()).length - before, { interval: 10 }).toBe(3);
    const { comparisons } = await listed(id);
    expect(comparisons[0]).toMatchObject({ is_running: true });
    expect((await admin.post(`/comparisons/${comparisons[0].id}/stop`)).status).toBe(200);
    const { events } = await comparing;
    expect(events.at(-1)).toMatchObject({ state: 'finished', comparison: { is_running: false } });
    expect(events.at(-1)?.comparison?.cells).toHaveLength(3);
  });

  test('runs once for an agent and twice for the installation', async () => {
    first.always('slowhead');
    second.always('slowhead');
    const [one, two, three] = [await agentWith(), await agentWith(), await agentWith()];
    const running = [compare(one), compare(two)];
    const { db } = testServer.context;
    await expect.poll(async () => (await listed(two)).comparisons.length, { interval: 10 }).toBe(1);
    await expect.poll(async () => (await listed(one)).comparisons.length, { interval: 10 }).toBe(1);
    for (const id of [one, three])
      expect(await compare(id)).toMatchObject({ status: 409, body: { code: 'checks_running' } });
    for (const { id } of await db.select({ id: model_comparisons.id }).from(model_comparisons))
      await admin.post(`/comparisons/${id}/stop`);
    await Promise.all(running);
  });

  test('keeps its cells once another comparison has run', async () => {
    const agent = await agentWith();
    await compare(agent);
    await compare(agent);
    const { comparisons } = (await admin.get(`/agents/${agent}/comparisons`)).body.data;
    const [newest, older] = comparisons;
    expect([newest.cells.length, older.cells.length]).toEqual([6, 0]);
    const read = await admin.get(`/comparisons/${older.id}`);
    expect(read.body.data).toMatchObject({ id: older.id, columns: older.columns, is_running: false });
    expect(read.body.data.cells).toHaveLength(6);
    expect((await admin.get('/comparisons/2147483647')).body.code).toBe('comparison_not_found');
  });

  test('keeps the last ten of an agent', async () => {
    const id = await agentWith({ checks: checks.slice(0, 1) });
    for (let times = 0; times < 11; times += 1) await compare(id);
    const { comparisons } = await listed(id);
    expect(comparisons).toHaveLength(10);
    expect(comparisons[0].cells).toHaveLength(2);
    expect(comparisons[1].cells).toHaveLength(0);
  });

  test.each([
    [[ONE], 'validation'],
    [[ONE, ONE], 'validation'],
    [[ONE, OTHER, 'gpt-5', 'gpt-4o', 'gpt-5-mini'], 'validation'],
    [[ONE, 'gpt-99'], 'unknown_model'],
    [[ONE, 'gemini-3.8-flash'], 'model_not_configured'],
  ])('of %j is refused: %s', async (models, code) => {
    expect((await compare(await agentWith(), models)).body.code).toBe(code);
  });

  test('is refused without a check, and where the agent allows no such place', async () => {
    expect((await compare(await agentWith({ checks: [] }))).body.code).toBe('no_checks');
    const { status, body } = await compare(await agentWith({ rules: { residency_max: 'brasil' } }));
    expect([status, body.code, body.detail]).toEqual([
      422,
      'residency_refused',
      'Esta regra não permite o modelo GPT-6 Luna.',
    ]);
  });

  test('that nobody knows cannot be stopped', async () => {
    expect((await admin.post('/comparisons/999999/stop')).body.code).toBe('comparison_not_found');
  });
});

describe('R-CHK-03 versions of an agent', () => {
  const versionsOf = async (id: number): Promise<number[]> =>
    (await admin.get(`/agents/${id}/versions`)).body.data.map((version: { id: number }) => version.id);
  const compareColumns = async (id: number, columns: object[]) => {
    const reply = await admin.post(`/agents/${id}/checks/compare`, { columns });
    return { ...reply, events: linesOf(reply.text) };
  };

  test('stand beside each other, each asked as it was, with its own model or with another', async () => {
    const id = await agentWith({ custom_prompt: 'Seja breve.', use_guided_prompt: false });
    await admin.post(`/agents/${id}/checks/run`);
    await admin.put(`/agents/${id}`, { custom_prompt: 'Seja longo.', model: OTHER });
    first.reset();
    second.reset();
    second.say(['Não sei.'], { input: 50, output: 4 });
    const [now, before] = await versionsOf(id);
    const { status, events } = await compareColumns(id, [
      { version_id: before, model: null },
      { version_id: null, model: null },
      { version_id: before, model: OTHER },
    ]);
    expect(status).toBe(200);
    const { columns, cells } = events.at(-1)?.comparison ?? { columns: [], cells: [] };
    const shown = columns.map(({ version_id, model, is_current }) => [version_id, model, is_current]);
    expect(shown).toEqual([
      [before, ONE, false],
      [now, OTHER, true],
      [before, OTHER, false],
    ]);
    for (const { saved_at } of columns) expect(saved_at).toEqual(expect.any(String));
    const outcomes = (column: number) =>
      cells.filter((cell) => cell.column === column).map(({ outcome }) => outcome);
    expect(outcomes(0)).toEqual(['held', 'held', 'held']);
    expect(outcomes(1)).toEqual(['failed', 'failed', 'failed']);
    const said = (stub: ProviderStub, words: string) =>
      stub.calls.filter(({ body }) => JSON.stringify(body).includes(words)).length;
    expect([said(first, 'breve'), said(first, 'longo')]).toEqual([3, 0]);
    expect([said(second, 'breve'), said(second, 'longo')]).toEqual([3, 3]);
    // The last one that is read, not only the one that just ended.
    expect((await listed(id)).comparisons[0].columns).toEqual(columns);
  });

  test('are refused where a version is of another agent, or two columns are the same', async () => {
    const [id, other] = [await agentWith(), await agentWith()];
    for (const agent of [id, other]) await admin.put(`/agents/${agent}`, { custom_prompt: 'Outro.' });
    const now = { version_id: null, model: null };
    const [foreign] = await versionsOf(other);
    const [own] = await versionsOf(id);
    const codeOf = async (columns: object[]) => (await compareColumns(id, columns)).body.code;
    expect(await codeOf([now, { version_id: foreign, model: null }])).toBe('version_not_found');
    expect(await codeOf([now, { version_id: own, model: null }])).toBe('validation');
    expect(await codeOf([now, { version_id: null, model: ONE }])).toBe('validation');
    const both = { models: [ONE, OTHER], columns: [now, { version_id: null, model: OTHER }] };
    expect((await admin.post(`/agents/${id}/checks/compare`, both)).body.code).toBe('validation');
  });

  test('are compared without a model too: a base that was taken away turns a check', async () => {
    const local = await startTestServer();
    try {
      const { db } = local.context;
      const caller = local.as(await local.user({ role: 'admin' }));
      const text = 'As férias são marcadas com quarenta e cinco dias de antecedência.';
      const base = await createKnowledgeBase(db, { name: 'Regras' });
      const file = {
        original_filename: 'regras.txt',
        file_type: 'txt' as const,
        file_size: text.length,
        text,
      };
      await ingestText(db, { knowledge_base_id: base.id, ...file });
      const question = 'Com quanta antecedência marco as férias?';
      const expectation = { kind: 'contains' as const, value: 'quarenta e cinco dias' };
      const { id } = await buildAgent(local.context, {
        knowledge_bases: [base.id],
        checks: [{ question, expectation }],
      });
      await caller.post(`/agents/${id}/checks/run`);
      await caller.delete(`/agents/${id}/knowledge-bases/${base.id}`);
      const [, before] = (await caller.get(`/agents/${id}/versions`)).body.data;
      const columns = [
        { version_id: before.id, model: null },
        { version_id: null, model: null },
      ];
      const { text: lines } = await caller.post(`/agents/${id}/checks/compare`, { columns });
      const cells = linesOf(lines).at(-1)?.comparison?.cells ?? [];
      expect(cells.map(({ outcome }) => outcome)).toEqual(['held', 'failed']);
      const models = { columns: columns.map((column) => ({ ...column, model: ONE })) };
      expect((await caller.post(`/agents/${id}/checks/compare`, models)).body.code).toBe(
        'model_not_configured',
      );
    } finally {
      await local.close();
    }
  });
});

test('R-MDL-27 the model that won is taken by a change of the agent: a version, and an entry in the audit trail', async () => {
  const id = await agentWith();
  await compare(id);
  expect((await admin.put(`/agents/${id}`, { model: OTHER })).status).toBe(200);
  const versions = (await admin.get(`/agents/${id}/versions`)).body.data;
  expect(
    versions.map(({ configuration }: { configuration: { model: string } }) => configuration.model),
  ).toEqual([OTHER, ONE]);
  const root = testServer.as(await testServer.user({ role: 'superadmin' }));
  const entries = (await root.get(`/admin/audit?object_type=agent&object_id=${id}`)).body.data;
  expect(entries[0]).toMatchObject({
    action: 'agent.updated',
    before: { model: ONE },
    after: { model: OTHER },
  });
});

test('the estimate of a retired model is that of the model that answers for it', async () => {
  const root = testServer.as(await testServer.user({ role: 'superadmin' }));
  const price = { model_id: OTHER, currency: 'BRL', input: '10', output: '20' };
  expect((await root.post('/model-prices', price)).status).toBe(201);
  const { cost_per_check } = await listed(await agentWith());
  // The agent was not asked yet, so that 3,000 tokens read and 400 written are assumed.
  expect(cost_per_check[OTHER]).toBe(38_000);
  expect(cost_per_check['claude-3-5-haiku']).toBe(38_000);
});
