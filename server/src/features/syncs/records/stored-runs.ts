/** The rows of runs and previews, and of the items that they looked at. */
import { and, asc, count, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import {
  type ItemReason,
  type ItemState,
  type PreviewState,
  reasonWords,
  type SyncRun,
} from '#contract/sync-runs.ts';
import { AppError } from '../../../app-error.ts';
import type { Queryable } from '../../../db/client.ts';
import { documents } from '../../../db/tables/knowledge.ts';
import { sync_items, sync_preview_items, sync_runs } from '../../../db/tables/syncs.ts';

export type RunRow = typeof sync_runs.$inferSelect;
export type RunPlace = { knowledge_base_id: number; run_id: number };
type Page = { skip: number; limit: number };

export const isRun = ({ knowledge_base_id, run_id }: RunPlace) =>
  and(eq(sync_runs.knowledge_base_id, knowledge_base_id), eq(sync_runs.id, run_id));

export async function findRun(
  db: Queryable,
  place: RunPlace,
  of: { kind: RunRow['kind']; sync_id?: number },
): Promise<RunRow> {
  const [row] = await db
    .select()
    .from(sync_runs)
    .where(
      and(
        isRun(place),
        eq(sync_runs.kind, of.kind),
        of.sync_id === undefined ? undefined : eq(sync_runs.sync_id, of.sync_id),
      ),
    );
  if (!row) throw new AppError('run_not_found');
  return row;
}

type ShownRun = Omit<SyncRun, 'started_at' | 'finished_at'> & Pick<RunRow, 'started_at' | 'finished_at'>;

/** Settings and secrets of a preview stay here. */
export function toRun(
  run: RunRow,
  { to_withdraw, kept }: Pick<SyncRun, 'to_withdraw' | 'kept'> = { to_withdraw: 0, kept: 0 },
): ShownRun {
  const { id, sync_id, kind, started_at, finished_at, listing_complete, partial, outcome, error } = run;
  const { listed, done, added, changed, unchanged, missing, withdrawn, skipped, failed } = run;
  return {
    ...{ id, sync_id, kind, started_at, finished_at, listing_complete, partial, outcome, error },
    ...{ listed, done, added, changed, unchanged, missing, withdrawn, skipped, failed },
    phase: run.cursor.phase,
    to_withdraw,
    kept,
  };
}

export async function listRuns(
  db: Queryable,
  { knowledge_base_id, sync_id }: { knowledge_base_id: number; sync_id: number },
  { skip, limit }: Page,
): Promise<{ rows: RunRow[]; total: number }> {
  const isListed = and(
    eq(sync_runs.knowledge_base_id, knowledge_base_id),
    eq(sync_runs.sync_id, sync_id),
    eq(sync_runs.kind, 'run'),
  );
  const rows = await db
    .select()
    .from(sync_runs)
    .where(isListed)
    .orderBy(desc(sync_runs.id))
    .limit(limit)
    .offset(skip);
  const [counted] = await db.select({ total: count() }).from(sync_runs).where(isListed);
  return { rows, total: counted?.total ?? 0 };
}

const phraseOf = (reason: ItemReason | null): string | null => (reason === null ? null : reasonWords(reason));

/** With the failure of the document's reading, which a new state of the item, or «try again», may mend. */
export async function listItems(
  db: Queryable,
  of: { knowledge_base_id: number; sync_id: number; run_id?: number; external_id?: string },
  { state, skip, limit }: Page & { state?: ItemState | undefined },
) {
  const isListed = and(
    eq(sync_items.knowledge_base_id, of.knowledge_base_id),
    eq(sync_items.sync_id, of.sync_id),
    equals(sync_items.done_run, of.run_id),
    equals(sync_items.external_id, of.external_id),
    equals(sync_items.state, state),
  );
  const { external_id, name, size, reason, document_id } = sync_items;
  const rows = await db
    .select({ external_id, name, size, state: sync_items.state, reason, document_id, error: documents.error })
    .from(sync_items)
    .leftJoin(
      documents,
      and(
        eq(documents.knowledge_base_id, sync_items.knowledge_base_id),
        eq(documents.id, sync_items.document_id),
        eq(documents.status, 'failed'),
      ),
    )
    .where(isListed)
    .orderBy(asc(external_id))
    .limit(limit)
    .offset(skip);
  const [counted] = await db.select({ total: count() }).from(sync_items).where(isListed);
  return {
    rows: rows.map(({ error, ...row }) => ({ ...row, detail: phraseOf(row.reason) ?? error })),
    total: counted?.total ?? 0,
  };
}

const equals = (column: AnyPgColumn, value: string | number | undefined): SQL | undefined =>
  value === undefined ? undefined : sql`${column} = ${value}`;

export async function listPreviewItems(
  db: Queryable,
  { knowledge_base_id, run_id }: RunPlace,
  { state, skip, limit }: Page & { state?: PreviewState | undefined },
) {
  const isListed = and(
    eq(sync_preview_items.knowledge_base_id, knowledge_base_id),
    eq(sync_preview_items.run_id, run_id),
    equals(sync_preview_items.state, state),
  );
  const { external_id, name, size, reason } = sync_preview_items;
  const rows = await db
    .select({ external_id, name, size, state: sync_preview_items.state, reason })
    .from(sync_preview_items)
    .where(isListed)
    .orderBy(asc(external_id))
    .limit(limit)
    .offset(skip);
  const [counted] = await db.select({ total: count() }).from(sync_preview_items).where(isListed);
  return { rows: rows.map((row) => ({ ...row, detail: phraseOf(row.reason) })), total: counted?.total ?? 0 };
}
