/** Compiles a plan to one statement. Names come from the columns of the query and are quoted; every value is bound. */
import type { Condition, GroupKey, Measure, Plan } from '#contract/table-plan.ts';
import { type ContentColumn, selectList } from '../../../adapters/content/columns.ts';
import { fold } from '../../../language/words.ts';
import { dayOf, foldedText, isFilled, keyOf, labelOf, numberOf, plainText, type TableCell } from './cells.ts';
import { type Bind, conditionsSql } from './conditions.ts';

export type Statement = { sql: string; params: unknown[] };

export const GROUPS_MAX = 200;
export const ROWS_MAX = 50;

type Build = { cells: Map<string, TableCell>; bind: Bind; params: unknown[]; base: string };

function build(base: string, cells: TableCell[]): Build {
  const params: unknown[] = [];
  const bind = (value: unknown) => `$${params.push(value)}`;
  return { cells: new Map(cells.map((cell) => [cell.name, cell])), bind, params, base };
}

function cellOf({ cells }: Build, name: string): TableCell {
  const cell = cells.get(name);
  if (!cell) throw new Error(`the table has no column ${name}`);
  return cell;
}

const allOf = (build: Build, filters: Condition[]): string =>
  conditionsSql([...build.cells.values()], filters, build.bind);

/** The figures of a plan, over all rows or for each group, with the figures over all considered rows beside them. */
export function figuresStatement(base: string, cells: TableCell[], plan: Plan, most = GROUPS_MAX): Statement {
  const made = build(base, cells);
  const compared = new Set(plan.share ? plan.share_of : []);
  const where = allOf(
    made,
    plan.filters.filter((_, place) => !compared.has(place)),
  );
  const share = allOf(
    made,
    plan.filters.filter((_, place) => compared.has(place)),
  );
  const figures = plan.measures.map(
    (measure, place) => `(${figure(made, plan, measure, share)})::text AS m${place}`,
  );
  const counted = [
    'count(*) AS considered',
    ...plan.measures.map((measure, place) => `${present(made, measure)} AS n${place}`),
  ];
  const from = `WITH q AS (SELECT * FROM ${base}), f AS (SELECT * FROM q WHERE ${where})`;
  const all = `t AS (SELECT ${[...figures, ...counted].join(', ')} FROM f AS q)`;
  if (plan.group_by.length === 0) return { sql: `${from}, ${all} SELECT * FROM t`, params: made.params };
  const keys = plan.group_by.map((key) => keyOf(cellOf(made, key.column), key.bucket));
  const labels = plan.group_by.map(
    (key, place) => `${labelOf(cellOf(made, key.column), key.bucket)} AS k${place}`,
  );
  const orderKeys = plan.group_by.map((_, place) => `min(${keys[place]}) AS o${place}`);
  const groups = `g AS (SELECT ${[...labels, ...orderKeys, ...figures, 'count(*) AS considered'].join(', ')} FROM f AS q
    GROUP BY ${keys.join(', ')}${having(made, plan, share)})`;
  const shared = plan.share && plan.share_of.length === 0 ? shareOfTotal(plan) : '';
  const limit = Math.min(plan.limit ?? most, most);
  return {
    sql: `${from}, ${all}, ${groups}
    SELECT ${plan.group_by.map((_, place) => `g.k${place}`).join(', ')}, ${plan.measures.map((_, place) => `g.m${place}`).join(', ')}${shared},
      g.considered, count(*) OVER () AS groups, to_jsonb(t) AS total
    FROM g CROSS JOIN t ORDER BY ${orderOf(plan)} LIMIT ${made.bind(limit)}`,
    params: made.params,
  };
}

/** The share of each group in the whole. */
const shareOfTotal = (plan: Plan): string =>
  plan.measures
    .map(
      (_, place) =>
        `, round(100 * g.m${place}::numeric / nullif(t.m${place}::numeric, 0), 2)::text AS s${place}`,
    )
    .join('');

function figure(made: Build, plan: Plan, measure: Measure, share: string): string {
  const plain = aggregate(made, measure, '');
  if (!plan.share || plan.share_of.length === 0) return plain;
  const part = aggregate(made, measure, ` FILTER (WHERE ${share})`);
  return `round(100 * coalesce(${part}, 0)::numeric / nullif(${plain}, 0)::numeric, 2)`;
}

function aggregate(made: Build, { fn, column }: Measure, filter: string): string {
  if (fn === 'count' || column === null) return `count(*)${filter}`;
  const cell = cellOf(made, column);
  if (fn === 'count_distinct') return `count(DISTINCT ${keyOf(cell, null)})${filter}`;
  if (cell.kind === 'date') return `${fn === 'maximum' ? 'max' : 'min'}(${dayOf(cell)})${filter}`;
  const number = numberOf(cell);
  if (fn === 'sum') return `sum(${number})${filter}`;
  if (fn === 'average') return `round(avg(${number})${filter}, ${placesOf(cell)})`;
  if (fn === 'median') return medianOf(number, placesOf(cell), filter);
  return `${fn === 'maximum' ? 'max' : 'min'}(${number})${filter}`;
}

/** Exact: the mean of the lower and the upper middle value, without floating point. */
const medianOf = (number: string, places: number, filter: string): string =>
  `round((percentile_disc(0.5) WITHIN GROUP (ORDER BY ${number})${filter}
    + percentile_disc(0.5) WITHIN GROUP (ORDER BY ${number} DESC)${filter}) / 2, ${places})`;

/** Two places, or the places of the column where it has more, at most six. */
export function placesOf({ type }: TableCell): number {
  const scale = Number(/^numeric\(\d+,(\d+)\)/.exec(type)?.[1] ?? 2);
  return Math.min(6, Math.max(2, scale));
}

/** Rows with a value in the column of a measure. */
function present(made: Build, { fn, column }: Measure): string {
  if (fn === 'count' || column === null) return 'count(*)';
  const cell = cellOf(made, column);
  if (fn === 'count_distinct') return `count(${plainText(cell)})`;
  return `count(${cell.kind === 'date' ? dayOf(cell) : numberOf(cell)})`;
}

function having(made: Build, plan: Plan, share: string): string {
  const parts = plan.having.flatMap(({ measure, op, value }) => {
    const asked = plan.measures[measure];
    return asked ? [`${figure(made, plan, asked, share)} ${op} ${made.bind(value)}::numeric`] : [];
  });
  return parts.length ? ` HAVING ${parts.join(' AND ')}` : '';
}

/** As asked, then the largest first for words and the earliest first for days; the key decides between equals. */
function orderOf(plan: Plan): string {
  const asked = plan.order.flatMap(({ by, index, direction }) =>
    by === 'group'
      ? [`g.o${index} ${direction}`]
      : by === 'measure'
        ? [`g.m${index}::numeric ${direction} NULLS LAST`]
        : [],
  );
  const usual = plan.group_by.every(isOfDays)
    ? []
    : plan.measures.length && !plan.group_by.some(isOfDays) && plan.group_by.length === 1
      ? ['g.m0::numeric desc NULLS LAST']
      : [];
  return [
    ...asked,
    ...(asked.length ? [] : usual),
    ...plan.group_by.map((_, place) => `g.o${place} NULLS LAST`),
  ].join(', ');
}

export const isOfDays = ({ bucket }: GroupKey): boolean => bucket !== null;

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
