/** Budgets of groups: no question passes a hard one, and a group's use is always the sum of its entries. */
import { and, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { GroupLimits } from '#contract/groups.ts';
import { buildAgent, buildSession } from '../../../../test/builders.ts';
import { brokenInvariants } from '../../../../test/invariants.ts';
import { openOtherProcess } from '../../../../test/process/other-process.ts';
import {
  type Hold,
  hold,
  type Step,
  scripted,
  scriptedModels,
} from '../../../../test/providers/scripted-model.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../../test/test-server.ts';
import { AppError } from '../../../app-error.ts';
import { rate_limits } from '../../../db/tables/accounts.ts';
import { messages, token_entries } from '../../../db/tables/chat.ts';
import { group_usage } from '../../../db/tables/group-limits.ts';
import { exchange_rates } from '../../../db/tables/models.ts';
import { user_groups, users } from '../../../db/tables/people.ts';
import { ask } from '../ask.ts';
import { stopAnswer } from '../run/stop-answer.ts';
import { endAbandoned, expireLeases } from '../run/sweep.ts';

let script: () => Step[] = () => ['Sim.', { end: { input: 900, output: 100 } }];
let testServer: TestServer;
let boss: { id: number; token: string };
let agent: { id: number };
let group: number;
beforeAll(async () => {
  testServer = await startTestServer({ models: scriptedModels(scripted(() => script())) });
});
afterAll(() => testServer.close());

beforeEach(async () => {
  testServer.clock.set(TEST_NOW);
  script = () => ['Sim.', { end: { input: 900, output: 100 } }];
  boss = await testServer.user({ role: 'superadmin', name: 'Bia Chefe' });
  const name = `Grupo ${boss.id}`;
  group = (await as().post('/user-groups', { name })).body.data.id;
  agent = await buildAgent(testServer.context, { model: 'claude-sonnet-5-5' });
  await as().post(`/user-groups/${group}/agents`, { agent_ids: [agent.id] });
});
afterEach(async () => {
  expect(await brokenInvariants(testServer.context.db)).toEqual([]);
});

const as = () => testServer.as(boss);
const limits = async (): Promise<GroupLimits> => (await as().get(`/user-groups/${group}/limits`)).body.data;
async function setLimits(changes: Partial<GroupLimits>) {
  const form = {
    tokens_per_person: null,
    budget_kind: 'tokens',
    budget: 100_000,
    hard: true,
    notify_user_ids: [],
    version: (await limits()).version,
    ...changes,
  };
  const { status, body } = await as().put(`/user-groups/${group}/limits`, form);
  expect(status, JSON.stringify(body)).toBe(200);
}

async function member() {
  const ana = await testServer.user({ user_group_id: group });
  const { id } = await buildSession(testServer.context, { user_id: ana.id, agent_id: agent.id });
  const caller = testServer.as(ana);
  return { ...ana, session: id, ask: () => caller.ask(id, 'Cabe?'), as: caller };
}

const usage = async (of = group) => {
  const [row] = await testServer.context.db
    .select()
    .from(group_usage)
    .where(and(eq(group_usage.user_group_id, of), eq(group_usage.month, '2026-11-01')));
  return row;
};

/** The tokens that one question holds. */
async function heldByOne(): Promise<number> {
  const wait = hold();
  script = () => ['Sim.', wait, { end: { input: 900, output: 100 } }];
  const ana = await member();
  const reply = ana.ask();
  await wait.reached;
  const held = (await usage())?.reserved_tokens ?? 0;
  wait.release();
  await reply;
  return held;
}

describe('a budget', () => {
  test('holds what an answer may take, then counts what it took', async () => {
    await setLimits({ budget: 10_000_000 });
    const held = await heldByOne();
    expect(held).toBeGreaterThan(16_384);
    expect(await usage()).toMatchObject({ used_tokens: 1_000, reserved_tokens: 0, reserved_cost: 0n });
    const [entry] = await testServer.context.db
      .select()
      .from(token_entries)
      .where(eq(token_entries.budget_group_id, group));
    expect(entry).toMatchObject({ budget_month: '2026-11-01', charged: 1_000 });
  });

  test('R-MNY-09 a hard one is never passed by 50 concurrent questions of 50 people', async () => {
    await setLimits({ budget: 10_000_000 });
    const one = await heldByOne();
    await setLimits({ budget: 1_000 + 7 * one + Math.floor(one / 2) });
    const people = await Promise.all(Array.from({ length: 50 }, () => member()));
    const waits: Hold[] = [];
    script = () => {
      const wait = hold();
      waits.push(wait);
      return ['Sim.', wait, { end: { input: 900, output: 100 } }];
    };
    const { context } = testServer;
    const codes = await Promise.all(
      people.map(async ({ id, session }) => {
        const user = { user_id: id, role: 'user' as const, user_group_id: group };
        try {
          await ask(context, { user, session_id: session, question: 'Cabe?', idempotency_key: null });
          return 'admitted';
        } catch (error) {
          return error instanceof AppError ? error.code : 'other';
        }
      }),
    );
    expect(codes.filter((code) => code === 'admitted')).toHaveLength(7);
    expect(codes.filter((code) => code === 'group_budget')).toHaveLength(43);
    expect(await usage()).toMatchObject({ used_tokens: 1_000, reserved_tokens: 7 * one });
    // A refused question counts as one turn.
    const counted = await context.db
      .select()
      .from(rate_limits)
      .where(eq(rate_limits.key, `ask:${people[0]?.id}`));
    expect(counted).toMatchObject([{ count: 1 }]);
    for (const wait of waits) wait.release();
    await Promise.all([...context.chat.running.values()].map(({ finished }) => finished));
    expect(await usage()).toMatchObject({ used_tokens: 8_000, reserved_tokens: 0 });
  });

  test('R-MNY-11 a hard one that is over says when it renews and whom to ask', async () => {
    const rui = await testServer.user({ name: 'Rui Lima' });
    await setLimits({ budget: 10, notify_user_ids: [boss.id, rui.id] });
    const ana = await member();
    const { status, body } = await ana.ask();
    expect(status).toBe(402);
    expect(body).toMatchObject({
      code: 'group_budget',
      detail:
        'O orçamento do seu grupo para este mês acabou. Renova em 01/12/2026. Fale com Bia Chefe ou Rui Lima.',
      renews_at: '2026-12-01T03:00:00.000Z',
    });
    await setLimits({ budget: 10, notify_user_ids: [] });
    expect((await ana.ask()).body.detail).toContain('Fale com o administrador.');
    // The next month has a budget of its own.
    await setLimits({ budget: 1_000_000 });
    testServer.clock.set(new Date('2026-12-01T03:00:00.000Z'));
    expect((await (await member()).ask()).status).toBe(200);
  });

  test('R-MNY-09 a soft one only counts', async () => {
    await setLimits({ budget: 10, hard: false });
    expect((await (await member()).ask()).status).toBe(200);
    expect(await usage()).toMatchObject({ used_tokens: 1_000 });
  });

  test('in R$ holds the cost of the longest answer and counts what it cost', async () => {
    const { db } = testServer.context;
    await as().post('/model-prices', {
      model_id: 'claude-sonnet-5-5',
      currency: 'USD',
      input: '2',
      output: '10',
    });
    await db.insert(exchange_rates).values({ day: '2026-11-01', brl_micro: 5_000_000n });
    await setLimits({ budget_kind: 'brl', budget: 500_00 });
    const wait = hold();
    script = () => ['Sim.', wait, { end: { input: 900, output: 100 } }];
    const ana = await member();
    const reply = ana.ask();
    await wait.reached;
    const [message] = await db.select().from(messages).where(eq(messages.user_id, ana.id));
    const answer = 16_384;
    const input = (message?.reserved_tokens ?? 0) - answer;
    expect(message?.reserved_cost).toBe(BigInt(input * 10 + answer * 50));
    wait.release();
    await reply;
    // 900 × 2 + 100 × 10 millionths of a dollar, at five to one.
    expect(await usage()).toMatchObject({ used_cost: 14_000n, reserved_cost: 0n });
    expect(await limits()).toMatchObject({ used: 2, month_cents: 2, month_tokens: 1_000 });
    await setLimits({ budget_kind: 'brl', budget: 1 });
    expect((await ana.ask()).body.code).toBe('group_budget');
  });

  test('pays for no test and for nothing in local mode', async () => {
    await setLimits({ budget: 10 });
    await testServer.context.db.update(users).set({ user_group_id: group }).where(eq(users.id, boss.id));
    const { id } = await buildSession(testServer.context, {
      user_id: boss.id,
      agent_id: agent.id,
      is_test: true,
    });
    expect((await as().ask(id, 'Teste?')).status).toBe(200);
    expect((await usage())?.used_tokens ?? 0).toBe(0);
  });
});

describe('an answer stays in the budget of its admission', () => {
  async function running() {
    await setLimits({ budget: 10_000_000 });
    const wait = hold();
    script = () => ['Sim, ', wait, 'não.', { end: { input: 900, output: 100 } }];
    const ana = await member();
    const reply = ana.ask();
    await wait.reached;
    return { ana, reply, wait };
  }

  test('when its person is moved to another group', async () => {
    const { ana, reply, wait } = await running();
    await as().post('/user-groups/assign-users', { user_ids: [ana.id], user_group_id: 1 });
    wait.release();
    await reply;
    expect(await usage()).toMatchObject({ used_tokens: 1_000, reserved_tokens: 0 });
    expect(await usage(1)).toBeUndefined();
  });

  test('when its group is deleted', async () => {
    const { reply, wait } = await running();
    expect((await as().delete(`/user-groups/${group}`)).status).toBe(200);
    wait.release();
    await reply;
    expect(await usage()).toMatchObject({ used_tokens: 1_000, reserved_tokens: 0 });
    expect(await testServer.context.db.select().from(user_groups).where(eq(user_groups.id, group))).toEqual(
      [],
    );
  });

  test('when the month ends meanwhile, and a continuation counts in the new one', async () => {
    const { ana, reply, wait } = await running();
    testServer.clock.set(new Date('2026-12-01T04:00:00.000Z'));
    await stopAnswer(testServer.context, ana.id, ana.session);
    wait.release();
    await reply;
    const [message] = await testServer.context.db.select().from(messages).where(eq(messages.user_id, ana.id));
    expect(message).toMatchObject({ status: 'stopped', budget_month: '2026-11-01' });
    expect((await usage())?.reserved_tokens).toBe(0);

    script = () => ['mais.', { end: { input: 900, output: 100 } }];
    const { body } = await testServer
      .anyone()
      .form('/auth/login', { username: ana.email, password: ana.password });
    const back = testServer.as({ token: body.data.access_token });
    await back.post(`/chat/messages/${message?.id}/continue`);
    await Promise.all([...testServer.context.chat.running.values()].map(({ finished }) => finished));
    const entries = await testServer.context.db
      .select({ purpose: token_entries.purpose, month: token_entries.budget_month })
      .from(token_entries)
      .where(eq(token_entries.user_id, ana.id))
      .orderBy(token_entries.id);
    expect(entries).toEqual([
      { purpose: 'answer', month: '2026-11-01' },
      { purpose: 'continuation', month: '2026-12-01' },
    ]);
  });

  test('when its process dies', async () => {
    await setLimits({ budget: 10_000_000 });
    const { context, address } = testServer;
    const wait = hold();
    script = () => ['Sim, ', wait, { end: { input: 900, output: 100 } }];
    const ana = await member();
    const other = await openOtherProcess(context, address);
    await other.ask(ana.id, ana.session, 'Cabe?');
    await wait.reached;
    expect((await usage())?.reserved_tokens).toBeGreaterThan(0);
    await other.kill();
    await expireLeases(context);
    expect(await endAbandoned(context, { owner: context.chat.owner, ids: [] })).toBe(1);
    wait.release();
    expect((await usage())?.reserved_tokens).toBe(0);
  });
});

test('a budget that begins in the middle of a month counts what its people took before', async () => {
  const ana = await member();
  await ana.ask();
  expect(await limits()).toMatchObject({ used: 0, month_tokens: 1_000 });
  await setLimits({ budget: 1_500, hard: true });
  expect(await limits()).toMatchObject({ used: 1_000, month_tokens: 1_000, budget: 1_500 });
  // Without a budget for a while: what was taken then is counted when there is one again.
  await setLimits({ budget_kind: 'none', budget: null });
  await ana.ask();
  await setLimits({ budget: 1_500 });
  expect(await limits()).toMatchObject({ used: 2_000 });
  expect((await ana.ask()).body.code).toBe('group_budget');
});

test('R-MNY-12 the own cap stops its owner and says so', async () => {
  const ana = await member();
  const capped = await ana.as.put('/users/me/cap', { tokens: 1_000 });
  expect(capped.body.data).toEqual({ own_cap: 1_000 });
  expect((await ana.ask()).status).toBe(200);
  const refused = await ana.ask();
  expect(refused.status).toBe(402);
  expect(refused.body).toMatchObject({
    code: 'own_cap',
    detail: 'Você chegou ao teto que definiu para si. Mude-o no perfil ou aguarde 14/12/2026.',
  });
  expect((await ana.as.get('/users/me/usage')).body.data).toMatchObject({
    own_cap: 1_000,
    token_used: 1_000,
  });
  await ana.as.put('/users/me/cap', { tokens: null });
  expect((await ana.ask()).status).toBe(200);
});

test.each([0, 999, 1_000_000_001, 10 ** 12, 'abc', 1_000.5])('a cap of %j is refused', async (tokens) => {
  const { status, body } = await as().put('/users/me/cap', { tokens });
  expect(status).toBe(422);
  expect(body.errors).toEqual([
    { field: 'tokens', message: 'Informe um teto entre 1.000 e 1.000.000.000 de tokens.' },
  ]);
});
