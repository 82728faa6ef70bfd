/** Reads what the columns of a base query hold: kinds, common values, and cells that do not fit. */
import type { RagConfig } from '#contract/data-sources.ts';
import { type ColumnKind, DURATION_UNIT } from '#contract/table-plan.ts';
import {
  COMMON_VALUES_MAX,
  type ComputedColumn,
  type ComputedProfile,
  MISFITS_MAX,
  PROFILE_COLUMNS_MAX,
  type ProfileBasis,
  type StoredColumnSettings,
} from '#contract/table-profile.ts';
import type { ContentColumn } from '../../../adapters/content/columns.ts';
import { ContentProblem } from '../../../adapters/content/content-problem.ts';
import type { ContentSession } from '../../../adapters/content/read-only-session.ts';
import { dayOf, isNumber, numberOf, plainText, type TableCell } from '../compile/cells.ts';
import type { Dialect } from '../compile/dialect.ts';
import { dialectOf } from '../compile/dialect-of.ts';
import { countsAt, countsOf, textOf } from './cell-counts.ts';
import {
  CATEGORY_VALUES,
  type CellCounts,
  cellOf,
  type GuessedKind,
  guessKind,
  hasFewValues,
} from './column-kinds.ts';
import { labelOf } from './labels.ts';
import { unitOf } from './name-units.ts';
import { rowsWordOf } from './row-words.ts';

export const PROFILE_ROWS_MAX = 200_000;
/** Each distinct count sorts for itself, in 8 MB of the 128 MB that a connection may take. */
const COLUMNS_AT_ONCE = 5;
const VALUE_LENGTH = 200;

/** Settings that decide the kinds of columns before their cells are read. */
export type KnownColumns = {
  /** Names of parameters, whose values are the administrator's. */
  mapped: string[];
  main_column: string;
  /** Kinds that an administrator has chosen. */
  kinds: Map<string, ColumnKind>;
  /** The noun of the rows in the name of their table, in the singular. */
  rows: string;
};

export const knownColumns = (
  { document_search, profile_extraction }: RagConfig,
  settings: StoredColumnSettings[],
): KnownColumns => ({
  rows: rowsWordOf('', document_search.base_sql_query).one,
  mapped: Object.keys(profile_extraction.terminology_mapping),
  main_column: document_search.main_content_column,
  kinds: new Map(settings.flatMap(({ name, kind }) => (kind ? [[name, kind]] : []))),
});

/** Whether a query was ended because it asked for more time, memory or disk than it may have. */
export const isTooMuch = (error: unknown): boolean =>
  error instanceof ContentProblem && TOO_MUCH.has(error.kind);

const TOO_MUCH: ReadonlySet<string> = new Set(['timeout', 'busy', 'size', 'memory', 'space']);

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

const roleOf = ({ name }: ContentColumn, { mapped, main_column }: KnownColumns) => ({
  is_mapped: mapped.some((parameter) => isSame(parameter, name)),
  is_main: isSame(main_column, name),
});

/** The profile of a query whose rows are not read. */
export function profileFromTypes(
  columns: ContentColumn[],
  known: KnownColumns,
  basis: Exclude<ProfileBasis, 'rows'>,
): ComputedProfile {
  const computed = columns.slice(0, PROFILE_COLUMNS_MAX).map((column) => unreadColumn(column, known));
  return { columns: computed, rows: null, sampled: false, basis };
}

function unreadColumn(column: ContentColumn, known: KnownColumns): ComputedColumn {
  return {
    ...guessed(column, null, known),
    filled: null,
    distinct: null,
    minimum: null,
    maximum: null,
    values: [],
    misfits: [],
  };
}

function guessed(column: ContentColumn, counts: CellCounts | null, known: KnownColumns) {
  const { name, type } = column;
  const guess = guessKind(column, counts, roleOf(column, known));
  return {
    name,
    type,
    ...guess,
    label: labelOf(name, guess.kind, known.rows),
    unit: guess.reads === 'duration' ? DURATION_UNIT : (unitOf(name, guess.kind) ?? unitRead(guess, counts)),
  };
}

/** The unit that the cells have. */
const unitRead = ({ kind, reads }: GuessedKind, counts: CellCounts | null): string | null =>
  kind === 'number' && reads === 'number' ? (counts?.unit ?? null) : null;

export async function computeProfile(session: ContentSession, known: KnownColumns): Promise<ComputedProfile> {
  const [counted] = await session.rows(
    `SELECT count(*) AS found FROM (SELECT 1 FROM ${session.base} LIMIT ${PROFILE_ROWS_MAX + 1}) AS s`,
  );
  const found = Number(counted?.found ?? 0);
  const rows = Math.min(found, PROFILE_ROWS_MAX);
  const columns: ComputedColumn[] = [];
  const asked = session.columns.slice(0, PROFILE_COLUMNS_MAX);
  for (let from = 0; from < asked.length; from += COLUMNS_AT_ONCE)
    columns.push(...(await readColumns(session, asked.slice(from, from + COLUMNS_AT_ONCE), rows, known)));
  return { columns: withTotals(columns), rows, sampled: found > PROFILE_ROWS_MAX, basis: 'rows' };
}

