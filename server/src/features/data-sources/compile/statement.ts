/** Compiles the rows of a plan to one statement. Names come from the columns of the query and are quoted; every value is bound. */
import type { Condition, GroupKey, Plan } from '#contract/table-plan.ts';
import { type ContentColumn, selectList } from '../../../adapters/content/columns.ts';
import { fold } from '../../../language/words.ts';
import { dayOf, foldedText, isFilled, keyOf, numberOf, plainText, type TableCell } from './cells.ts';
import { type Bind, conditionsSql } from './conditions.ts';

export type Statement = { sql: string; params: unknown[] };

export const ROWS_MAX = 50;

export type Build = { cells: Map<string, TableCell>; bind: Bind; params: unknown[]; base: string };

export function build(base: string, cells: TableCell[]): Build {
  const params: unknown[] = [];
  const bind = (value: unknown) => `$${params.push(value)}`;
  return { cells: new Map(cells.map((cell) => [cell.name, cell])), bind, params, base };
}

export function cellOf({ cells }: Build, name: string): TableCell {
  const cell = cells.get(name);
  if (!cell) throw new Error(`the table has no column ${name}`);
  return cell;
}

const allOf = (build: Build, filters: Condition[]): string =>
  conditionsSql([...build.cells.values()], filters, build.bind);

/** A part of the rows of a plan: those after `skip`, at most `most`, and only those of one group where it is given. */
export type RowsPart = { skip?: number; most?: number; group?: GroupValue[] };

type GroupValue = GroupKey & { value: string | null };

/** The rows of a plan, with their number. */
export function rowsStatement(
  base: string,
  cells: TableCell[],
  plan: Plan,
  shown: string[],
  { skip = 0, most = ROWS_MAX, group = [] }: RowsPart = {},
): Statement {
  const made = build(base, cells);
  const select = shown.map((name, place) => `${shownText(cellOf(made, name))} AS c${place}`);
  const limit = Math.max(0, Math.min((plan.limit ?? Number.POSITIVE_INFINITY) - skip, most));
  const rows = rowsOf(made, plan, shown, group);
  return {
    sql: `WITH q AS (SELECT * FROM ${base}) SELECT ${select.join(', ')}, count(*) OVER () AS considered
    FROM q ${rows} LIMIT ${made.bind(limit)} OFFSET ${made.bind(skip)}`,
    params: made.params,
  };
}

/** The first of the same rows with all of their columns, as JSON can hold them. */
export function recordsStatement(
  base: string,
  cells: TableCell[],
  plan: Plan,
  { shown, columns, limit }: { shown: string[]; columns: ContentColumn[]; limit: number },
): Statement {
  const made = build(base, cells);
  return {
    sql: `WITH q AS (SELECT * FROM ${base}) SELECT ${selectList(columns, 'q')}
    FROM q ${rowsOf(made, plan, shown, [])} LIMIT ${made.bind(limit)}`,
    params: made.params,
  };
}

/** As asked, then by all shown columns, so that equal rows stand in one order on every page. */
function rowsOf(made: Build, plan: Plan, shown: string[], group: GroupValue[]): string {
  const where = [allOf(made, plan.filters), ...group.map((key) => isInGroup(made, key))].join(' AND ');
  const asked = plan.order.flatMap(({ by, column, direction }) =>
    by === 'column' && column ? [`${sortKey(cellOf(made, column))} ${direction} NULLS LAST`] : [],
  );
  const order = [...asked, ...shown.map((name) => plainText(cellOf(made, name)))];
  return `WHERE ${where} ORDER BY ${order.join(', ') || '1'}`;
}

/** By the key that made the groups; the shown spelling of a text folds to it. */
function isInGroup(made: Build, { column, bucket, value }: GroupValue): string {
  const cell = cellOf(made, column);
  const key = keyOf(cell, bucket);
  if (value === null) return `${key} IS NULL`;
  const isFolded = !['date', 'number', 'money'].includes(cell.kind);
  return `${key} = ${made.bind(isFolded ? fold(value).trim() : value)}::text`;
}

function sortKey(cell: TableCell): string {
  if (cell.kind === 'number' || cell.kind === 'money') return numberOf(cell);
  return cell.kind === 'date' && cell.reads
    ? dayOf(cell)
    : cell.kind === 'date'
      ? `q."${cell.name.replaceAll('"', '""')}"`
      : foldedText(cell);
}

const shownText = (cell: TableCell): string =>
  cell.kind === 'date'
    ? `(${dayOf(cell)})::text`
    : cell.reads === 'number'
      ? `(${numberOf(cell)})::text`
      : `left((${plainText(cell)}), 2000)`;

/**
 * Counts the cells, of the columns that a plan uses, that are text which is neither the number nor the day that the column
 * holds; among the rows that pass the filters on other columns. Null where no column of the plan is read from text.
 */
export function misfitsStatement(base: string, cells: TableCell[], plan: Plan): Statement | null {
  const made = build(base, cells);
  const used = [...plan.measures, ...plan.group_by, ...plan.filters, ...plan.order].map(
    ({ column }) => column,
  );
  const read = cells.filter(({ name, reads }) => reads !== null && used.includes(name));
  if (!read.length) return null;
  const others = plan.filters.filter(
    ({ column }, place) => !plan.share_of.includes(place) && !read.some(({ name }) => name === column),
  );
  const misfits = read.map(
    (cell) => `count(*) FILTER (WHERE ${plainText(cell)} IS NOT NULL AND NOT (${isFilled(cell)}))`,
  );
  return {
    sql: `WITH q AS (SELECT * FROM ${base}) SELECT (${misfits.join(' + ')})::int AS misfits FROM q WHERE ${allOf(made, others)}`,
    params: made.params,
  };
}
