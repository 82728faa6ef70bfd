import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAgent } from '../../../test/builders.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { agents } from '../../db/tables/agents.ts';
import { token_entries } from '../../db/tables/chat.ts';
import { rollUp } from './roll-up.ts';

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer({ now: new Date('2026-11-14T12:30:00.000Z') });
});
afterAll(() => testServer.close());

const HOUR = 3_600_000;
const NO_COST = { cost_brl_micro: 0, unpriced_calls: 0 };

async function spend(
  user_id: number,
  agent_id: number | null,
  tokens: number,
  hours: number,
  model = 'gpt-5',
) {
  await testServer.context.db.insert(token_entries).values({
    user_id,
    agent_id,
    purpose: agent_id === null ? 'embedding' : 'answer',
    model,
    input_tokens: tokens,
    output_tokens: 0,
    charged: tokens,
    estimated: false,
    // Each token costs three millionths; nobody knows what the expensive model costs.
    cost_brl_micro: model === 'claude-4-sonnet' ? null : BigInt(tokens * 3),
    created_at: new Date(testServer.context.clock.now().getTime() - hours * HOUR),
  });
}

test('R-ADM-03 R-MNY-04 charged tokens of a range by model, by agent and by group, most first', async () => {
  const admin = await testServer.user({ role: 'admin', user_group_id: null });
  const ana = await testServer.user({ user_group_id: 2, signed_in: false });
  const rui = await testServer.user({ user_group_id: 1, signed_in: false });
  const [law, gone] = [
    await buildAgent(testServer.context, { name: 'Leis' }),
    await buildAgent(testServer.context),
  ];
  await spend(ana.id, law.id, 100, 2);
  await spend(ana.id, law.id, 50, 5, 'claude-4-sonnet');
  await spend(rui.id, gone.id, 400, 0.1);
  await spend(admin.id, null, 7, 23.8);
  await spend(rui.id, law.id, 1_000, 24.2);
  await spend(rui.id, law.id, 5_000, 24 * 300, 'gpt-4o');
  // A test charges nobody.
  await spend(admin.id, law.id, 0, 3);
  await testServer.context.db.delete(agents).where(eq(agents.id, gone.id));
  const { rows: groups } = await testServer.context.db.execute<{ id: number; name: string }>(
    sql`select id, name from user_groups`,
  );
  const nameOf = (wanted: number) => groups.find(({ id }) => id === wanted)?.name;

  for (const rolled of [false, true]) {
    if (rolled) await rollUp(testServer.context);
    const shares = async (time_range: string) =>
      (await testServer.as(admin).get('/admin/stats/tokens', { query: { time_range } })).body.data;
    expect(await shares('day')).toEqual({
      tokens: 557,
      cost_brl_micro: 1_521,
      unpriced_calls: 1,
      previous_cost_brl_micro: 3_000,
      tests: NO_COST,
      models: [
        { model: 'gpt-5', tokens: 507, calls: 3, cost_brl_micro: 1_521, unpriced_calls: 0 },
        { model: 'claude-4-sonnet', tokens: 50, calls: 1, cost_brl_micro: 0, unpriced_calls: 1 },
      ],
      agents: [
        {
          agent_id: gone.id,
          agent_name: null,
          tokens: 400,
          calls: 1,
          cost_brl_micro: 1_200,
          unpriced_calls: 0,
        },
        {
          agent_id: law.id,
          agent_name: 'Leis',
          tokens: 150,
          calls: 2,
          cost_brl_micro: 300,
          unpriced_calls: 1,
        },
        { agent_id: null, agent_name: null, tokens: 7, calls: 1, cost_brl_micro: 21, unpriced_calls: 0 },
      ],
      groups: [
        {
          user_group_id: 1,
          group_name: nameOf(1),
          tokens: 400,
          calls: 1,
          cost_brl_micro: 1_200,
          unpriced_calls: 0,
        },
        {
          user_group_id: 2,
          group_name: nameOf(2),
          tokens: 150,
          calls: 2,
          cost_brl_micro: 300,
          unpriced_calls: 1,
        },
        { user_group_id: null, group_name: null, tokens: 7, calls: 1, cost_brl_micro: 21, unpriced_calls: 0 },
      ],
    });
    expect(await shares('three_months')).toMatchObject({ tokens: 1_557 });
    expect(await shares('all')).toMatchObject({
      tokens: 6_557,
      models: [
        { model: 'gpt-4o', tokens: 5_000, calls: 1 },
        { model: 'gpt-5' },
        { model: 'claude-4-sonnet' },
      ],
    });
  }
  // After a long time only the year is kept.
  const { rows } = await testServer.context.db.execute(
    sql`select hour, tokens::int from token_hours order by hour limit 1`,
  );
  expect(rows).toEqual([{ hour: expect.anything(), tokens: 5_000 }]);
  expect(new Date(rows[0]?.hour as string).toISOString()).toBe('2026-01-01T00:00:00.000Z');
});

test('R-ADM-03 an installation in which nothing was spent has no shares', async () => {
  const empty = await startTestServer();
  try {
    const admin = await empty.user({ role: 'admin' });
    for (const time_range of ['day', 'all'])
      expect((await empty.as(admin).get('/admin/stats/tokens', { query: { time_range } })).body.data).toEqual(
        {
          tokens: 0,
          ...NO_COST,
          previous_cost_brl_micro: time_range === 'all' ? null : 0,
          tests: NO_COST,
          models: [],
          agents: [],
          groups: [],
        },
      );
  } finally {
    await empty.close();
  }
});
