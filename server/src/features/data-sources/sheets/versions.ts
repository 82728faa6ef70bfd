/** The versions of a loaded sheet: which one a data source reads, and how an earlier one comes back. */
import { and, desc, eq } from 'drizzle-orm';
import type { RagConfig } from '#contract/data-sources.ts';
import type { SheetColumn } from '#contract/sheet-columns.ts';
import type { SheetDifference } from '#contract/sheets.ts';
import type { AppContext } from '../../../app-context.ts';
import { AppError } from '../../../app-error.ts';
import type { Queryable } from '../../../db/client.ts';
import { data_sources, sheet_versions } from '../../../db/tables/data-sources.ts';
import { type Actor, recordChange } from '../../audit/record.ts';
import { queueRefresh } from '../profile/refresh-profile.ts';
import { auditLabel } from '../settings/audited.ts';
import { requireDataSource } from '../settings/store.ts';
import { exchangeLabels } from './kept-labels.ts';
import { replacedConfig } from './source-config.ts';

type Version = typeof sheet_versions.$inferSelect;

const versionsOf = (db: Queryable, data_source_id: number): Promise<Version[]> =>
  db
    .select()
    .from(sheet_versions)
    .where(eq(sheet_versions.data_source_id, data_source_id))
    .orderBy(desc(sheet_versions.id));

/** Null for a data source that was not loaded from a file. */
export async function loadedSheet(db: Queryable, data_source_id: number) {
  await requireDataSource(db, data_source_id);
  const versions = await versionsOf(db, data_source_id);
  const current = versions.find(({ is_current }) => is_current);
  if (!current) return null;
  const { file, sheet, rows, columns, loaded_at } = current;
  return { file, sheet, rows, columns, loaded_at, versions };
}

export async function currentVersion(db: Queryable, data_source_id: number): Promise<Version | null> {
  const [version] = await db
    .select()
    .from(sheet_versions)
    .where(and(eq(sheet_versions.data_source_id, data_source_id), eq(sheet_versions.is_current, true)));
  return version ?? null;
}

/** Null where the columns have the same names and kinds, in whatever order. */
export function differenceOf(before: SheetColumn[], after: SheetColumn[]): SheetDifference | null {
  const old = new Map(before.map((column) => [column.name, column]));
  const names = new Set(after.map(({ name }) => name));
  const missing = before.filter(({ name }) => !names.has(name));
  const added = after.filter(({ name }) => !old.has(name));
  const changed = after.flatMap(({ name, label, kind }) => {
    const known = old.get(name);
    return known && known.kind !== kind ? [{ name, label, before: known.kind, after: kind }] : [];
  });
  return missing.length || added.length || changed.length ? { missing, added, changed } : null;
}

/** Its columns may be others than those of today: the settings follow as they do when a file is replaced. */
export async function restoreVersion(
  context: Pick<AppContext, 'db' | 'clock' | 'queue'>,
  by: Actor,
  data_source_id: number,
  version_id: number,
) {
  const { db, clock } = context;
  const now = clock.now();
  await db.transaction(async (tx) => {
    const [source] = await tx
      .select()
      .from(data_sources)
      .where(eq(data_sources.id, data_source_id))
      .for('no key update');
    if (!source) throw new AppError('data_source_not_found');
    const versions = await versionsOf(tx, data_source_id);
    const [current, wanted] = [
      versions.find(({ is_current }) => is_current),
      versions.find(({ id }) => id === version_id),
    ];
    if (!current || !wanted) throw new AppError('sheet_version_not_found');
    if (current.id === wanted.id) return;
    await tx
      .update(data_sources)
      .set({ rag_config: restoredConfig(source, current, wanted), updated_at: now })
      .where(eq(data_sources.id, data_source_id));
    const after = wanted.columns.map((column) => ({ ...column, synonyms: [], hidden: false }));
    await exchangeLabels(tx, data_source_id, { before: current.columns, after, now });
    await makeCurrent(tx, data_source_id, wanted.id);
    const change = {
      action: 'data_source.sheet_restored',
      ...auditLabel(source),
      before: { file: current.file, rows: current.rows },
      after: { file: wanted.file, rows: wanted.rows },
    };
    await recordChange(tx, by, change, now);
    await queueRefresh(context, tx, await requireDataSource(tx, data_source_id));
  });
  const restored = await loadedSheet(db, data_source_id);
  if (!restored) throw new AppError('sheet_version_not_found');
  return restored;
}

/** Nothing is known any more of how long the texts of the version are: its first column of texts may become the main one. */
const restoredConfig = ({ rag_config }: { rag_config: RagConfig }, current: Version, wanted: Version) =>
  replacedConfig(
    rag_config,
    { table: current.table_name, columns: current.columns },
    {
      table: wanted.table_name,
      columns: wanted.columns.map((column) => ({ ...column, unit: null, letters: 0 })),
    },
  );

export async function makeCurrent(tx: Queryable, data_source_id: number, version_id: number): Promise<void> {
  await tx
    .update(sheet_versions)
    .set({ is_current: false })
    .where(eq(sheet_versions.data_source_id, data_source_id));
  await tx.update(sheet_versions).set({ is_current: true }).where(eq(sheet_versions.id, version_id));
}
