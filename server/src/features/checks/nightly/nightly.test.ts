import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { SingleExpectation } from '#contract/expectations.ts';
import { buildAgent } from '../../../../test/builders.ts';
import { type OtherProcess, openOtherProcess } from '../../../../test/process/other-process.ts';
import {
  hold,
  type Script,
  type Step,
  scripted,
  scriptedModels,
} from '../../../../test/providers/scripted-model.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { agent_check_runs, agent_checks, agents } from '../../../db/tables/agents.ts';
import { token_entries } from '../../../db/tables/chat.ts';
import { installation } from '../../../db/tables/installation.ts';
import { createKnowledgeBase } from '../../knowledge/documents/store.ts';
import { ingestText } from '../../knowledge/ingest/replace-passages.ts';
import { drainChecks } from '../background-run.ts';
import { conductRun, subjectOf } from '../run.ts';
import { claimRun } from '../runs.ts';
import { selectChecks } from '../store.ts';
import { beginNight } from './night.ts';
import { runNight } from './run-night.ts';

let script: Record<string, Step[]> = {};
let asked: string[] = [];
const answering: Script = ({ prompt }) => {
  asked.push(prompt.question);
  return script[prompt.question] ?? ['Sim.', { end: { input: 40, output: 10 } }];
};
const NIGHT = '2026-11-15';
/** Three in the morning in São Paulo. */
const HOUR = new Date('2026-11-15T06:00:00.000Z');
let testServer: TestServer;
let other: OtherProcess;
let admin: ReturnType<TestServer['as']>;
beforeEach(async () => {
  await close();
  script = {};
  asked = [];
  testServer = await startTestServer({ models: scriptedModels(scripted(answering)), now: HOUR });
  other = await openOtherProcess(testServer.context, testServer.address);
  admin = testServer.as(await testServer.user({ role: 'superadmin' }));
});
const close = async () => {
  await other?.close();
  await testServer?.close();
};
afterAll(close);

const holding: SingleExpectation = { kind: 'contains', value: 'sim' };
async function nightlyAgent(...questions: string[]): Promise<number> {
  const checks = questions.map((question) => ({ question, expectation: holding }));
  const { id } = await buildAgent(testServer.context, { checks });
  expect((await admin.put(`/agents/${id}`, { nightly_checks: true })).status).toBe(200);
  return id;
}
const runsOf = (id: number) =>
  testServer.context.db
    .select()
    .from(agent_check_runs)
    .where(eq(agent_check_runs.agent_id, id))
    .orderBy(agent_check_runs.id);
/** Resolves once no run of the night is left to do. */
const nightOver = () =>
  expect
    .poll(
      async () => {
        const { rows } = await testServer.context.db.execute(sql`
          select from agent_check_runs where finished_at is null and note is distinct from 'tokens'`);
        return rows.length;
      },
      { interval: 20, timeout: 20_000 },
    )
    .toBe(0);

test('R-CHK-07 at its hour each agent gets one run, whichever processes look how often; a night that is over is not made up for', async () => {
  const ids = [await nightlyAgent('Um?', 'Dois?'), await nightlyAgent('Três?')];
  const { id: silent } = await buildAgent(testServer.context, {
    checks: [{ question: 'Nunca?', expectation: holding }],
  });
  testServer.clock.set(new Date(HOUR.getTime() - 60_000));
  await beginNight(testServer.context);
  expect(await runsOf(ids[0] as number)).toEqual([]);
  testServer.clock.set(HOUR);
  await Promise.all([1, 2, 3].flatMap(() => [beginNight(testServer.context), beginNight(other.context)]));
  // The queue leads them in one process while another is asked to as well.
  await Promise.allSettled(ids.map((agent_id) => runNight(other.context, { agent_id, night: NIGHT })));
  await nightOver();
  await beginNight(other.context);
  for (const [place, id] of ids.entries()) {
    const runs = await runsOf(id);
    expect(runs).toHaveLength(1);
    expect(runs[0]).toMatchObject({ night: NIGHT, note: null, started_by: null, held: 2 - place });
    await runNight(testServer.context, { agent_id: id, night: NIGHT });
  }
  expect(asked.toSorted()).toEqual(['Dois?', 'Três?', 'Um?']);
  expect(await runsOf(silent)).toEqual([]);
  // The hour of the next night went by while no process was there.
  testServer.clock.set(new Date(HOUR.getTime() + 26 * 3_600_000));
  await beginNight(testServer.context);
  expect(await runsOf(ids[0] as number)).toHaveLength(1);
});

