/** Counts per hour, agent and kind: never a value, never a person. */
import { sql } from 'drizzle-orm';
import type { AppContext } from '../../app-context.ts';
import { reasonOf } from '../../db/client.ts';
import { guard_hours } from '../../db/tables/statistics.ts';
import type { KindCounts } from '../../personal-data/marks.ts';

type CountContext = Pick<AppContext, 'db' | 'clock' | 'log'>;

const HOUR_MS = 3_600_000;

/** A count that is lost is logged: no answer waits or fails for it. */
export async function countPersonalData(
  { db, clock, log }: CountContext,
  agent_id: number,
  action: 'masked' | 'blocked' | 'warned',
  counts: KindCounts,
): Promise<void> {
  const hour = new Date(Math.floor(clock.now().getTime() / HOUR_MS) * HOUR_MS);
  const rows = Object.entries(counts).map(([kind, count]) => ({
    hour,
    agent_id,
    kind: kind as keyof KindCounts,
    [action]: count,
  }));
  if (!rows.length) return;
  const column = guard_hours[action];
  await db
    .insert(guard_hours)
    .values(rows)
    .onConflictDoUpdate({
      target: [guard_hours.hour, guard_hours.agent_id, guard_hours.kind],
      set: { [action]: sql`${column} + ${sql.raw(`excluded.${action}`)}` },
    })
    .catch((error) => log.warn({ agent_id, err: { message: reasonOf(error) } }, 'personal data not counted'));
}

/** The most that one call of an answer held of each kind: its steps and its answer hold mostly the same values. */
export function mostOf(one: KindCounts, other: KindCounts): KindCounts {
  const most = { ...one };
  for (const kind of Object.keys(other) as (keyof KindCounts)[])
    most[kind] = Math.max(most[kind] ?? 0, other[kind] ?? 0);
  return most;
}

export const totalOf = (counts: KindCounts): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);
