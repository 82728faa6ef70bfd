/** The rows of comparisons. A running one holds a lease by the database's clock, as a run of checks does. */
import { and, desc, eq, inArray, notInArray, type SQL, sql } from 'drizzle-orm';
import type { Comparison, ComparisonCell } from '#contract/comparisons.ts';
import { AppError } from '../../../app-error.ts';
import type { Database, Queryable } from '../../../db/client.ts';
import { agent_versions, comparison_cells, model_comparisons } from '../../../db/tables/agents.ts';
import { lockAgent } from '../../agents/store.ts';
import { currentVersions } from '../../agents/versions.ts';
import { type Check, listChecks } from '../store.ts';

const LEASE_SECONDS = 15;
const KEPT = 10;
/** Comparisons that run at once in the whole installation. */
const RUNNING_MAX = 2;
/** Held while running comparisons are counted; any number that no other lock has. */
const COUNT_LOCK = 7_261_402;

type Column = { version_id: number; model: string };
export type ComparisonDto = Omit<Comparison, 'started_at' | 'finished_at' | 'columns'> & {
  columns: (Column & { saved_at: Date | null; is_current: boolean })[];
  started_at: Date;
  finished_at: Date | null;
};

const lease = sql`now() + make_interval(secs => ${LEASE_SECONDS})`;
const isOpen = sql<boolean>`(${model_comparisons.finished_at} is null
  and coalesce(${model_comparisons.lease_until} > now(), false))`;

export function insertComparison(
  db: Database,
  started: { agent_id: number; started_by: number; columns: Column[]; started_at: Date },
): Promise<{ id: number; checks: Check[] }> {
  return db.transaction(async (tx) => {
    await lockAgent(tx, started.agent_id);
    await tx.execute(sql`select pg_advisory_xact_lock(${COUNT_LOCK})`);
    const running = await tx
      .select({ agent_id: model_comparisons.agent_id })
      .from(model_comparisons)
      .where(isOpen);
    const isOfAgent = running.some(({ agent_id }) => agent_id === started.agent_id);
    if (isOfAgent || running.length >= RUNNING_MAX) throw new AppError('checks_running');
    const checks = await listChecks(tx, started.agent_id);
    if (!checks.length) throw new AppError('no_checks');
    const [begun] = await tx
      .insert(model_comparisons)
      .values({ ...started, lease_until: lease })
      .returning({ id: model_comparisons.id });
    if (!begun) throw new Error('no comparison was inserted');
    await removeOld(tx, started.agent_id);
    return { id: begun.id, checks };
  });
}

async function removeOld(db: Queryable, agent_id: number): Promise<void> {
  const newest = db
    .select({ id: model_comparisons.id })
    .from(model_comparisons)
    .where(eq(model_comparisons.agent_id, agent_id))
    .orderBy(desc(model_comparisons.id))
    .limit(KEPT);
  await db
    .delete(model_comparisons)
    .where(and(eq(model_comparisons.agent_id, agent_id), notInArray(model_comparisons.id, newest)));
}

/** Renews the lease; false when the comparison was ended, or went with its agent. */
export async function renewComparison(db: Queryable, id: number): Promise<boolean> {
  const { rowCount } = await db
    .update(model_comparisons)
    .set({ lease_until: lease })
    .where(and(eq(model_comparisons.id, id), isOpen));
  return rowCount === 1;
}

/** `finished_at` is null for a comparison that was broken off. */
export async function endComparison(db: Queryable, id: number, finished_at: Date | null): Promise<void> {
  await db
    .update(model_comparisons)
    .set({ finished_at, lease_until: null })
    .where(and(eq(model_comparisons.id, id), isOpen));
}

export async function keepCell(db: Queryable, run_id: number, cell: ComparisonCell): Promise<void> {
  const { cost_brl_micro, ...kept } = cell;
  await db.insert(comparison_cells).values({
    ...kept,
    run_id,
    cost_brl_micro: cost_brl_micro === null ? null : BigInt(cost_brl_micro),
  });
}

/** The last ones, newest first; only the newest has its cells, because answers are long. */
export async function listComparisons(db: Queryable, agent_id: number): Promise<ComparisonDto[]> {
  const found = await select(db, eq(model_comparisons.agent_id, agent_id), KEPT);
  const [newest] = found;
  const cells = newest ? await cellsOf(db, newest.id) : [];
  return found.map((comparison) => ({ ...comparison, cells: comparison === newest ? cells : [] }));
}

/** Null when it went with its agent. */
export async function findComparison(db: Queryable, id: number): Promise<ComparisonDto | null> {
  const [found] = await select(db, eq(model_comparisons.id, id), 1);
  return found ? { ...found, cells: await cellsOf(db, id) } : null;
}

export async function requireComparison(db: Queryable, id: number): Promise<ComparisonDto> {
  const found = await findComparison(db, id);
  if (!found) throw new AppError('comparison_not_found');
  return found;
}

async function select(db: Queryable, condition: SQL, limit: number): Promise<Omit<ComparisonDto, 'cells'>[]> {
  const found = await db
    .select({
      id: model_comparisons.id,
      agent_id: model_comparisons.agent_id,
      columns: model_comparisons.columns,
      started_at: model_comparisons.started_at,
      finished_at: model_comparisons.finished_at,
      is_running: isOpen,
    })
    .from(model_comparisons)
    .where(condition)
    .orderBy(desc(model_comparisons.id))
    .limit(limit);
  const [first] = found;
  if (!first) return [];
  const ids = [...new Set(found.flatMap(({ columns }) => columns.map(({ version_id }) => version_id)))];
  const current = (await currentVersions(db, [first.agent_id])).get(first.agent_id);
  const saved = await savedAt(db, ids);
  return found.map(({ agent_id: _, columns, ...comparison }) => ({
    ...comparison,
    columns: columns.map((column) => ({
      ...column,
      saved_at: saved.get(column.version_id) ?? null,
      is_current: column.version_id === current,
    })),
  }));
}

async function savedAt(db: Queryable, ids: number[]): Promise<Map<number, Date>> {
  const versions = await db
    .select({ id: agent_versions.id, created_at: agent_versions.created_at })
    .from(agent_versions)
    .where(inArray(agent_versions.id, ids));
  return new Map(versions.map(({ id, created_at }) => [id, created_at]));
}

async function cellsOf(db: Queryable, run_id: number): Promise<ComparisonCell[]> {
  const rows = await db
    .select()
    .from(comparison_cells)
    .where(eq(comparison_cells.run_id, run_id))
    .orderBy(comparison_cells.check_id, comparison_cells.column);
  return rows.map(({ run_id: _, cost_brl_micro, ...cell }) => ({
    ...cell,
    cost_brl_micro: cost_brl_micro === null ? null : Number(cost_brl_micro),
  }));
}