test('R-CHK-07 a process that dies in the middle leaves its results: the next one asks only what is missing', async () => {
  const waits = hold();
  script = { 'Dois?': [waits, 'Sim.'] };
  const id = await nightlyAgent('Um?', 'Dois?');
  await testServer.context.db
    .insert(agent_check_runs)
    .values({ agent_id: id, night: NIGHT, note: 'waiting', total: 0, started_by: null });
  const key = { agent_id: id, night: NIGHT };
  const lost = runNight(other.context, key).catch((error: unknown) => error);
  await waits.reached;
  await expect
    .poll(async () => (await runsOf(id))[0]?.results.length, { interval: 20, timeout: 10_000 })
    .toBe(1);
  await expect(runNight(testServer.context, key)).rejects.toMatchObject({ code: 'checks_running' });
  // Ends as after `kill -9`: its lease expires, and nothing of it is saved any more.
  await testServer.context.db.update(agent_check_runs).set({ lease_until: sql`now() - interval '1 second'` });
  script = {};
  await runNight(testServer.context, key);
  waits.release();
  // It finds the run ended by another.
  await lost;
  const runs = await runsOf(id);
  expect(runs).toHaveLength(1);
  expect(runs[0]).toMatchObject({ held: 2, failed: 0, total: 2 });
  expect(runs[0]?.results).toHaveLength(2);
  expect(asked.filter((question) => question === 'Um?')).toHaveLength(1);
});

test('R-CHK-07 a process that goes down hands the run on', async () => {
  const waits = hold();
  script = { 'Um?': [waits, 'Sim.'] };
  const id = await nightlyAgent('Um?');
  await testServer.context.db
    .insert(agent_check_runs)
    .values({ agent_id: id, night: NIGHT, note: 'waiting', total: 0, started_by: null });
  const key = { agent_id: id, night: NIGHT };
  const ending = runNight(other.context, key).catch((error: unknown) => error);
  await waits.reached;
  const drained = drainChecks(other.context);
  waits.release();
  await drained;
  expect(await ending).toMatchObject({ code: 'draining' });
  script = {};
  await runNight(testServer.context, key);
  expect(await runsOf(id)).toMatchObject([{ held: 1, night: NIGHT }]);
});

test('R-CHK-07 the tokens of a night are not passed; who was left out comes first the next night, and the list says so', async () => {
  await testServer.context.db
    .insert(installation)
    .values({ key: 'interface', value: { nightly_tokens: 90 } });
  const [first, second] = [
    await nightlyAgent('Um?', 'Dois?', 'Três?', 'Quatro?'),
    await nightlyAgent('Cinco?'),
  ];
  await beginNight(testServer.context);
  await nightOver();
  const [run] = await runsOf(first);
  expect(run).toMatchObject({ note: 'tokens', finished_at: null });
  expect(run?.results.length).toBeLessThan(4);
  const all = (await admin.get(`/agents/${second}/checks`)).body.data;
  expect([all.last_run, all.runs[0].note]).toEqual([null, 'tokens']);
  await testServer.context.db.update(installation).set({ value: { nightly_tokens: 1_000 } });
  await testServer.context.db.insert(agent_check_runs).values({
    agent_id: await nightlyAgent('Seis?'),
    night: '2026-11-14',
    total: 1,
    started_by: null,
    finished_at: HOUR,
  });
  asked = [];
  testServer.clock.set(new Date(HOUR.getTime() + 24 * 3_600_000));
  await beginNight(testServer.context);
  await nightOver();
  expect(asked.at(-1)).toBe('Seis?');
  expect((await runsOf(first)).at(-1)).toMatchObject({ held: 4, note: null });
});

test('R-CHK-07 what one of two questions at a time finds of the tokens is not forgotten by the other, which looked before it', async () => {
  const { context } = testServer;
  const id = await nightlyAgent('Um?', 'Dois?');
  const [row] = await context.db
    .insert(agent_check_runs)
    .values({ agent_id: id, night: NIGHT, note: 'waiting', total: 0, started_by: null })
    .returning();
  if (!row) throw new Error('no run');
  await context.db.transaction((tx) => claimRun(tx, row, 2));
  const refused = Promise.withResolvers<boolean>();
  const looks = [
    () => refused.promise,
    async () => {
      setImmediate(() => refused.resolve(true));
      return false;
    },
  ];
  const { finished } = conductRun(context, {
    id: row.id,
    subject: await subjectOf(context, id),
    checks: await selectChecks(context.db, id),
    user_id: null,
    mayAsk: async () => (await looks.shift()?.()) ?? false,
  });
  await finished;
  expect(await runsOf(id)).toMatchObject([{ note: 'tokens', finished_at: null }]);
});

