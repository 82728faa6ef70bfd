/**
 * The rows of check runs. An agent has one run at a time over all processes: a running one holds a lease by the database's
 * clock, and the next process that finds the lease expired marks the run as broken off.
 */
import {
  and,
  desc,
  eq,
  getTableColumns,
  isNotNull,
  isNull,
  lte,
  ne,
  not,
  notInArray,
  sql,
} from 'drizzle-orm';
import type { CheckResult } from '#contract/agent-checks.ts';
import { CHECK_RUNS_KEPT } from '#contract/limits.ts';
import { AppError } from '../../app-error.ts';
import type { Database, Queryable, Transaction } from '../../db/client.ts';
import { agent_check_runs, type RunResult } from '../../db/tables/agents.ts';
import { lockAgent } from '../agents/store.ts';
import { currentVersions } from '../agents/versions.ts';
import { type Check, selectChecks } from './store.ts';

/** A process that does not renew its lease loses its run after this time. */
const LEASE_SECONDS = 15;

export type Counts = { held: number; failed: number; errors: number; tokens: number };
export type Progress = Counts & { results: RunResult[] };
type RunRow = typeof agent_check_runs.$inferSelect;
type Hidden = 'agent_id' | 'started_by' | 'lease_until' | 'results';
type RunDto = Omit<RunRow, Hidden> & { is_current: boolean };

type NewRun = Pick<RunRow, 'agent_id' | 'agent_version_id' | 'started_by' | 'started_at'>;

const lease = sql`now() + make_interval(secs => ${LEASE_SECONDS})`;
const isOpen = and(isNull(agent_check_runs.finished_at), isNotNull(agent_check_runs.lease_until));
const isExpired = lte(agent_check_runs.lease_until, sql`now()`);

export function insertRun(db: Database, run: NewRun): Promise<{ id: number; checks: Check[] }> {
  return db.transaction(async (tx) => {
    await lockAgent(tx, run.agent_id);
    if (await isBusy(tx, run.agent_id)) throw new AppError('checks_running');
    const checks = await selectChecks(tx, run.agent_id);
    if (!checks.length) throw new AppError('no_checks');
    const [begun] = await tx
      .insert(agent_check_runs)
      .values({ ...run, total: checks.length, lease_until: lease })
      .returning({ id: agent_check_runs.id });
    if (!begun) throw new Error('no run was inserted');
    await removeOld(tx, run.agent_id);
    return { id: begun.id, checks };
  });
}

/** Whether a run of the agent goes on. Marks those as broken off whose process has died. */
async function isBusy(tx: Transaction, agent_id: number): Promise<boolean> {
  const ofAgent = eq(agent_check_runs.agent_id, agent_id);
  // Stored, so that a process that only seemed dead finds its run broken off and stops.
  await tx
    .update(agent_check_runs)
    .set({ lease_until: null })
    .where(and(ofAgent, isOpen, isExpired));
  const [running] = await tx
    .select({ id: agent_check_runs.id })
    .from(agent_check_runs)
    .where(and(ofAgent, isOpen));
  return running !== undefined;
}

/** Begins a nightly run that waits, or goes on with one whose process has died. False while another run goes on. */
export async function claimRun(
  tx: Transaction,
  { agent_id, id }: Pick<RunRow, 'agent_id' | 'id'>,
  total: number,
): Promise<boolean> {
  if (await isBusy(tx, agent_id)) return false;
  await tx
    .update(agent_check_runs)
    .set({ lease_until: lease, note: null, total })
    .where(eq(agent_check_runs.id, id));
  await removeOld(tx, agent_id);
  return true;
}

async function removeOld(tx: Transaction, agent_id: number): Promise<void> {
  const newest = tx
    .select({ id: agent_check_runs.id })
    .from(agent_check_runs)
    .where(eq(agent_check_runs.agent_id, agent_id))
    .orderBy(desc(agent_check_runs.id))
    .limit(CHECK_RUNS_KEPT);
  await tx
    .delete(agent_check_runs)
    .where(and(eq(agent_check_runs.agent_id, agent_id), notInArray(agent_check_runs.id, newest)));
}

