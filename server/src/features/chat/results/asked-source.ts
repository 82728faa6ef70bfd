/** A data source as questions see it today: its columns that are not hidden, with their kinds and labels. */
import { eq } from 'drizzle-orm';
import type { DataSource } from '#contract/data-sources.ts';
import { findColumn } from '../../../adapters/content/columns.ts';
import type { ContentSession } from '../../../adapters/content/read-only-session.ts';
import type { Queryable } from '../../../db/client.ts';
import { data_source_profiles } from '../../../db/tables/data-sources.ts';
import { computeProfile } from '../../data-sources/profile/compute.ts';
import { rowsWordOf } from '../../data-sources/profile/labels.ts';
import type { AskedSource } from '../../data-sources/results/run-table-plan.ts';

type Source = Pick<DataSource, 'id' | 'name' | 'rag_config'>;
export type SourceSettings = Pick<typeof data_source_profiles.$inferSelect, 'rows_word' | 'columns'>;

export async function settingsOf(db: Queryable, id: number): Promise<SourceSettings> {
  const [settings] = await db
    .select({ rows_word: data_source_profiles.rows_word, columns: data_source_profiles.columns })
    .from(data_source_profiles)
    .where(eq(data_source_profiles.data_source_id, id));
  return settings ?? { rows_word: null, columns: [] };
}

export async function askedSource(
  session: ContentSession,
  { id, name, rag_config }: Source,
  { rows_word, columns: settings }: SourceSettings,
): Promise<AskedSource> {
  const { base_sql_query, main_content_column } = rag_config.document_search;
  const mapped = Object.entries(rag_config.profile_extraction.terminology_mapping).flatMap(
    ([parameter, { values }]) => {
      const column = findColumn(session.columns, parameter);
      return column && values.length ? [[column.name, values] as const] : [];
    },
  );
  const { columns } = await computeProfile(session, {
    mapped: new Map(mapped),
    main_column: main_content_column,
  });
  const visible = columns.flatMap((column) => {
    const typed = settings.find((one) => one.name === column.name);
    return typed?.hidden ? [] : [{ ...column, ...typed }];
  });
  const main = findColumn(session.columns, main_content_column)?.name;
  const first = visible.filter(({ kind, name: column }) => kind === 'identifier' && column !== main);
  const heads = [...first.map((column) => column.name).slice(0, 1), ...(main ? [main] : [])];
  return {
    id,
    name,
    table: { columns: visible, rows_word: rows_word ?? rowsWordOf(name, base_sql_query) },
    cells: visible,
    row_columns: [...new Set([...heads, ...visible.map((column) => column.name)])],
  };
}
