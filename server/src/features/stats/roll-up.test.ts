import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TimeRange, TokenShares } from '#contract/stats.ts';
import { buildAgent, buildSession } from '../../../test/builders.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { messages, token_entries } from '../../db/tables/chat.ts';
import { keepErasedActivity } from './keep-erased-activity.ts';
import { rollUp } from './roll-up.ts';

let testServer: TestServer;
beforeEach(async () => {
  // Not on the hour: ranges begin and end within one.
  testServer = await startTestServer({ now: new Date('2026-11-14T12:34:56.000Z') });
});
afterEach(() => testServer.close());

const RANGES: TimeRange[] = ['day', 'week', 'month', 'three_months', 'all'];
const HOUR = 3_600_000;
const ago = (hours: number) => new Date(testServer.context.clock.now().getTime() - hours * HOUR);

/** Some of everything, spread over two years: near hours and far ones, tests too. */
async function life() {
  const admin = await testServer.user({ role: 'admin', created_at: ago(24 * 700) });
  const agent = await buildAgent(testServer.context);
  const people = [];
  for (const hours of [0.2, 23.9, 24.1, 160, 24 * 29, 24 * 60, 24 * 400])
    people.push(await testServer.user({ created_at: ago(hours), signed_in: false }));
  for (const [place, person] of people.entries())
    for (const hours of [0.1, 0.4, 0.7, 23.5, 24.3, 25 * place + 2, 24 * 31 * place + 1, 24 * 7 - 0.3])
      await talk(person.id, agent.id, hours);
  await talk(admin.id, agent.id, 3, { is_test: true });
  return { admin, agent, people };
}

async function talk(user_id: number, agent_id: number, hours: number, wishes: { is_test?: boolean } = {}) {
  const created_at = ago(hours);
  const { id } = await buildSession(testServer.context, { user_id, agent_id, created_at, ...wishes });
  await testServer.context.db
    .insert(messages)
    .values({ user_id, session_id: id, question: 'x', status: 'done', model: 'gpt-5', created_at });
  await testServer.context.db.insert(token_entries).values({
    user_id,
    session_id: id,
    agent_id,
    purpose: 'answer',
    model: hours % 2 < 1 ? 'gpt-5' : 'claude-4-sonnet',
    input_tokens: 10,
    output_tokens: 7,
    charged: wishes.is_test ? 0 : 17,
    estimated: false,
    cost_brl_micro: hours % 3 < 1 ? null : BigInt(Math.round(hours * 1_000_003)),
    created_at,
  });
}

/** Signs in each time: these stories go on for hours. */
async function everything({ email, password }: { email: string; password: string }) {
  const { body } = await testServer.anyone().form('/auth/login', { username: email, password });
  const admin = { token: body.data.access_token };
  const seen: Record<string, unknown> = {};
  for (const time_range of RANGES)
    for (const what of ['users', 'activity', 'tokens']) {
      const { status, body } = await testServer
        .as(admin)
        .get(`/admin/stats/${what}`, { query: { time_range } });
      expect(status).toBe(200);
      seen[`${what} ${time_range}`] = body.data;
    }
  return seen;
}

const rolled = async () => {
  const { rows } = await testServer.context.db.execute(sql`
    select (select count(*)::int from activity_hours) hours, (select count(*)::int from token_hours) tokens,
      (select sum(new_questions)::int from activity_hours) questions, (select sum(tokens)::int from token_hours) spent`);
  return rows[0];
};

test('R-ADM-03 figures read from rolled hours are the figures of the rows, in every range', async () => {
  const { admin } = await life();
  const before = await everything(admin);
  await rollUp(testServer.context);
  expect(await rolled()).toMatchObject({ questions: 7 * 6, spent: 7 * 6 * 17 });
  expect(await everything(admin)).toEqual(before);
});

test('R-MNY-04 the costs of rolled hours and of shares are the sum of the entries, tests apart', async () => {
  const { admin } = await life();
  const { rows } = await testServer.context.db.execute<{ test: boolean; cost: number; unpriced: number }>(sql`
    select charged = 0 test, sum(cost_brl_micro)::float8 cost, count(*) filter (where cost_brl_micro is null)::int unpriced
    from token_entries group by 1 order by 1`);
  const [real, tests] = rows;
  await rollUp(testServer.context);
  const shares = (await everything(admin))['tokens all'] as TokenShares;
  expect(shares).toMatchObject({ cost_brl_micro: real?.cost, unpriced_calls: real?.unpriced });
  expect(shares.tests).toEqual({ cost_brl_micro: tests?.cost ?? 0, unpriced_calls: tests?.unpriced });
  expect(real?.unpriced).toBeGreaterThan(0);
  for (const share of [shares.models, shares.agents, shares.groups])
    expect(share.reduce((sum, { cost_brl_micro }) => sum + cost_brl_micro, 0)).toBe(real?.cost);
});

test('R-ADM-03 hours are added up once: again, by two at once, and on from where it was broken off', async () => {
  const { admin, agent, people } = await life();
  const before = await everything(admin);
  await Promise.all([rollUp(testServer.context), rollUp(testServer.context)]);
  const once = await rolled();
  await rollUp(testServer.context);
  expect(await rolled()).toEqual(once);
  expect(await everything(admin)).toEqual(before);

  // An hour later there is one more hour, and what happened in it.
  await talk(people[0]?.id ?? 0, agent.id, 0);
  testServer.clock.advance(HOUR);
  const later = await everything(admin);
  await rollUp(testServer.context);
  expect(await everything(admin)).toEqual(later);
  expect(later).toMatchObject({ 'users all': { new_questions: 7 * 8 + 1 } });
});

test('R-ADM-03 the hour that is running, and the minutes after one, are read from the rows', async () => {
  const { admin, agent, people } = await life();
  testServer.clock.set(new Date('2026-11-14T13:09:59.000Z'));
  await rollUp(testServer.context);
  const { rows } = await testServer.context.db.execute(
    sql`select value from installation where key = 'statistics'`,
  );
  expect(rows[0]?.value).toEqual({ rolled_until: '2026-11-14T12:00:00.000Z' });
  // Settled by a process whose clock is behind, after its hour: counted all the same.
  await talk(people[1]?.id ?? 0, agent.id, 0.3);
  expect(await everything(admin)).toMatchObject({ 'users all': { new_questions: 7 * 8 + 1 } });
});

test('R-ADM-03 what an erased person asked still counts, rolled up or not', async () => {
  const { admin, people } = await life();
  const before = await everything(admin);
  const erase = (user_id: number) =>
    testServer.context.db.transaction(async (tx) => {
      await keepErasedActivity(tx, user_id);
      await tx.execute(sql`delete from messages where user_id = ${user_id}`);
      await tx.execute(sql`delete from chat_sessions where user_id = ${user_id}`);
    });
  await erase(people[2]?.id ?? 0);
  expect((await everything(admin))['users all']).toEqual(before['users all']);
  await rollUp(testServer.context);
  await erase(people[3]?.id ?? 0);
  await rollUp(testServer.context);
  const after = await everything(admin);
  // A week began within an hour in which both asked: of that one hour only the rows know which minutes are in it.
  for (const range of ['day', 'month', 'three_months', 'all'])
    expect(after[`users ${range}`]).toEqual(before[`users ${range}`]);
  testServer.clock.advance(HOUR);
  await rollUp(testServer.context);
  expect((await everything(admin))['users all']).toEqual(before['users all']);
});
