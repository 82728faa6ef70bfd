/**
 * A clock that can be moved forward, for development. The offset is stored in the database, so that every process of the
 * installation agrees. Never in production.
 */
import { eq, sql } from 'drizzle-orm';
import { type Database, reasonOf } from '../db/client.ts';
import { installation } from '../db/tables/installation.ts';
import { type Clock, systemClock } from './clock.ts';
import type { Log } from './log.ts';
import type { Signals } from './signals.ts';

export type MovableClock = Clock & {
  advance(ms: number): Promise<void>;
};

const KEY = 'clock_ahead_ms';
const TOPIC = 'clock';

export async function openMovableClock(context: {
  db: Database;
  signals: Signals;
  log: Log;
}): Promise<MovableClock> {
  const { db, signals, log } = context;
  let ahead = 0;
  const read = async () => {
    const [row] = await db
      .select({ value: installation.value })
      .from(installation)
      .where(eq(installation.key, KEY));
    ahead = Number(row?.value ?? 0);
  };
  signals.listen(TOPIC, () => {
    read().catch((error) => log.warn({ err: { message: reasonOf(error) } }, 'the clock was not read'));
  });
  await read();
  return {
    now: () => new Date(systemClock.now().getTime() + ahead),
    async advance(ms) {
      await db
        .insert(installation)
        .values({ key: KEY, value: ms })
        .onConflictDoUpdate({
          target: installation.key,
          set: { value: sql`to_jsonb((${installation.value})::bigint + ${ms}::bigint)` },
        });
      await read();
      await signals.send(TOPIC);
    },
  };
}
