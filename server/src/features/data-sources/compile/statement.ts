/** Compiles the rows of a plan to one statement. Names come from the columns of the query and are quoted; every value is bound. */
import { type Condition, clausesOf, type GroupKey, type Plan } from '#contract/table-plan.ts';
import type { ContentColumn } from '../../../adapters/content/columns.ts';
import type { ContentSession } from '../../../adapters/content/read-only-session.ts';
import { fold } from '../../../language/words.ts';
import {
  countIf,
  dayOf,
  isFilled,
  keyOf,
  numberOf,
  numberText,
  plainText,
  sorted,
  sortKey,
  type TableCell,
  withReckoned,
} from './cells.ts';
import { clausesSql } from './conditions.ts';
import type { Bind, Dialect } from './dialect.ts';
import { dialectOf } from './dialect-of.ts';

/** `words`: the parameters as somebody reads them, without the patterns of their spellings. */
export type Statement = { sql: string; params: unknown[]; words: unknown[] };

export const ROWS_MAX = 50;

/** The columns of a base query, and how its server is asked. */
export type QueryTable = { base: string; cells: TableCell[]; sql: Dialect };

export const queryTable = (
  session: Pick<ContentSession, 'base' | 'server'>,
  cells: TableCell[],
): QueryTable => ({ base: session.base, cells, sql: dialectOf(session) });

export type Build = Omit<QueryTable, 'cells'> & {
  cells: Map<string, TableCell>;
  bind: Bind;
  params: unknown[];
  words: unknown[];
};

export function build({ cells, ...table }: QueryTable, plan: Plan): Build {
  const params: unknown[] = [];
  const words: unknown[] = [];
  const bind: Bind = (value, shown = value) => {
    words.push(shown);
    return `$${params.push(value)}`;
  };
  return {
    ...table,
    cells: new Map(withReckoned(cells, plan).map((cell) => [cell.name, cell])),
    bind,
    params,
    words,
  };
}

export function cellOf({ cells }: Build, name: string): TableCell {
  const cell = cells.get(name);
  if (!cell) throw new Error(`the table has no column ${name}`);
  return cell;
}

const allOf = (made: Build, clauses: Condition[][]): string =>
  clausesSql([...made.cells.values()], clauses, made);

/** A part of the rows of a plan: those after `skip`, at most `most`, and only those of one group where it is given. */
export type RowsPart = { skip?: number; most?: number; group?: GroupValue[] };

type GroupValue = GroupKey & { value: string | null };

/** The rows of a plan, with their number. */
export function rowsStatement(
  table: QueryTable,
  plan: Plan,
  shown: string[],
  { skip = 0, most = ROWS_MAX, group = [] }: RowsPart = {},
): Statement {
  const made = build(table, plan);
  const select = shown.map((name, place) => `${shownText(made.sql, cellOf(made, name))} AS c${place}`);
  const limit = Math.max(0, Math.min((plan.limit ?? Number.POSITIVE_INFINITY) - skip, most));
  const rows = rowsOf(made, plan, shown, group);
  return {
    sql: `WITH q AS (SELECT * FROM ${table.base}) SELECT ${select.join(', ')}, count(*) OVER () AS considered
    FROM q ${rows} LIMIT ${made.bind(limit)} OFFSET ${made.bind(skip + (plan.skip ?? 0))}`,
    params: made.params,
    words: made.words,
  };
}

/** The first of the same rows with all of their columns, as JSON can hold them. */
export function recordsStatement(
  table: QueryTable,
  plan: Plan,
  { shown, columns, limit }: { shown: string[]; columns: ContentColumn[]; limit: number },
): Statement {
  const made = build(table, plan);
  return {
    sql: `WITH q AS (SELECT * FROM ${table.base}) SELECT ${table.sql.selectList(columns, 'q')}
    FROM q ${rowsOf(made, plan, shown, [])} LIMIT ${made.bind(limit)} OFFSET ${made.bind(plan.skip ?? 0)}`,
    params: made.params,
    words: made.words,
  };
}

/** As asked, then by all shown columns, so that equal rows stand in one order on every page. */
function rowsOf(made: Build, plan: Plan, shown: string[], group: GroupValue[]): string {
  const where = [allOf(made, clausesOf(plan)), ...group.map((key) => isInGroup(made, key))].join(' AND ');
  const asked = plan.order.flatMap(({ by, column, direction }) =>
    by === 'column' && column ? [sorted(sortKey(made.sql, cellOf(made, column)), direction)] : [],
  );
  const order = [...asked, ...shown.map((name) => sorted(plainText(made.sql, cellOf(made, name)), 'asc'))];
  return `WHERE ${where} ORDER BY ${order.join(', ') || '1'}`;
}

/** By the key that made the groups; the shown spelling of a text folds to it. */
function isInGroup(made: Build, { column, bucket, value }: GroupValue): string {
  const cell = cellOf(made, column);
  if (bucket === 'band' && value !== null) {
    const number = numberOf(made.sql, cell);
    const [from, to] = value.split('..').map((end) => `CAST(${made.bind(end)} AS ${made.sql.types.numeric})`);
    return `${number} >= ${from} AND ${number} < ${to}`;
  }
  const key = keyOf(made.sql, cell, bucket);
  if (value === null) return `${key} IS NULL`;
  const isFolded = !['date', 'number', 'money'].includes(cell.kind);
  return `${key} = CAST(${made.bind(isFolded ? fold(value).trim() : value)} AS ${made.sql.types.text})`;
}

function shownText(sql: Dialect, cell: TableCell): string {
  if (cell.kind === 'date') return sql.figureText(dayOf(sql, cell), false);
  return cell.reads !== null
    ? numberText(sql, cell, numberOf(sql, cell))
    : `left(${plainText(sql, cell)}, 2000)`;
}

/**
 * Counts the cells, of the columns that a plan uses, that are text which is neither the number nor the day that the column
 * holds; among the rows that pass the filters on other columns. Null where no column of the plan is read from text.
 */
export function misfitsStatement(table: QueryTable, plan: Plan): Statement | null {
  const made = build(table, plan);
  const used = [...plan.measures, ...plan.group_by, ...plan.filters, ...plan.order].map(
    ({ column }) => column,
  );
  const asked = [...made.cells.values()].filter(({ name }) => used.includes(name));
  const read = [
    ...new Set(asked.flatMap((cell) => (cell.between ? [cell.between.from, cell.between.to] : [cell]))),
  ].filter(({ reads }) => reads !== null);
  if (!read.length) return null;
  const shared = plan.filters.filter((_, place) => plan.share_of.includes(place));
  const others = clausesOf(plan).filter((conditions) =>
    conditions.every(
      (condition) =>
        !shared.includes(condition) &&
        !made.cells.get(condition.column)?.between &&
        !read.some(({ name }) => name === condition.column),
    ),
  );
  const misfits = read.map((cell) =>
    countIf(`${plainText(made.sql, cell)} IS NOT NULL AND NOT (${isFilled(made.sql, cell)})`),
  );
  return {
    sql: `WITH q AS (SELECT * FROM ${table.base}) SELECT ${misfits.join(' + ')} AS misfits FROM q WHERE ${allOf(made, others)}`,
    params: made.params,
    words: made.words,
  };
}
