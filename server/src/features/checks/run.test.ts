import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { CheckEvent } from '#contract/agent-checks.ts';
import type { Expectation } from '#contract/expectations.ts';
import { type AgentWishes, buildAgent } from '../../../test/builders.ts';
import { brokenInvariants } from '../../../test/invariants.ts';
import { type OtherProcess, openOtherProcess } from '../../../test/process/other-process.ts';
import {
  hold,
  type Script,
  type Step,
  scripted,
  scriptedModels,
} from '../../../test/providers/scripted-model.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { agent_check_runs } from '../../db/tables/agents.ts';
import { messages, token_entries } from '../../db/tables/chat.ts';
import { countTokens } from '../../language/tokens.ts';
import { createKnowledgeBase } from '../knowledge/documents/store.ts';
import { ingestText } from '../knowledge/ingest/replace-passages.ts';
import { drainChecks } from './background-run.ts';
import { runChecks } from './run.ts';

/** The model's answers by question; no other question is asked. */
let script: Record<string, Step[]> = {};
const answering: Script = ({ prompt }) =>
  script[prompt.question] ?? [{ throws: `asked: ${prompt.question}` }];
const model = scripted(answering);
let testServer: TestServer;
let other: OtherProcess;
let boss: Awaited<ReturnType<TestServer['user']>>;
let admin: ReturnType<TestServer['as']>;
beforeAll(async () => {
  testServer = await startTestServer({ models: scriptedModels(model, { without: ['gpt-4o'] }) });
  other = await openOtherProcess(testServer.context, testServer.address);
  boss = await testServer.user({ role: 'admin' });
  admin = testServer.as(boss);
  await countTokens('x');
});
afterEach(async () => {
  expect(await brokenInvariants(testServer.context.db)).toEqual([]);
  expect(model.running).toBe(0);
});
afterAll(async () => {
  await other.close();
  await testServer.close();
});

const contains = (value: string): Expectation => ({ kind: 'contains', value });
const refuses: Expectation = { kind: 'refuses', value: null };

type Checks = NonNullable<AgentWishes['checks']>;

async function agentWith(checks: Checks, wishes: AgentWishes = {}): Promise<number> {
  return (await buildAgent(testServer.context, { ...wishes, checks })).id;
}
const one = (question: string): Checks => [{ question, expectation: contains('sim') }];

async function run(id: number) {
  const reply = await admin.post(`/agents/${id}/checks/run`);
  return { ...reply, events: linesOf(reply.text) };
}
const linesOf = (text: string): CheckEvent[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice(6)));
const shown = async (id: number) => (await admin.get(`/agents/${id}/checks`)).body.data;
const runsOf = (id: number) =>
  testServer.context.db
    .select()
    .from(agent_check_runs)
    .where(eq(agent_check_runs.agent_id, id))
    .orderBy(agent_check_runs.id);
const entriesOf = (agent_id: number) =>
  testServer.context.db.select().from(token_entries).where(eq(token_entries.agent_id, agent_id));