test('R-CHK-07 its calls are charged to nobody and stand under the owner of the agent; without one they only count as the run’s', async () => {
  const owner = await testServer.user({ role: 'admin' });
  const [owned, free] = [await nightlyAgent('Um?'), await nightlyAgent('Dois?')];
  expect((await admin.put(`/agents/${owned}`, { owner_user_id: owner.id })).body.data.owner).toEqual({
    id: owner.id,
    name: owner.name,
  });
  await beginNight(testServer.context);
  await nightOver();
  const entries = await testServer.context.db.select().from(token_entries);
  expect(entries).toMatchObject([{ user_id: owner.id, agent_id: owned, charged: 0, input_tokens: 40 }]);
  expect(await runsOf(free)).toMatchObject([{ tokens: 50 }]);
});

test('R-CHK-08 a check has fallen when it held before on the same version and fails twice; it rises when it holds', async () => {
  const id = await nightlyAgent('Um?');
  const fallen = async () => {
    const [check] = await testServer.context.db
      .select()
      .from(agent_checks)
      .where(eq(agent_checks.agent_id, id));
    return check?.fell_at !== null;
  };
  let days = 0;
  const night = async () => {
    testServer.clock.set(new Date(HOUR.getTime() + days * 24 * 3_600_000));
    days += 1;
    await beginNight(testServer.context);
    await nightOver();
  };
  script = { 'Um?': ['Não.'] };
  await night();
  // It never held.
  expect(await fallen()).toBe(false);
  script = {};
  await night();
  script = { 'Um?': ['Não.'] };
  asked = [];
  await night();
  expect([await fallen(), asked]).toEqual([true, ['Um?', 'Um?']]);
  script = { 'Um?': [{ failed: 'model_busy' }] };
  await night();
  expect(await fallen()).toBe(true);
  script = {};
  await night();
  expect(await fallen()).toBe(false);
  // On another version nobody knows that it held.
  await testServer.context.db.update(agents).set({ temperature: 0.9 }).where(eq(agents.id, id));
  script = { 'Um?': ['Não.'] };
  await night();
  expect(await fallen()).toBe(false);
});

test('an error of the provider is no fall, and is kept with its code and its model', async () => {
  const id = await nightlyAgent('Um?');
  await beginNight(testServer.context);
  await nightOver();
  script = { 'Um?': [{ failed: 'model_without_credit' }] };
  testServer.clock.set(new Date(HOUR.getTime() + 24 * 3_600_000));
  await beginNight(testServer.context);
  await nightOver();
  const last = (await runsOf(id)).at(-1);
  expect(last).toMatchObject({ errors: 1, failed: 0 });
  expect(last?.results).toEqual([
    {
      check_id: expect.any(Number),
      outcome: 'error',
      code: 'model_without_credit',
      model: 'claude-4-sonnet',
    },
  ]);
});

test('openers that find nothing any more are marked by the night, and a change takes the marks away', async () => {
  const { db } = testServer.context;
  const base = await createKnowledgeBase(db, { name: 'Regras' });
  const text = 'As férias são marcadas com quarenta e cinco dias de antecedência.';
  const file = { original_filename: 'regras.txt', file_type: 'txt' as const, file_size: text.length, text };
  await ingestText(db, { knowledge_base_id: base.id, ...file });
  const { id } = await buildAgent(testServer.context, { knowledge_bases: [base.id] });
  const openers = ['Quando marco as férias?', 'Quanto custa o estacionamento?'];
  await admin.put(`/agents/${id}`, { openers, nightly_checks: true });
  await beginNight(testServer.context);
  await expect
    .poll(async () => (await db.select().from(agents).where(eq(agents.id, id)))[0]?.openers_empty, {
      interval: 20,
      timeout: 10_000,
    })
    .toEqual([1]);
  expect((await admin.get(`/agents/${id}`)).body.data.openers_empty).toEqual([1]);
  await nightOver();
  const changed = await admin.put(`/agents/${id}`, { openers: openers.toReversed() });
  expect(changed.body.data.openers_empty).toEqual([]);
});

test('the owner of an agent is an active administrator', async () => {
  const id = await nightlyAgent('Um?');
  const [person, gone] = [await testServer.user(), await testServer.user({ role: 'admin', active: false })];
  for (const owner_user_id of [person.id, gone.id, 1999999999]) {
    const { status, body } = await admin.put(`/agents/${id}`, { owner_user_id });
    expect([status, body.code]).toEqual([422, 'unknown_owner']);
  }
});
