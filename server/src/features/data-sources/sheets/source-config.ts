/** The settings of a data source over a loaded sheet: base query, parameters, main column, and labels. */

import { RagConfig } from '#contract/data-sources.ts';
import { PARAMETERS_MAX } from '#contract/limits.ts';
import type { SheetColumn } from '#contract/sheet-columns.ts';
import type { ProfileColumnSettings } from '#contract/table-profile.ts';
import { quoteIdentifier } from '../../../adapters/content/columns.ts';
import { qualified } from '../../../adapters/content/sheet-writer.ts';

/** A column with the facts that its load gave. */
export type LoadedColumn = SheetColumn & { unit: string | null; letters: number };

export function configOf(table: string, columns: LoadedColumn[]): RagConfig {
  return RagConfig.parse({
    profile_extraction: { terminology_mapping: parametersOf(columns) },
    document_search: {
      base_sql_query: baseQueryOf(table, columns),
      main_content_column: mainColumnOf(columns),
    },
  });
}

export const baseQueryOf = (table: string, columns: Pick<SheetColumn, 'name'>[]): string =>
  `select ${columns.map(({ name }) => quoteIdentifier(name)).join(', ')}\nfrom ${qualified(table)}`;

/** The values of categories are read from their columns. */
const parametersOf = (columns: SheetColumn[]) =>
  Object.fromEntries(
    columns
      .filter(({ kind }) => kind === 'category')
      .slice(0, PARAMETERS_MAX)
      .map(({ name }) => [name, { regex_config: { enabled: true } }]),
  );

/** The longest texts say what a row is about; without texts the first column does. */
function mainColumnOf(columns: LoadedColumn[]): string {
  const longest = (kinds: string[]) =>
    columns.filter(({ kind }) => kinds.includes(kind)).sort((one, other) => other.letters - one.letters)[0];
  return (longest(['text']) ?? longest(['category', 'identifier']) ?? columns[0])?.name ?? '';
}

/**
 * The settings after a replacement. A query that nobody changed follows the new columns; in another one only the table is
 * exchanged. Parameters of columns that are gone leave with them.
 */
export function replacedConfig(
  config: RagConfig,
  before: { table: string; columns: SheetColumn[] },
  after: { table: string; columns: LoadedColumn[] },
): RagConfig {
  const query = config.document_search.base_sql_query;
  const isUntouched = query.trim() === baseQueryOf(before.table, before.columns);
  const base_sql_query = isUntouched
    ? baseQueryOf(after.table, after.columns)
    : query.replaceAll(qualified(before.table), qualified(after.table));
  const names = new Set(after.columns.map(({ name }) => name));
  const gone = new Set(before.columns.map(({ name }) => name).filter((name) => !names.has(name)));
  const { profile_extraction, document_search } = config;
  const { main_content_column } = document_search;
  return {
    ...config,
    profile_extraction: {
      ...profile_extraction,
      terminology_mapping: Object.fromEntries(
        Object.entries(profile_extraction.terminology_mapping).filter(([name]) => !gone.has(name)),
      ),
    },
    document_search: {
      ...document_search,
      base_sql_query,
      main_content_column: gone.has(main_content_column) ? mainColumnOf(after.columns) : main_content_column,
    },
  };
}

/** Kinds and labels that were confirmed count as typed by an administrator. */
export const profileSettings = (columns: LoadedColumn[]): ProfileColumnSettings[] =>
  columns.map(({ name, label, kind, unit }) => ({ name, label, kind, unit, synonyms: [], hidden: false }));
