/**
 * The dashboard over a million messages, whole calls at the server beside the shortest trip to the database:
 * `npm run bench -- stats [--rounds N] [--days N]`. Ends with code 1 where a call is slower than its bar.
 */
import { parseArgs } from 'node:util';
import { sql } from 'drizzle-orm';
import { openLog } from '../server/src/adapters/log.ts';
import type { OpenDatabase } from '../server/src/db/client.ts';
import { rollUp } from '../server/src/features/stats/roll-up.ts';
import { withDatabase } from '../server/test/with-database.ts';
import { startServerProcess } from './lists/test-server.ts';
import { fill, SIZE } from './stats/million-messages.ts';

const P95_BAR_MS = 100;
const WARM_UP_ROUNDS = 3;
const RANGES = ['day', 'week', 'month', 'three_months', 'all'];

type Times = { p50_ms: number; p95_ms: number };

export async function run(options: string[]): Promise<object> {
  const { values } = parseArgs({
    args: options,
    options: { rounds: { type: 'string', default: '40' }, days: { type: 'string', default: '365' } },
  });
  const [rounds, days] = [Number(values.rounds), Number(values.days)];
  return withDatabase(async (database) => {
    await fill(database.db, days);
    const roll_up_ms = await rolledUp(database);
    const testServer = await startServerProcess(database);
    try {
      const measured: Record<string, Times> = {};
      for (const range of RANGES)
        for (const call of ['activity', 'tokens', 'questions'])
          measured[`${call}, ${range}`] = await measure(rounds, () =>
            testServer.get('admin', `/admin/stats/${call}?time_range=${range}`),
          );
      const slow = Object.values(measured).filter(({ p95_ms }) => p95_ms > P95_BAR_MS);
      if (slow.length) process.exitCode = 1;
      const round_trip = await measure(rounds, () => database.db.execute(sql`select 1`));
      const holds = !slow.length;
      return {
        bench: 'stats',
        ...SIZE,
        days,
        rounds,
        p95_bar_ms: P95_BAR_MS,
        holds,
        roll_up_ms,
        round_trip,
        measured,
      };
    } finally {
      await testServer.close();
    }
  });
}

/** All of it at once, as on the first start after an upgrade. */
async function rolledUp({ db }: OpenDatabase): Promise<number> {
  const context = { db, log: openLog('silent'), clock: { now: () => new Date() } };
  const began = performance.now();
  while (await rollUp(context));
  return Math.round(performance.now() - began);
}

async function measure(rounds: number, call: () => Promise<unknown>): Promise<Times> {
  const times: number[] = [];
  for (let round = -WARM_UP_ROUNDS; round < rounds; round += 1) {
    const began = performance.now();
    await call();
    if (round >= 0) times.push(performance.now() - began);
  }
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) =>
    Math.round((sorted[Math.floor(share * (sorted.length - 1))] ?? 0) * 100) / 100;
  return { p50_ms: at(0.5), p95_ms: at(0.95) };
}
