/** Bought tokens: used after the month's allowance, the earliest expiry first, across the end of a cycle. */
import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { buildAgent, buildSession } from '../../../../test/builders.ts';
import { brokenInvariants } from '../../../../test/invariants.ts';
import { type Step, scripted, scriptedModels } from '../../../../test/providers/scripted-model.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../../test/test-server.ts';
import { token_entries } from '../../../db/tables/chat.ts';
import { users } from '../../../db/tables/people.ts';
import { token_credits } from '../../../db/tables/plans.ts';
import { expireCredits, grantCredit, reduceCredit } from '../../users/tokens/credits.ts';
import { bringCycleUpToDate } from '../../users/tokens/cycle.ts';

let testServer: TestServer;
let script: () => Step[] = () => ['Sim.'];
beforeAll(async () => {
  testServer = await startTestServer({ models: scriptedModels(scripted(() => script())) });
});
afterEach(async () => {
  testServer.clock.set(TEST_NOW);
  expect(await brokenInvariants(testServer.context.db)).toEqual([]);
});
afterAll(() => testServer.close());

const DAY_MS = 86_400_000;
const after = (days: number) => new Date(TEST_NOW.getTime() + days * DAY_MS);
/** An answer that costs so many tokens. */
const taking = (tokens: number) => () => ['Sim.', { end: { input: tokens - 10, output: 10 } }] as Step[];

async function somebody(wishes: { token_limit: number }, credits: [tokens: number, days: number][]) {
  const { context } = testServer;
  const ana = await testServer.user(wishes);
  const { id } = await buildSession(context, { user_id: ana.id, agent_id: (await buildAgent(context)).id });
  const given = credits.map(([tokens, days]) => ({
    purchase_id: randomUUID(),
    tokens,
    expires_at: after(days),
  }));
  for (const credit of given)
    await context.db.transaction((tx) => grantCredit(tx, { user_id: ana.id, ...credit }, TEST_NOW));
  return {
    ...ana,
    given,
    ask: () => testServer.as(ana).ask(id, 'Cabe?'),
    /** The tokens left of each credit, in the order in which they were given. */
    left: async () => {
      const rows = await context.db.select().from(token_credits).where(eq(token_credits.user_id, ana.id));
      return given.map(({ purchase_id }) => rows.find(({ id: own }) => own === purchase_id)?.tokens_left);
    },
    row: async () => {
      const [row] = await context.db.select().from(users).where(eq(users.id, ana.id));
      if (!row) throw new Error('nobody');
      return row;
    },
    entries: () =>
      context.db
        .select({ charged: token_entries.charged, from_credit: token_entries.from_credit })
        .from(token_entries)
        .where(eq(token_entries.user_id, ana.id))
        .orderBy(asc(token_entries.id)),
  };
}

test('R-MNY-13 a pack is used after the allowance, the earliest expiry first, and lets its owner ask beyond the limit', async () => {
  const ana = await somebody({ token_limit: 1_000 }, [
    [700, 90],
    [500, 30],
    [400, 60],
  ]);
  script = taking(600);
  await ana.ask();
  expect(await ana.entries()).toEqual([{ charged: 600, from_credit: 0 }]);
  await ana.ask();
  expect((await ana.entries()).at(-1)).toEqual({ charged: 600, from_credit: 200 });
  expect(await ana.left()).toEqual([700, 300, 400]);
  script = taking(800);
  await ana.ask();
  expect(await ana.left()).toEqual([600, 0, 0]);
  expect(await ana.row()).toMatchObject({ token_used: 2_000, token_credited: 1_000, token_credit: 600 });
  // The last answer may pass both: what is beyond them stays on the allowance.
  script = taking(900);
  await ana.ask();
  expect((await ana.entries()).at(-1)).toEqual({ charged: 900, from_credit: 600 });
  expect(await ana.row()).toMatchObject({ token_used: 2_900, token_credited: 1_600, token_credit: 0 });
  const refused = await ana.ask();
  expect([refused.status, refused.body.code]).toEqual([402, 'token_limit']);
});

test('R-MNY-13 a new cycle has its whole allowance again, and the credits stay', async () => {
  const ana = await somebody({ token_limit: 1_000 }, [[5_000, 365]]);
  script = taking(1_500);
  await ana.ask();
  expect(await ana.left()).toEqual([4_500]);
  const now = new Date('2026-12-20T12:00:00.000Z');
  await bringCycleUpToDate(testServer.context.db, ana.id, now);
  expect(await ana.row()).toMatchObject({ token_used: 0, token_credited: 0, token_credit: 4_500 });
});

test('credits that expire and credits that are taken back count no more', async () => {
  const ana = await somebody({ token_limit: 1_000 }, [
    [2_000, 10],
    [2_000, 90],
  ]);
  script = taking(1_500);
  await ana.ask();
  const { context } = testServer;
  testServer.clock.set(after(10));
  await Promise.all([expireCredits(context), expireCredits(context)]);
  expect(await ana.left()).toEqual([0, 2_000]);
  expect((await ana.row()).token_credit).toBe(2_000);
  const [, second] = ana.given;
  const purchase_id = second?.purchase_id ?? '';
  await context.db.transaction((tx) => reduceCredit(tx, { user_id: ana.id, purchase_id, kept: 0 }));
  expect(await ana.row()).toMatchObject({ token_credit: 0, token_credited: 500 });
});

test('twenty answers at once draw what they took, and no credit falls below nothing', async () => {
  const { context } = testServer;
  const ana = await somebody({ token_limit: 100 }, [
    [1_000, 30],
    [1_000, 60],
  ]);
  script = taking(300);
  const agent = await buildAgent(context);
  const sessions = await Promise.all(
    Array.from({ length: 20 }, () => buildSession(context, { user_id: ana.id, agent_id: agent.id })),
  );
  await Promise.all(sessions.map(({ id }) => testServer.as(ana).ask(id, 'Cabe?')));
  const entries = await ana.entries();
  const drawn = entries.reduce((sum, { from_credit }) => sum + from_credit, 0);
  const [first = 0, second = 0] = await ana.left();
  expect(2_000 - (first ?? 0) - (second ?? 0)).toBe(drawn);
  expect((await ana.row()).token_credit).toBe((first ?? 0) + (second ?? 0));
});
