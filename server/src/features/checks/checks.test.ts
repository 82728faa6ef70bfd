import { setImmediate } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Expectation } from '#contract/expectations.ts';
import { AGENT_CHECKS_MAX } from '#contract/limits.ts';
import { buildAgent } from '../../../test/builders.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { agent_checks } from '../../db/tables/agents.ts';
import { lockAgent } from '../agents/store.ts';

let testServer: TestServer;
let admin: ReturnType<TestServer['as']>;
beforeAll(async () => {
  testServer = await startTestServer();
  admin = testServer.as(await testServer.user({ role: 'admin' }));
});
afterAll(() => testServer.close());

const check = {
  question: 'Quanto vale a senha?',
  expectation: { kind: 'contains' as const, value: '30 minutos' },
};
const agent = async (deploy_status = true) => (await buildAgent(testServer.context, { deploy_status })).id;
const checksOf = async (id: number) => (await admin.get(`/agents/${id}/checks`)).body.data;
const created = async (id: number, body: object = check) =>
  (await admin.post(`/agents/${id}/checks`, body)).body.data;

describe('the checks of an agent', () => {
  test.each([true, false])(
    'are listed in the order in which they were made (deployed: %s)',
    async (deployed) => {
      const id = await agent(deployed);
      expect(await checksOf(id)).toEqual({ checks: [], last_run: null, runs: [] });
      const expectations: Expectation[] = [
        check.expectation,
        { kind: 'cites', value: 'manual.md' },
        { kind: 'refuses', value: null },
      ];
      for (const expectation of expectations) {
        const { status, body } = await admin.post(`/agents/${id}/checks`, { question: ' Oi? ', expectation });
        expect([status, body.data]).toEqual([
          201,
          {
            id: expect.any(Number),
            question: 'Oi?',
            expectation,
            created_at: '2026-11-14T12:00:00.000Z',
            last_result: null,
          },
        ]);
      }
      const { checks } = await checksOf(id);
      expect(checks.map((one: { expectation: Expectation }) => one.expectation)).toEqual(expectations);
    },
  );

  test('a refusal is expected without a value', async () => {
    const { expectation } = await created(await agent(), { ...check, expectation: { kind: 'refuses' } });
    expect(expectation).toEqual({ kind: 'refuses', value: null });
  });

  test('a changed check has no result any more', async () => {
    const id = await agent();
    const { id: checkId } = await created(id);
    const result = {
      outcome: 'holds' as const,
      reason: '',
      answer: '',
      cited: [],
      at: '2026-11-14T12:00:00.000Z',
    };
    await testServer.context.db.update(agent_checks).set({ last_result: result });
    const changed = { question: 'E agora?', expectation: { kind: 'cites', value: 'a.md' } };
    const { status, body } = await admin.put(`/agents/${id}/checks/${checkId}`, changed);
    expect([status, body.data]).toEqual([200, expect.objectContaining({ ...changed, last_result: null })]);
    expect((await checksOf(id)).checks).toEqual([body.data]);
  });

  test('R-CHK-01 every kind is kept as it is; one that lacks a part is refused', async () => {
    const { id } = await buildAgent(testServer.context, {});
    const expecting = (expectation: object) =>
      admin.post(`/agents/${id}/checks`, { question: 'E o prazo?', expectation });
    const of = [
      { kind: 'cites', value: 'manual.md' },
      { kind: 'contains', value: 'uma vez' },
    ];
    for (const expectation of [
      { kind: 'equals', value: '30 dias' },
      { kind: 'cites_page', document: 'manual.pdf', page: 3 },
      { kind: 'max_tokens', n: 200 },
      { kind: 'max_ms', n: 5_000 },
      { kind: 'rubric', text: 'É gentil.', pass: 3 },
      { kind: 'all', of },
    ]) {
      const { status, body } = await expecting(expectation);
      expect([status, body.data?.expectation]).toEqual([201, expectation]);
    }
    for (const wrong of [
      { kind: 'all', of: of.slice(1) },
      { kind: 'all', of: [...of, { kind: 'all', of }] },
      { kind: 'all', of: [...of, { kind: 'contains', value: '\0' }] },
      { kind: 'cites_page', document: 'manual.pdf', page: 0 },
      { kind: 'rubric', text: ' ', pass: 3 },
      { kind: 'rubric', text: 'x', pass: 6 },
      { kind: 'max_ms', n: 1.5 },
      { kind: 'outro', value: 'x' },
    ])
      expect([(await expecting(wrong)).body.code, wrong]).toEqual(['validation', wrong]);
    expect((await expecting({ kind: 'verified', id: 1999999999 })).body.code).toBe(
      'verified_answer_not_found',
    );
  });

  test('a deleted check is gone', async () => {
    const id = await agent();
    const [first, second] = [await created(id), await created(id, { ...check, question: 'E a chave?' })];
    const { status, body } = await admin.delete(`/agents/${id}/checks/${first.id}`);
    expect([status, body]).toEqual([200, { success: true, data: null }]);
    expect((await checksOf(id)).checks).toEqual([second]);
    expect((await admin.delete(`/agents/${id}/checks/${first.id}`)).body.code).toBe('check_not_found');
  });

  test('R-CHK-03 the same check is kept once, also by two at once; another expectation or another agent is another check', async () => {
    const id = await agent();
    const both = await Promise.all([1, 2].map(() => admin.post(`/agents/${id}/checks`, check)));
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    const again = await admin.post(`/agents/${id}/checks`, { ...check, question: ` ${check.question} ` });
    expect([again.status, again.body.code, again.body.detail]).toEqual([
      409,
      'check_exists',
      'Esta verificação já existe.',
    ]);
    const other = await created(id, { ...check, expectation: { kind: 'refuses', value: null } });
    const changed = await admin.put(`/agents/${id}/checks/${other.id}`, check);
    expect([changed.status, changed.body.code]).toEqual([409, 'check_exists']);
    const unchanged = await admin.put(`/agents/${id}/checks/${other.id}`, {
      question: check.question,
      expectation: other.expectation,
    });
    expect(unchanged.status).toBe(200);
    expect((await checksOf(id)).checks).toHaveLength(2);
    expect(await created(await agent())).toMatchObject(check);
  });

  test('no agent has more than 200, even when two administrators add the last one at once', async () => {
    const id = await agent();
    const { db } = testServer.context;
    const rows = Array.from({ length: AGENT_CHECKS_MAX }, (_, at) => ({
      ...check,
      question: `Pergunta ${at}?`,
      agent_id: id,
    }));
    await db.insert(agent_checks).values(rows.slice(1));
    let second: ReturnType<typeof admin.post> | undefined;
    await db.transaction(async (tx) => {
      await lockAgent(tx, id);
      await tx.insert(agent_checks).values(rows.slice(0, 1));
      // The last one is there, but nobody else can see it yet.
      second = admin.post(`/agents/${id}/checks`, check);
      await Promise.race([second, somebodyWaits()]);
    });
    const reply = await second;
    expect([reply?.status, reply?.body]).toEqual([
      409,
      expect.objectContaining({
        code: 'too_many_checks',
        detail: 'Este agente já tem 200 verificações. Exclua alguma antes.',
      }),
    ]);
    expect((await checksOf(id)).checks).toHaveLength(AGENT_CHECKS_MAX);
  });

  test('one agent’s check is nothing to another agent', async () => {
    const [own, foreign] = [await agent(), await agent()];
    const { id } = await created(own);
    for (const path of [
      `/agents/${foreign}/checks/${id}`,
      `/agents/1999999999/checks/${id}`,
      `/agents/${own}/checks/x`,
    ])
      for (const reply of [await admin.put(path, check), await admin.delete(path)])
        expect([path, reply.status, reply.body.code]).toEqual([path, 404, 'check_not_found']);
    expect((await checksOf(own)).checks).toHaveLength(1);
  });

  test('there are none of an agent that does not exist', async () => {
    for (const reply of [
      await admin.get('/agents/1999999999/checks'),
      await admin.post('/agents/1999999999/checks', check),
      await admin.post('/agents/1999999999/checks/run'),
      await admin.post('/agents/x/checks/run'),
    ])
      expect([reply.status, reply.body.code]).toEqual([404, 'agent_not_found']);
  });

  test('what the database cannot hold is taken out; what is empty then is refused', async () => {
    const id = await agent();
    const odd = { question: 'O\0i?', expectation: { kind: 'contains', value: 'si\0m\ud800' } };
    expect(await created(id, odd)).toMatchObject({ question: 'Oi?', expectation: { value: 'sim' } });
    const expectation = { kind: 'contains', value: '\0' };
    for (const [body, field] of [
      [{ ...check, question: '\0' }, 'question'],
      [{ ...check, expectation }, 'expectation.value'],
    ] as const) {
      const reply = await admin.post(`/agents/${id}/checks`, body);
      expect([reply.status, reply.body.errors[0].field]).toEqual([422, field]);
    }
  });

  test('they are for administrators', async () => {
    const id = await agent();
    const { id: checkId } = await created(id);
    const ana = testServer.as(await testServer.user({ role: 'user' }));
    for (const reply of [
      await ana.get(`/agents/${id}/checks`),
      await ana.post(`/agents/${id}/checks`, check),
      await ana.put(`/agents/${id}/checks/${checkId}`, check),
      await ana.delete(`/agents/${id}/checks/${checkId}`),
      await ana.post(`/agents/${id}/checks/run`),
    ])
      expect([reply.status, reply.body.code]).toEqual([403, 'forbidden']);
  });
});

/** Resolves once a statement waits for a lock. */
async function somebodyWaits(): Promise<void> {
  for (;;) {
    const { rows } = await testServer.context.db.execute(sql`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
    if (rows.length) return;
    await setImmediate();
  }
}
