/** Counts per hour, agent and kind: never a value, never a person. */
import { desc, eq, gte, lt, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { AppContext } from '../../app-context.ts';
import { type Database, reasonOf } from '../../db/client.ts';
import { agents } from '../../db/tables/agents.ts';
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

const SHOWN_DAYS = 30;
const KEPT_DAYS = 400;
const DAY_MS = 24 * HOUR_MS;

/** The last 30 days, the agents with the most first. */
export async function guardFigures({ db, clock }: Pick<CountContext, 'db' | 'clock'>) {
  const total = (column: AnyPgColumn) => sql<number>`sum(${column})::float8`;
  const since = new Date(clock.now().getTime() - SHOWN_DAYS * DAY_MS);
  return db
    .select({
      agent_id: guard_hours.agent_id,
      agent_name: agents.name,
      kind: guard_hours.kind,
      masked: total(guard_hours.masked),
      blocked: total(guard_hours.blocked),
      warned: total(guard_hours.warned),
    })
    .from(guard_hours)
    .leftJoin(agents, eq(agents.id, guard_hours.agent_id))
    .where(gte(guard_hours.hour, since))
    .groupBy(guard_hours.agent_id, agents.name, guard_hours.kind)
    .orderBy(
      desc(sql`sum(${guard_hours.masked} + ${guard_hours.blocked} + ${guard_hours.warned})`),
      guard_hours.agent_id,
      guard_hours.kind,
    );
}

export async function deleteOldGuardHours(db: Pick<Database, 'delete'>, now: Date): Promise<void> {
  await db.delete(guard_hours).where(lt(guard_hours.hour, new Date(now.getTime() - KEPT_DAYS * DAY_MS)));
}
