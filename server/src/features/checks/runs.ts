/**
 * The rows of check runs. An agent has one run at a time over all processes: a running one holds a lease by the database's
 * clock, and the next process that finds the lease expired marks the run as broken off.
 */
import { and, desc, eq, getTableColumns, isNotNull, isNull, lte, not, sql } from 'drizzle-orm';
import { AppError } from '../../app-error.ts';
import type { Database, Queryable } from '../../db/client.ts';
import { agent_check_runs, agent_checks } from '../../db/tables/agents.ts';
import { lockAgent } from '../agents/store.ts';
import { currentVersions } from '../agents/versions.ts';
import type { Check } from './store.ts';

/** A process that does not renew its lease loses its run after this time. */
const LEASE_SECONDS = 15;

export type Counts = { held: number; failed: number; errors: number; tokens: number };
type RunRow = typeof agent_check_runs.$inferSelect;
type RunDto = Omit<RunRow, 'agent_id' | 'started_by' | 'lease_until'> & { is_current: boolean };

type NewRun = Pick<RunRow, 'agent_id' | 'agent_version_id' | 'started_by' | 'started_at'>;

const lease = sql`now() + make_interval(secs => ${LEASE_SECONDS})`;
const isOpen = and(isNull(agent_check_runs.finished_at), isNotNull(agent_check_runs.lease_until));
const isExpired = lte(agent_check_runs.lease_until, sql`now()`);

export function insertRun(db: Database, run: NewRun): Promise<{ id: number; checks: Check[] }> {
  return db.transaction(async (tx) => {
    await lockAgent(tx, run.agent_id);
    const ofAgent = eq(agent_check_runs.agent_id, run.agent_id);
    // Stored, so that a process that only seemed dead finds its run broken off and stops.
    await tx
      .update(agent_check_runs)
      .set({ lease_until: null })
      .where(and(ofAgent, isOpen, isExpired));
    const [running] = await tx
      .select({ id: agent_check_runs.id })
      .from(agent_check_runs)
      .where(and(ofAgent, isOpen));
    if (running) throw new AppError('checks_running');
    const checks = await tx
      .select({ id: agent_checks.id, question: agent_checks.question, expectation: agent_checks.expectation })
      .from(agent_checks)
      .where(eq(agent_checks.agent_id, run.agent_id))
      .orderBy(agent_checks.id);
    if (!checks.length) throw new AppError('no_checks');
    const [begun] = await tx
      .insert(agent_check_runs)
      .values({ ...run, total: checks.length, lease_until: lease })
      .returning({ id: agent_check_runs.id });
    if (!begun) throw new Error('no run was inserted');
    return { id: begun.id, checks };
  });
}

/** Renews the lease and stores the progress; false when the run is not ours any more. */
export async function renewRun(db: Queryable, id: number, counts: Counts): Promise<boolean> {
  const { rowCount } = await db
    .update(agent_check_runs)
    .set({ ...counts, lease_until: lease })
    .where(and(eq(agent_check_runs.id, id), isOpen));
  return rowCount === 1;
}

/** `finished_at` is null for a run that was broken off. False when it is not ours any more. */
export async function endRun(
  db: Queryable,
  id: number,
  end: Counts & { finished_at: Date | null },
): Promise<boolean> {
  const { rowCount } = await db
    .update(agent_check_runs)
    .set({ ...end, lease_until: null })
    .where(and(eq(agent_check_runs.id, id), isOpen));
  return rowCount === 1;
}

/** The last run that is over; null before the first. */
export function findLastRun(db: Queryable, agent_id: number): Promise<RunDto | null> {
  const isGoingOn = sql`${isOpen} and not ${isExpired}`;
  return findRun(db, sql`${agent_check_runs.agent_id} = ${agent_id} and ${not(sql`(${isGoingOn})`)}`);
}

/** Null when it went with its agent. */
export const findRunById = (db: Queryable, id: number): Promise<RunDto | null> =>
  findRun(db, sql`${agent_check_runs.id} = ${id}`);

const { agent_id: _, started_by: __, lease_until: ___, ...shown } = getTableColumns(agent_check_runs);

async function findRun(db: Queryable, condition: ReturnType<typeof sql>): Promise<RunDto | null> {
  const [run] = await db
    .select({ ...shown, agent_id: agent_check_runs.agent_id })
    .from(agent_check_runs)
    .where(condition)
    .orderBy(desc(agent_check_runs.id))
    .limit(1);
  if (!run) return null;
  const { agent_id, ...rest } = run;
  const current = (await currentVersions(db, [agent_id])).get(agent_id);
  return { ...rest, is_current: current !== undefined && current === rest.agent_version_id };
}
