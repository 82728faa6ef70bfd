/** Token cycles of many accounts over years, and the daily job that begins them for who has not been here. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { brokenInvariants } from '../../../../test/invariants.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { token_entries } from '../../../db/tables/chat.ts';
import { users } from '../../../db/tables/people.ts';
import { bringCycleUpToDate, calendarDay, cycleStart, nextTokenReset } from '../../users/tokens/cycle.ts';
import { planJobs } from '../jobs.ts';
import { renewCycles } from './renew-token-cycles.ts';

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});
afterAll(() => testServer.close());

/** Small, seeded, the same on every run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

test('B23 10,000 accounts renew once in every month, on their day or the month’s last, annual plans too', () => {
  const random = randomFrom(20_261_121);
  const from = Date.UTC(2020, 0, 1);
  const span = Date.UTC(2032, 0, 1) - from;
  for (let account = 0; account < 10_000; account += 1) {
    const anchor = new Date(from + Math.floor(random() * span));
    const day = Number(calendarDay(anchor).slice(8));
    let at = new Date(anchor.getTime() + Math.floor(random() * 400) * 86_400_000);
    let [year = 0, month = 0] = calendarDay(nextTokenReset(anchor, at)).split('-').map(Number);
    for (let cycle = 0; cycle < 3; cycle += 1) {
      const next = nextTokenReset(anchor, at);
      const label = `${anchor.toISOString()} ${at.toISOString()}`;
      const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
      const expected = [year, month, Math.min(day, last)].map((n) => String(n).padStart(2, '0')).join('-');
      if (calendarDay(next) !== expected || next <= at || cycleStart(anchor, next) > next)
        expect([label, calendarDay(next)]).toEqual([label, expected]);
      // Somewhere in the cycle that has begun.
      at = new Date(next.getTime() + Math.floor(random() * 27 * 86_400_000));
      [year, month] = month === 12 ? [year + 1, 1] : [year, month + 1];
    }
  }
});

const entered = async (user_id: number, charged: number, created_at: Date) => {
  await testServer.context.db.insert(token_entries).values({
    user_id,
    purpose: 'answer',
    model: 'local',
    input_tokens: charged,
    output_tokens: 0,
    charged,
    estimated: false,
    created_at,
  });
  await testServer.context.db
    .update(users)
    .set({ token_used: sql`${users.token_used} + ${charged}` })
    .where(eq(users.id, user_id));
};
const usedBy = async (id: number) => {
  const [row] = await testServer.context.db.select().from(users).where(eq(users.id, id));
  return [row?.token_used, row?.token_cycle_start.toISOString()];
};

test('B23 the daily job begins every cycle that is due and no other, once under twenty racers', async () => {
  const joined = new Date('2026-10-12T15:00:00.000Z');
  const [due, late, running, idle] = await Promise.all(
    [joined, joined, new Date('2026-11-12T15:00:00.000Z'), joined].map((created_at) =>
      testServer.user({ created_at, signed_in: false }),
    ),
  );
  if (!due || !late || !running || !idle) throw new Error('nobody');
  await entered(due.id, 900, new Date('2026-11-11T12:00:00.000Z'));
  await entered(late.id, 900, new Date('2026-11-11T12:00:00.000Z'));
  await entered(late.id, 40, new Date('2026-11-13T12:00:00.000Z'));
  await entered(running.id, 70, new Date('2026-11-13T12:00:00.000Z'));

  const begun = await Promise.all(Array.from({ length: 20 }, () => renewCycles(testServer.context)));
  expect(begun.some((count) => count === 2)).toBe(true);
  await planJobs(testServer.context)['tokens.renew']({});

  expect(await usedBy(due.id)).toEqual([0, '2026-11-12T03:00:00.000Z']);
  expect(await usedBy(late.id)).toEqual([40, '2026-11-12T03:00:00.000Z']);
  expect(await usedBy(running.id)).toEqual([70, '2026-11-12T15:00:00.000Z']);
  // Nothing used, nothing to renew: it begins when they come.
  expect((await usedBy(idle.id))[0]).toBe(0);
  expect(
    await bringCycleUpToDate(testServer.context.db, idle.id, testServer.context.clock.now()),
  ).toMatchObject({
    token_cycle_start: new Date('2026-11-12T03:00:00.000Z'),
  });
  expect(await renewCycles(testServer.context)).toBe(0);
  expect(await brokenInvariants(testServer.context.db)).toEqual([]);
});