describe('a run of the checks', () => {
  test.each([true, false])(
    'tells each as it is asked and as it ended (deployed: %s)',
    async (deploy_status) => {
      script = {
        'Vale?': ['Sim, vale.', { end: { input: 40, output: 9 } }],
        'Quanto?': ['Quarenta.', { end: { input: 20, output: 5 } }],
        'Quem?': [{ failed: 'model_busy' }],
      };
      const checks = [
        ...one('Vale?'),
        { question: 'Quanto?', expectation: contains('trinta') },
        { question: 'Quem?', expectation: refuses },
      ];
      const id = await agentWith(checks, { deploy_status });

      const { status, headers, events } = await run(id);

      expect([status, headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8']);
      const [vale, quanto, quem] = (await shown(id)).checks;
      for (const { id: check_id, last_result } of [vale, quanto, quem]) {
        const its = events.filter((event) => event.check_id === check_id);
        expect(its).toEqual([
          { check_id, state: 'running', done: false },
          { check_id, state: 'ended', result: last_result, done: false },
        ]);
      }
      const at = '2026-11-14T12:00:00.000Z';
      expect(vale.last_result).toEqual({
        outcome: 'holds',
        reason: 'A resposta contém «sim», como esperado.',
        answer: 'Sim, vale.',
        cited: [],
        at,
      });
      expect(quanto.last_result).toMatchObject({ outcome: 'fails', answer: 'Quarenta.' });
      expect(quem.last_result).toMatchObject({
        outcome: 'error',
        reason: 'O provedor do modelo está com muitas solicitações. Tente novamente em instantes.',
        answer: '',
      });
      const { last_run } = await shown(id);
      expect(last_run).toEqual({
        id: expect.any(Number),
        agent_version_id: expect.any(Number),
        total: 3,
        held: 1,
        failed: 1,
        errors: 1,
        tokens: 74,
        started_at: at,
        finished_at: at,
        night: null,
        note: null,
        is_current: true,
      });
      expect(events.at(-1)).toEqual({ state: 'finished', run: last_run, done: true });
      expect(events).toHaveLength(7);
    },
  );

  test('is charged to nobody, and every call has its entry with who asked', async () => {
    script = {
      'Vale?': ['Sim.', { end: { input: 40, output: 9 } }],
      'Cai?': ['Si', { failed: 'model_failed' }],
    };
    const id = await agentWith([...one('Vale?'), ...one('Cai?')]);
    await run(id);
    const entries = await entriesOf(id);
    expect(entries).toHaveLength(2);
    for (const entry of entries)
      expect(entry).toMatchObject({
        user_id: boss.id,
        purpose: 'answer',
        model: 'claude-4-sonnet',
        charged: 0,
        message_id: null,
        session_id: null,
      });
    expect(entries.find(({ estimated }) => !estimated)).toMatchObject({ input_tokens: 40, output_tokens: 9 });
    // Nothing of it is a conversation.
    expect(await testServer.context.db.select().from(messages).where(eq(messages.user_id, boss.id))).toEqual(
      [],
    );
  });

  test('reads the sources of the agent, and knows what is cited', async () => {
    const base = await createKnowledgeBase(testServer.context.db, { name: 'Regras' });
    const text = 'A senha temporária vale trinta minutos depois do pedido.';
    const file = {
      original_filename: 'Manual de Acesso.txt',
      file_type: 'txt' as const,
      file_size: text.length,
    };
    await ingestText(testServer.context.db, { knowledge_base_id: base.id, ...file, text });
    script = { 'Quanto vale a senha temporária?': ['Trinta minutos [1].'], 'Fala?': ['Não sei.'] };
    const checks: Checks = [
      {
        question: 'Quanto vale a senha temporária?',
        expectation: { kind: 'cites', value: 'manual de acesso.TXT' },
      },
      { question: 'Fala?', expectation: refuses },
    ];
    const id = await agentWith(checks, { knowledge_bases: [base.id] });
    const { events } = await run(id);
    expect(events.at(-1)?.run).toMatchObject({ held: 2, failed: 0, errors: 0 });
    expect((await shown(id)).checks[0].last_result.cited).toEqual(['Manual de Acesso.txt']);
  });

  test('asks two questions at a time', async () => {
    const holds = [hold(), hold(), hold()];
    script = Object.fromEntries(holds.map((waits, at) => [`${at}?`, [waits, 'Sim.']]));
    const id = await agentWith([...one('0?'), ...one('1?'), ...one('2?')]);
    const running = run(id);
    await Promise.all([holds[0]?.reached, holds[1]?.reached]);
    expect(model.running).toBe(2);
    holds[1]?.release();
    await holds[2]?.reached;
    expect(model.running).toBe(2);
    for (const waits of holds) waits.release();
    expect((await running).events.at(-1)).toMatchObject({ state: 'finished', run: { held: 3 } });
  });

  test('needs a check and a model that is configured', async () => {
    const without = await admin.post(`/agents/${await agentWith([])}/checks/run`);
    expect([without.status, without.body]).toEqual([
      409,
      expect.objectContaining({ code: 'no_checks', detail: 'Este agente ainda não tem verificações.' }),
    ]);
    const id = await agentWith(one('Vale?'), { model: 'gpt-4o' });
    const reply = await admin.post(`/agents/${id}/checks/run`);
    expect([reply.status, reply.body.code]).toEqual([503, 'model_not_configured']);
    expect(await runsOf(id)).toEqual([]);
  });

  test('its result is of that version of the agent', async () => {
    script = { 'Vale?': ['Sim.'] };
    const id = await agentWith(one('Vale?'), { temperature: 0.2 });
    await run(id);
    expect((await shown(id)).last_run.is_current).toBe(true);
    await admin.put(`/agents/${id}`, { temperature: 0.7 });
    expect((await shown(id)).last_run.is_current).toBe(false);
    await admin.put(`/agents/${id}`, { temperature: 0.2 });
    expect((await shown(id)).last_run.is_current).toBe(true);
  });
});

describe('a run belongs to the server', () => {
  test('its reader leaves, it goes on to its end', async () => {
    const waits = hold();
    script = { 'Vale?': [waits, 'Sim.'] };
    const id = await agentWith(one('Vale?'));
    const address = await testServer.app.listen({ port: 0, host: '127.0.0.1' });
    const leaving = new AbortController();
    const response = await fetch(`${address}/api/v1/agents/${id}/checks/run`, {
      method: 'POST',
      headers: { authorization: `Bearer ${boss.token}` },
      signal: leaving.signal,
    });
    await response.body?.getReader().read();
    await waits.reached;
    leaving.abort();
    waits.release();
    await finished(id);
    expect((await shown(id)).checks[0].last_result.outcome).toBe('holds');
  });

  test('an agent has one at a time, in whichever process', async () => {
    const waits = hold();
    script = { 'Vale?': [waits, 'Sim.'] };
    const id = await agentWith(one('Vale?'));
    const running = run(id);
    await waits.reached;
    const second = await admin.post(`/agents/${id}/checks/run`);
    expect([second.status, second.body]).toEqual([
      409,
      expect.objectContaining({
        code: 'checks_running',
        detail: 'As verificações deste agente já estão em andamento.',
      }),
    ]);
    await expect(runChecks(other.context, { user_id: boss.id }, id)).rejects.toMatchObject({
      code: 'checks_running',
    });
    // One that is going on is not shown as the last: it is neither finished nor broken off.
    expect((await shown(id)).last_run).toBeNull();
    waits.release();
    expect((await running).events.at(-1)?.state).toBe('finished');
    expect((await run(id)).events.at(-1)?.state).toBe('finished');
    expect(await runsOf(id)).toHaveLength(2);
  });

  test('of two who begin at once, in two processes, one runs', async () => {
    script = { 'Vale?': ['Sim.'] };
    const id = await agentWith(one('Vale?'));
    const waits = hold();
    script = { 'Vale?': [waits, 'Sim.'] };
    const begun = await Promise.allSettled(
      [testServer.context, other.context].map((context) => runChecks(context, { user_id: boss.id }, id)),
    );
    waits.release();
    const refused = begun.filter((attempt) => attempt.status === 'rejected');
    expect(refused).toEqual([
      expect.objectContaining({ reason: expect.objectContaining({ code: 'checks_running' }) }),
    ]);
    for (const attempt of begun) if (attempt.status === 'fulfilled') await readAll(attempt.value);
  });

  test('one of a dead process is broken off when its lease ends, and keeps nobody waiting', async () => {
    const waits = hold();
    script = { 'Vale?': [waits, 'Sim.'] };
    const id = await agentWith(one('Vale?'));
    const lost = readAll(await runChecks(other.context, { user_id: boss.id }, id));
    await waits.reached;
    await testServer.context.db
      .update(agent_check_runs)
      .set({ lease_until: sql`now() - interval '1 second'` })
      .where(eq(agent_check_runs.agent_id, id));
    expect((await shown(id)).last_run).toMatchObject({ finished_at: null, total: 1, held: 0 });

    const again = hold();
    script = { 'Vale?': [again, 'Não.'] };
    const anew = run(id);
    await again.reached;
    // It was not dead: it finds that the run is not its own any more, and says so.
    waits.release();
    expect((await lost).at(-1)).toMatchObject({
      state: 'broken',
      error: 'As verificações deste agente já estão em andamento.',
      run: { finished_at: null },
      done: true,
    });
    again.release();
    expect((await anew).events.at(-1)).toMatchObject({ state: 'finished', run: { failed: 1 } });
    expect((await shown(id)).last_run).toMatchObject({ failed: 1 });
  });

  test('when the server goes down it is broken off, with what had ended until then', async () => {
    const waits = hold();
    script = { 'Vale?': ['Sim.'], 'Fica?': [waits, 'Sim.'] };
    const id = await agentWith([...one('Vale?'), ...one('Fica?')]);
    const lines = await runChecks(other.context, { user_id: boss.id }, id);
    const told: unknown[] = [];
    let drained: Promise<void> | undefined;
    for await (const line of lines) {
      told.push(line);
      if (line.state === 'ended') {
        await waits.reached;
        drained = drainChecks(other.context);
      }
    }
    await drained;
    expect(told.at(-1)).toMatchObject({
      state: 'broken',
      error: 'O servidor está sendo reiniciado. Tente novamente em instantes.',
      run: { total: 2, held: 1, finished_at: null },
      done: true,
    });
    const { checks, last_run } = await shown(id);
    expect([checks[0].last_result.outcome, checks[1].last_result]).toEqual(['holds', null]);
    expect(last_run).toMatchObject({ held: 1, finished_at: null });
    // The next run need not wait for the lease to expire.
    script = { 'Vale?': ['Sim.'], 'Fica?': ['Sim.'] };
    expect((await run(id)).events.at(-1)).toMatchObject({ state: 'finished', run: { held: 2 } });
  });

  test('it ends with the agent that is deleted meanwhile; what was asked stays in the ledger', async () => {
    const waits = hold();
    script = { 'Vale?': [waits, 'Sim.'], 'Fica?': [waits, 'Sim.'], 'Depois?': ['Sim.'] };
    const id = await agentWith([...one('Vale?'), ...one('Fica?'), ...one('Depois?')]);
    const running = run(id);
    await waits.reached;
    expect((await admin.delete(`/agents/${id}`)).status).toBe(200);
    waits.release();
    expect((await running).events.at(-1)).toEqual({
      state: 'broken',
      error: 'Agente não encontrado',
      done: true,
    });
    expect((await entriesOf(id)).length).toBeGreaterThan(0);
    expect(await runsOf(id)).toEqual([]);
  });

  test('a check that is changed or deleted meanwhile is not given the result of what it was', async () => {
    const waits = hold();
    script = { 'Muda?': [waits, 'Sim.'], 'Some?': [waits, 'Sim.'] };
    const id = await agentWith([...one('Muda?'), ...one('Some?')]);
    const running = run(id);
    await waits.reached;
    const [changed, removed] = (await shown(id)).checks;
    await admin.put(`/agents/${id}/checks/${changed.id}`, { ...one('Muda?')[0], expectation: refuses });
    await admin.delete(`/agents/${id}/checks/${removed.id}`);
    waits.release();
    expect((await running).events.at(-1)).toMatchObject({ state: 'finished', run: { held: 2 } });
    expect((await shown(id)).checks).toEqual([
      expect.objectContaining({ id: changed.id, last_result: null }),
    ]);
  });
});

async function readAll<T>(lines: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const line of lines) all.push(line);
  return all;
}

/** Resolves once the agent’s run has ended. */
async function finished(id: number): Promise<void> {
  await expect
    .poll(async () => (await runsOf(id))[0]?.finished_at, { interval: 20, timeout: 10_000 })
    .toBeTruthy();
}