export async function setRunVersion(
  db: Queryable,
  id: number,
  agent_version_id: number | null,
): Promise<void> {
  await db.update(agent_check_runs).set({ agent_version_id }).where(eq(agent_check_runs.id, id));
}

/** Renews the lease and stores the progress; false when the run is not ours any more. */
export async function renewRun(db: Queryable, id: number, progress: Progress): Promise<boolean> {
  const { rowCount } = await db
    .update(agent_check_runs)
    .set({ ...progress, lease_until: lease })
    .where(and(eq(agent_check_runs.id, id), isOpen));
  return rowCount === 1;
}

/** `finished_at` is null for a run that was broken off. False when it is not ours any more. */
export async function endRun(
  db: Queryable,
  id: number,
  end: Progress & { finished_at: Date | null; note?: 'tokens' },
): Promise<boolean> {
  const { rowCount } = await db
    .update(agent_check_runs)
    .set({ ...end, lease_until: null })
    .where(and(eq(agent_check_runs.id, id), isOpen));
  return rowCount === 1;
}

/** The outcomes of the last whole run of the same version, by check. */
export async function outcomesBefore(
  db: Queryable,
  { agent_id, agent_version_id, id }: Pick<RunRow, 'agent_id' | 'agent_version_id' | 'id'>,
): Promise<Map<number, CheckResult['outcome']>> {
  if (agent_version_id === null) return new Map();
  const [before] = await db
    .select({ results: agent_check_runs.results })
    .from(agent_check_runs)
    .where(
      and(
        eq(agent_check_runs.agent_id, agent_id),
        eq(agent_check_runs.agent_version_id, agent_version_id),
        isNotNull(agent_check_runs.finished_at),
        ne(agent_check_runs.id, id),
      ),
    )
    .orderBy(desc(agent_check_runs.finished_at), desc(agent_check_runs.id))
    .limit(1);
  return new Map((before?.results ?? []).map(({ check_id, outcome }) => [check_id, outcome]));
}

/** The last runs that are over, newest first, with those that a night had no tokens left for. */
export function listRuns(db: Queryable, agent_id: number, limit: number): Promise<RunDto[]> {
  const isGoingOn = sql`${isOpen} and not ${isExpired}`;
  return findRuns(
    db,
    sql`${agent_check_runs.agent_id} = ${agent_id} and ${agent_check_runs.total} > 0
      and ${agent_check_runs.note} is distinct from 'waiting' and ${not(sql`(${isGoingOn})`)}`,
    limit,
  );
}

/** Null when it went with its agent. */
export async function findRunById(db: Queryable, id: number): Promise<RunDto | null> {
  const [run] = await findRuns(db, sql`${agent_check_runs.id} = ${id}`, 1);
  return run ?? null;
}

export async function findRunRow(db: Queryable, id: number): Promise<RunRow | undefined> {
  const [row] = await db.select().from(agent_check_runs).where(eq(agent_check_runs.id, id));
  return row;
}

const {
  agent_id: _,
  started_by: __,
  lease_until: ___,
  results: ____,
  ...shown
} = getTableColumns(agent_check_runs);

async function findRuns(db: Queryable, condition: ReturnType<typeof sql>, limit: number): Promise<RunDto[]> {
  const runs = await db
    .select({ ...shown, agent_id: agent_check_runs.agent_id })
    .from(agent_check_runs)
    .where(condition)
    .orderBy(desc(agent_check_runs.id))
    .limit(limit);
  const [first] = runs;
  if (!first) return [];
  const current = (await currentVersions(db, [first.agent_id])).get(first.agent_id);
  return runs.map(({ agent_id: ____of, ...rest }) => ({
    ...rest,
    is_current: current !== undefined && current === rest.agent_version_id,
  }));
}
