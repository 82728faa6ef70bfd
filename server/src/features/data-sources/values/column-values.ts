/**
 * The values that a question may be filtered by. A parameter is a column of the base query; its values are typed by an
 * administrator, or read from the column and filtered by patterns.
 */
import type { RegexConfig, RegexStats, TerminologyEntry } from '#contract/data-sources.ts';
import { TERMS_MAX } from '#contract/limits.ts';
import { type ContentColumn, findColumn } from '../../../adapters/content/columns.ts';
import type { ContentSession } from '../../../adapters/content/read-only-session.ts';
import { filterByRegex } from '../../../adapters/regex/regex.ts';
import { filledError } from '../../../app-error.ts';
import { countIf } from '../compile/cells.ts';
import { dialectOf } from '../compile/dialect-of.ts';

export const VALUES_TIMEOUT_MS = 5_000;

export const isFromColumn = (entry: TerminologyEntry) => entry.regex_config?.enabled === true;

export type KeptColumnValues = { values: string[]; statistics: RegexStats };

/** The values of a column that pass the patterns, in Portuguese order, with the counts of each step. */
export async function valuesFromColumn(
  session: ContentSession,
  parameter: string,
  regex: RegexConfig,
): Promise<KeptColumnValues> {
  const began = performance.now();
  const column = findColumn(session.columns, parameter);
  if (!column) throw unknownParameter(parameter);
  const { total_rows, empty_rows, distinct, capped } = await readColumn(session, column);
  const kept = await valuesKept(parameter, distinct, regex);
  return {
    values: kept.final,
    statistics: {
      total_rows,
      empty_rows,
      distinct_values: distinct.length,
      included: kept.included,
      excluded: kept.included - kept.count,
      final_count: kept.final.length,
      truncated: kept.final.length < kept.count,
      capped,
      duration_ms: Math.round(performance.now() - began),
    },
  };
}

/** `count` is the number of kept values before `max_values` cuts the list. */
export type KeptValues = { included: number; count: number; final: string[] };

export async function valuesKept(
  parameter: string,
  values: string[],
  regex: RegexConfig,
): Promise<KeptValues> {
  const outcome = await filterByRegex({
    values,
    include: regex.include_pattern || '.*',
    exclude: regex.exclude_pattern,
    case_insensitive: regex.case_insensitive,
  });
  if ('problem' in outcome) throw regexInvalid(parameter, outcome.problem);
  const sorted = outcome.kept.toSorted(inPortuguese.compare);
  const final = regex.max_values < 0 ? sorted : sorted.slice(0, regex.max_values);
  return { included: outcome.included, count: sorted.length, final };
}

/** Throws `regex_invalid` when a pattern cannot be compiled. */
export async function requirePatterns(parameter: string, regex: RegexConfig): Promise<void> {
  await valuesKept(parameter, [], regex);
}

const inPortuguese = new Intl.Collator('pt-BR');

type ColumnValues = {
  total_rows: number;
  empty_rows: number;
  distinct: string[];
  /** The column has more distinct values than are read. */
  capped: boolean;
};

export async function readColumn(session: ContentSession, column: ContentColumn): Promise<ColumnValues> {
  const { base, rows } = session;
  const { quote, text } = dialectOf(session);
  const cell = `b.${quote(column.name)}`;
  // Each element of an array counts as a value.
  const source = column.type.endsWith('[]')
    ? `(SELECT unnest(CASE WHEN cardinality(${cell}) > 0 THEN ${cell}::text[] ELSE ARRAY[NULL]::text[] END) AS v FROM ${base}) AS u`
    : `(SELECT ${text(cell)} AS v FROM ${base}) AS u`;
  const [counted] = await rows(
    `SELECT count(*) AS total, ${countIf("coalesce(trim(u.v), '') = ''")} AS empty_rows FROM ${source}`,
  );
  const found = await rows(
    `SELECT DISTINCT left(trim(u.v), 500) AS value FROM ${source} WHERE trim(u.v) <> '' ORDER BY 1 LIMIT $1`,
    [TERMS_MAX + 1],
  );
  return {
    total_rows: Number(counted?.total ?? 0),
    empty_rows: Number(counted?.empty_rows ?? 0),
    distinct: found.slice(0, TERMS_MAX).map(({ value }) => String(value)),
    capped: found.length > TERMS_MAX,
  };
}

export const unknownParameter = (parameter: string) => filledError('unknown_parameter', { parameter });

const regexInvalid = (parameter: string, reason: string) =>
  filledError('regex_invalid', { parameter, reason });
