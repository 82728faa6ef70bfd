/** The tables of sheets: reserved before they are loaded, and dropped when nothing reads them any more. */
import { and, inArray, lt, sql } from 'drizzle-orm';
import { SHEET_VERSIONS_MAX } from '#contract/limits.ts';
import type { AppContext } from '../../../app-context.ts';
import { type Queryable, reasonOf, type Transaction } from '../../../db/client.ts';
import { dropped_sheets, sheet_versions } from '../../../db/tables/data-sources.ts';
import { deleteExpiredUploads } from './uploads.ts';

/** A load takes minutes at most: what is older belongs to a process that ended. */
const LOADING_MS = 3_600_000;

export type ReservedTable = { data_source_id: number; version_id: number; table: string };

/**
 * Takes the numbers of a version, and of a data source where there is none yet. Until `claimTable` the table counts as one
 * to be dropped, so that a load that ends with its process leaves nothing behind.
 */
export async function reserveTable(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  data_source_id: number | undefined,
): Promise<ReservedTable> {
  const { rows } = await db.execute<{ source: number; version: number }>(sql`
    select coalesce(${data_source_id ?? null}::int, nextval(pg_get_serial_sequence('data_sources', 'id')))::int as source,
      nextval(pg_get_serial_sequence('sheet_versions', 'id'))::int as version`);
  const [taken] = rows;
  if (!taken) throw new Error('no number was taken');
  const table = `s${taken.source}_${taken.version}`;
  await db.insert(dropped_sheets).values({ table_name: table, dropped_at: clock.now() });
  return { data_source_id: taken.source, version_id: taken.version, table };
}

/** False where the table was dropped meanwhile. */
export async function claimTable(tx: Transaction, table: string): Promise<boolean> {
  const claimed = await tx
    .delete(dropped_sheets)
    .where(inArray(dropped_sheets.table_name, [table]))
    .returning({ table: dropped_sheets.table_name });
  return claimed.length > 0;
}

/** Forgets all but the newest versions of a source and the current one; returns the tables to drop after the commit. */
export async function retireVersions(tx: Transaction, data_source_id: number, now: Date): Promise<string[]> {
  const { rows } = await tx.execute<{ table_name: string }>(sql`
    with kept as (select id from ${sheet_versions} where data_source_id = ${data_source_id}
      order by is_current desc, id desc limit ${SHEET_VERSIONS_MAX})
    delete from ${sheet_versions} where data_source_id = ${data_source_id} and id not in (select id from kept)
    returning table_name`);
  return noteDropped(tx, rows, now);
}

async function noteDropped(tx: Transaction, rows: { table_name: string }[], now: Date): Promise<string[]> {
  // The age lets the next sweep drop them, should the process end before it does.
  const dropped_at = new Date(now.getTime() - LOADING_MS);
  if (rows.length)
    await tx.insert(dropped_sheets).values(rows.map(({ table_name }) => ({ table_name, dropped_at })));
  return rows.map(({ table_name }) => table_name);
}

type DropContext = Pick<AppContext, 'db' | 'clock' | 'sheets' | 'log'>;

/** Drops the tables; what cannot be dropped now is left for the job. */
export async function dropTables({ db, sheets, log }: DropContext, tables: string[]): Promise<void> {
  if (!tables.length) return;
  try {
    await sheets.drop(tables);
    await db.delete(dropped_sheets).where(inArray(dropped_sheets.table_name, tables));
  } catch (error) {
    log.warn({ err: { message: reasonOf(error) }, tables }, 'sheets were not dropped yet');
  }
}

/** Drops what an hour ago was loaded and never claimed, or could not be dropped at once. */
export async function sweepSheets(context: DropContext): Promise<void> {
  const now = context.clock.now();
  await deleteExpiredUploads(context.db, now);
  await dropTables(context, await unclaimed(context.db, new Date(now.getTime() - LOADING_MS)));
}

async function unclaimed(db: Queryable, before: Date): Promise<string[]> {
  const rows = await db
    .select({ table: dropped_sheets.table_name })
    .from(dropped_sheets)
    .where(and(lt(dropped_sheets.dropped_at, new Date(before.getTime() + 1))));
  return rows.map(({ table }) => table);
}