/** «total» beside a price is an amount of money, and one alone may be a number of anything. */
function withTotals(columns: ComputedColumn[]): ComputedColumn[] {
  if (!columns.some(({ kind }) => kind === 'money')) return columns;
  return columns.map((column) =>
    column.kind === 'number' && FRACTIONAL.test(column.type) && TOTAL.test(column.name)
      ? { ...column, kind: 'money', unit: unitOf(column.name, 'money') }
      : column,
  );
}

const FRACTIONAL = /^(?:numeric|decimal|double|real|float)/;
const TOTAL = /^(?:vl_|vlr_)?(?:sub)?total(?:_geral|_liquido|_bruto|_final)?$/i;

async function readColumns(
  session: ContentSession,
  columns: ContentColumn[],
  rows: number,
  known: KnownColumns,
): Promise<ComputedColumn[]> {
  const sql = dialectOf(session);
  const readable = columns.filter(({ type }) => type !== 'bytea');
  if (readable.length === 0) return columns.map((column) => unreadColumn(column, known));
  const [counts = {}] = await session.rows(
    over(session, readable.flatMap((column, place) => countsOf(sql, column, place)).join(', ')),
  );
  const drafts = readable.map((column, place) => {
    const counted = { ...countsAt(counts, place), rows };
    const guess = guessed(column, counted, known);
    const typed = known.kinds.get(column.name);
    return { guess, counted, cell: typed ? cellOf(column, typed) : guess };
  });
  const ends = drafts.flatMap(({ cell }, place) => endsOf(sql, cell, place)).join(', ');
  const [extremes = {}] = await session.rows(over(session, ends));
  const found = new Map<string, ComputedColumn>();
  for (const [place, { guess, counted, cell }] of drafts.entries())
    found.set(guess.name, {
      ...guess,
      filled: counted.filled,
      distinct: counted.distinct,
      minimum: textOf(extremes[`a${place}`]),
      maximum: textOf(extremes[`z${place}`]),
      values: await commonValues(session, cell, counted),
      misfits: await misfitsOf(session, cell),
    });
  return columns.map((column) => found.get(column.name) ?? unreadColumn(column, known));
}

/** A statement over the rows of the base query, as the table `q`. */
const over = ({ base }: ContentSession, expressions: string, rest = ''): string =>
  `WITH q AS (SELECT * FROM ${base} LIMIT ${PROFILE_ROWS_MAX}) SELECT ${expressions} FROM q ${rest}`;

function endsOf(sql: Dialect, cell: TableCell, place: number): string[] {
  const expressionOf = isNumber(cell) ? numberOf : cell.kind === 'date' ? dayOf : plainText;
  const value = expressionOf(sql, cell);
  return [
    `left(${sql.text(`min(${value})`)}, ${VALUE_LENGTH}) AS a${place}`,
    `left(${sql.text(`max(${value})`)}, ${VALUE_LENGTH}) AS z${place}`,
  ];
}

/** Nothing where every cell has a value of its own. */
async function commonValues(
  session: ContentSession,
  cell: TableCell,
  counts: CellCounts,
): Promise<ComputedColumn['values']> {
  const isListed = cell.kind === 'category' || hasFewValues(counts);
  if (counts.distinct === counts.filled && !isListed) return [];
  const limit = isListed ? CATEGORY_VALUES : COMMON_VALUES_MAX;
  return countedValues(session, `${plainText(dialectOf(session), cell)} IS NOT NULL`, cell, limit);
}

async function misfitsOf(session: ContentSession, cell: TableCell): Promise<ComputedColumn['misfits']> {
  if (!cell.reads) return [];
  const sql = dialectOf(session);
  const read = cell.reads === 'date' ? dayOf(sql, cell) : numberOf(sql, cell);
  return countedValues(
    session,
    `${plainText(sql, cell)} IS NOT NULL AND (${read}) IS NULL`,
    cell,
    MISFITS_MAX,
  );
}

async function countedValues(
  session: ContentSession,
  condition: string,
  cell: TableCell,
  limit: number,
): Promise<{ value: string; count: number }[]> {
  const value = plainText(dialectOf(session), cell);
  const expressions = `left(${value}, ${VALUE_LENGTH}) AS profile_value, count(*) AS profile_count`;
  const rest = `WHERE ${condition} GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${limit}`;
  const rows = await session.rows(over(session, expressions, rest));
  return rows.map(({ profile_value, profile_count }) => ({
    value: String(profile_value),
    count: Number(profile_count),
  }));
}
