/** The words for the columns of a loaded sheet, kept while its rows are exchanged. */
import { eq } from 'drizzle-orm';
import type { SheetColumn } from '#contract/sheet-columns.ts';
import type { StoredColumnSettings } from '#contract/table-profile.ts';
import type { Transaction } from '../../../db/client.ts';
import { data_source_profiles } from '../../../db/tables/data-sources.ts';

export async function keepLabels(
  tx: Transaction,
  id: number,
  columns: StoredColumnSettings[],
  now: Date,
): Promise<void> {
  await tx
    .insert(data_source_profiles)
    .values({ data_source_id: id, columns, updated_at: now })
    .onConflictDoUpdate({ target: data_source_profiles.data_source_id, set: { columns, updated_at: now } });
}

type Exchange = { before: SheetColumn[]; after: StoredColumnSettings[]; now: Date };

/** Columns that stay as they were keep the words that administrators gave them. */
export async function exchangeLabels(
  tx: Transaction,
  id: number,
  { before, after, now }: Exchange,
): Promise<void> {
  const [profile] = await tx
    .select({ columns: data_source_profiles.columns })
    .from(data_source_profiles)
    .where(eq(data_source_profiles.data_source_id, id));
  const kept = new Map(profile?.columns.map((column) => [column.name, column]));
  const kinds = new Map(before.map(({ name, kind }) => [name, kind]));
  const columns = after.map((column) =>
    kinds.get(column.name) === column.kind ? (kept.get(column.name) ?? column) : column,
  );
  await keepLabels(tx, id, columns, now);
}
