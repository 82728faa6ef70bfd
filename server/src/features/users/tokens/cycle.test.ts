import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { token_entries } from '../../../db/tables/chat.ts';
import { users } from '../../../db/tables/people.ts';
import { bringCycleUpToDate, cycleStart, nextTokenReset, renewalDate } from './cycle.ts';

const inSaoPaulo = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/Sao_Paulo',
  dateStyle: 'short',
  timeStyle: 'medium',
  hourCycle: 'h23',
});
const partsOf = (instant: Date) => {
  const [, year, month, day, hour, minute] = (
    /(\d+)-(\d+)-(\d+), (\d+):(\d+)/.exec(inSaoPaulo.format(instant)) ?? []
  ).map(Number);
  return { year: year ?? 0, month: month ?? 0, day: day ?? 0, hour: hour ?? 0, minute: minute ?? 0 };
};

/** Small, seeded, the same on every run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('the monthly cycle', () => {
  test('B23 holds for 10 000 dates: begins on the anchor day or the last of the month, at the first instant of that day', () => {
    const random = randomFrom(20_261_114);
    const from = Date.UTC(1985, 0, 1);
    const span = Date.UTC(2060, 0, 1) - from;
    for (let round = 0; round < 10_000; round += 1) {
      const anchor = new Date(from + Math.floor(random() * span));
      const now = new Date(from + Math.floor(random() * span));
      const start = cycleStart(anchor, now);
      const next = nextTokenReset(anchor, now);
      const label = `${anchor.toISOString()} ${now.toISOString()}`;

      expect(start <= now && now < next, label).toBe(true);
      // Nothing lies between: the cycle before the next one is this one.
      expect(cycleStart(anchor, new Date(next.getTime() - 1)), label).toEqual(start);
      expect(cycleStart(anchor, next), label).toEqual(next);
      expect(nextTokenReset(anchor, start), label).toEqual(next);
      for (const edge of [start, next]) {
        const { year, month, day, hour, minute } = partsOf(edge);
        const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
        expect(day, label).toBe(Math.min(partsOf(anchor).day, lastDay));
        expect(partsOf(new Date(edge.getTime() - 1)).day, label).not.toBe(day);
        expect(minute === 0 && hour <= 1, label).toBe(true);
      }
    }
  });

  test('B23 next_token_reset strictly increases, a month at a time, and finds the 31st again after February', () => {
    const anchor = new Date('2023-01-31T15:00:00.000Z');
    let at = anchor;
    const dates = Array.from({ length: 14 }, () => {
      const next = nextTokenReset(anchor, at);
      expect(next > at).toBe(true);
      at = next;
      return renewalDate(anchor, new Date(next.getTime() - 1));
    });
    expect(dates.slice(0, 4)).toEqual(['28/02/2023', '31/03/2023', '30/04/2023', '31/05/2023']);
    expect(dates[12]).toBe('29/02/2024');
  });

  test('counts days in São Paulo: who joined at 22:30 on the 30th renews on the 30th', () => {
    const joined = new Date('2026-10-31T01:30:00.000Z');
    expect(renewalDate(joined, new Date('2026-11-14T12:00:00.000Z'))).toBe('30/11/2026');
    expect(nextTokenReset(joined, new Date('2026-11-14T12:00:00.000Z')).toISOString()).toBe(
      '2026-11-30T03:00:00.000Z',
    );
  });

  test('on the night when summer time began the day has no midnight and begins at one', () => {
    const anchor = new Date('2018-10-04T15:00:00.000Z');
    expect(nextTokenReset(anchor, new Date('2018-10-20T12:00:00.000Z')).toISOString()).toBe(
      '2018-11-04T03:00:00.000Z',
    );
    expect(cycleStart(anchor, new Date('2018-12-20T12:00:00.000Z')).toISOString()).toBe(
      '2018-12-04T02:00:00.000Z',
    );
  });
});

describe('the stored cycle', () => {
  let testServer: TestServer;
  beforeAll(async () => {
    testServer = await startTestServer();
  });
  afterAll(() => testServer.close());

  const entry = (user_id: number, charged: number, created_at: string) =>
    testServer.context.db.insert(token_entries).values({
      user_id,
      purpose: 'answer',
      model: 'local',
      input_tokens: charged,
      output_tokens: 0,
      charged,
      estimated: false,
      created_at: new Date(created_at),
    });
  const stored = async (id: number) => {
    const [row] = await testServer.context.db.select().from(users).where(eq(users.id, id));
    return row;
  };
  const now = new Date('2026-11-14T12:00:00.000Z');

  test('that is over begins anew, with what was charged since', async () => {
    const { id } = await testServer.user({
      created_at: new Date('2026-08-12T15:00:00.000Z'),
      token_used: 900,
    });
    await entry(id, 900, '2026-11-11T12:00:00.000Z');
    await entry(id, 7, '2026-11-12T03:00:00.000Z');

    const usage = await bringCycleUpToDate(testServer.context.db, id, now);

    expect(usage).toMatchObject({ token_used: 7, token_cycle_start: new Date('2026-11-12T03:00:00.000Z') });
    expect(await stored(id)).toMatchObject(usage ?? {});
  });

  test('that runs on is left alone', async () => {
    const { id } = await testServer.user({
      created_at: new Date('2026-11-12T15:00:00.000Z'),
      token_used: 900,
    });
    const usage = await bringCycleUpToDate(testServer.context.db, id, now);
    expect(usage).toMatchObject({ token_used: 900, token_cycle_start: new Date('2026-11-12T15:00:00.000Z') });
  });

  test('of nobody is nobody’s', async () => {
    expect(await bringCycleUpToDate(testServer.context.db, 1_999_999_999, now)).toBeUndefined();
  });

  test('B23 begins once under twenty racers while answers settle beside it: token_used stays the sum of its entries', async () => {
    const { id } = await testServer.user({
      created_at: new Date('2026-08-12T15:00:00.000Z'),
      token_used: 5_000,
    });
    const settle = () =>
      testServer.context.db.transaction(async (tx) => {
        await tx.insert(token_entries).values({
          user_id: id,
          purpose: 'answer',
          model: 'local',
          input_tokens: 10,
          output_tokens: 0,
          charged: 10,
          estimated: false,
          created_at: now,
        });
        await tx
          .update(users)
          .set({ token_used: sql`${users.token_used} + 10` })
          .where(eq(users.id, id));
      });
    const racers = Array.from({ length: 20 }, () => [
      bringCycleUpToDate(testServer.context.db, id, now),
      settle(),
    ]);
    await Promise.all(racers.flat());

    expect(await stored(id)).toMatchObject({
      token_used: 200,
      token_cycle_start: new Date('2026-11-12T03:00:00.000Z'),
    });
  });
});
