/**
 * Compiles the figures of a plan to one statement. Folding a text costs twenty times as much as reading it, and a category
 * has few spellings: the rows are first counted and summed for each combination of cells as they are written, and only
 * these combinations are folded, filtered by words and put into groups. Counts, sums and extremes of parts are exact. A
 * median needs every row: its rows are joined with the groups of their cells.
 */
import type { Condition, GroupKey, Measure, Plan } from '#contract/table-plan.ts';
import { dayOf, isNumber, isOfWords, keyOf, numberOf, plainText, rawText, type TableCell } from './cells.ts';
import { conditionsSql } from './conditions.ts';
import { type Build, build, cellOf, type Statement } from './statement.ts';

export const GROUPS_MAX = 200;

/**
 * The stages of the statement, each of which is called `q` by the next: `r` has the rows that the other filters let pass,
 * with cells `a0`… and values `x0`…; `p` has one row for each combination of cells, with figures `p0`… of its rows; `h`
 * has those that pass the filters on words, with the keys `k0`… and the number `d` of their groups; `d` has the medians `e0`…
 * of each group, and in the row without a number those of all considered rows.
 */
type Stages = Build & {
  /** Columns as `p` has them, by their names in the table. */
  written: Map<string, TableCell>;
  cellsSql: Map<string, string>;
  values: Map<string, string>;
  partials: Map<string, string>;
  medians: Map<string, string>;
  /** Values that are read from text have to be computed once. */
  readsText: boolean;
  /** The filters of a share: a value of the rows, and whether there is a condition on words (`q.s`). */
  share: { value: string | null; hasWords: boolean } | null;
};

/** The figures of a plan, over all rows or for each group, with the figures over all considered rows beside them. */
export function figuresStatement(base: string, cells: TableCell[], plan: Plan, most = GROUPS_MAX): Statement {
  const made: Stages = {
    ...build(base, cells),
    written: new Map(),
    cellsSql: new Map(),
    values: new Map(),
    partials: new Map(),
    medians: new Map(),
    readsText: false,
    share: null,
  };
  const isShare = (place: number) => plan.share && plan.share_of.includes(place);
  const where = divided(
    made,
    plan.filters.filter((_, place) => !isShare(place)),
  );
  const share = divided(
    made,
    plan.filters.filter((_, place) => isShare(place)),
  );
  if (plan.share && plan.share_of.length > 0)
    made.share = { value: share.rows && named(made.values, 'x', share.rows), hasWords: share.words !== null };
  const keys = plan.group_by.map((key) => keyOf(writtenCell(made, key.column), key.bucket));
  const considered = `${countOf(made, '*', null)} AS considered`;
  const figures = (scope: Scope) =>
    plan.measures.map((measure, place) => `(${figure(made, plan, measure, scope)})::text AS m${place}`);
  const [ofAll, ofGroup] = [figures('all'), figures('group')];
  const present = plan.measures.map((measure, place) => `${presentOf(made, measure)} AS n${place}`);
  const having = havingOf(made, plan);
  const labels = plan.group_by.map((key, place) => labelOf(made, key, keys, place));
  const h = [
    'q.*',
    ...keys.map((key, place) => `${key} AS k${place}`),
    ...labels.flatMap(({ cell }) => cell),
  ];
  if (share.words) h.push(`(${share.words}) AS s`);
  const inOrder = keys.map((_, place) => `q.k${place}`).join(', ');
  const from = `${rowsAndParts(made, where.rows)},
    ${combinationsSql(made, `SELECT ${h.join(', ')} FROM p AS q WHERE ${where.words ?? 'true'}`, inOrder)},
    t AS (SELECT ${[...ofAll, considered, ...present].join(', ')} FROM h AS q)`;
  if (plan.group_by.length === 0) return { sql: `${from} SELECT * FROM t`, params: made.params };
  const columns = [
    ...labels.map(({ label }) => label),
    ...keys.map((_, place) => `q.k${place} AS o${place}`),
  ];
  const groups = `g AS (SELECT ${[...columns, ...ofGroup, considered].join(', ')}
    FROM h AS q${made.medians.size ? ' LEFT JOIN d ON d.d = q.d' : ''} GROUP BY ${inOrder}${having})`;
  const shared = plan.share && plan.share_of.length === 0 ? shareOfTotal(plan) : '';
  const limit = Math.min(plan.limit ?? most, most);
  return {
    sql: `${from}, ${groups}
    SELECT ${plan.group_by.map((_, place) => `g.k${place}`).join(', ')}, ${plan.measures.map((_, place) => `g.m${place}`).join(', ')}${shared},
      g.considered, count(*) OVER () AS groups, to_jsonb(t) AS total
    FROM g CROSS JOIN t ORDER BY ${orderOf(plan)} LIMIT ${made.bind(limit)}`,
    params: made.params,
  };
}

/** The first two stages, when all that the others need of them is known. */
function rowsAndParts(made: Stages, where: string | null): string {
  const listed = (known: Map<string, string>) => [...known].map(([sql, name]) => `${sql} AS ${name}`);
  const cells = [...made.cellsSql.values()];
  const read = [...listed(made.cellsSql), ...listed(made.values)].join(', ');
  const parts = [...cells.map((name) => `q.${name}`), ...listed(made.partials)].join(', ');
  const groups = cells.length ? ` GROUP BY ${cells.map((name) => `q.${name}`).join(', ')}` : '';
  // PostgreSQL may neither merge the first two stages, which would read an amount in a text several times, nor ask
  // the filters of the third one of every row.
  return `WITH q AS (SELECT * FROM ${made.base}),
    r AS ${made.medians.size ? 'MATERIALIZED ' : ''}(SELECT ${read || '1'} FROM q WHERE ${where ?? 'true'}${made.readsText ? ' OFFSET 0' : ''}),
    p AS MATERIALIZED (SELECT ${parts} FROM r AS q${groups})`;
}

/** The stage `h` and, where medians are asked for, those over the rows of its combinations. */
function combinationsSql(made: Stages, filtered: string, keys: string): string {
  if (!made.medians.size) return `h AS (${filtered})`;
  const medians = [...made.medians].map(([sql, name]) => `${sql} AS ${name}`).join(', ');
  const same = [...made.written.values()].map(({ name, kind, reads }) => {
    const blank = kind === 'date' && !reads ? `'-infinity'::date` : `''`;
    // An equality that a hash can find, unlike IS NOT DISTINCT FROM.
    return `coalesce(q.${name}, ${blank}) = coalesce(h.${name}, ${blank}) AND (q.${name} IS NULL) = (h.${name} IS NULL)`;
  });
  const rows = `r AS q JOIN h ON ${same.join(' AND ') || 'true'}`;
  if (!keys) return `h AS (${filtered}), d AS (SELECT NULL::bigint AS d, ${medians} FROM ${rows})`;
  return `h AS (SELECT q.*, dense_rank() OVER (ORDER BY ${keys}) AS d FROM (${filtered}) AS q),
    d AS (SELECT h.d, ${medians} FROM ${rows} GROUP BY GROUPING SETS ((h.d), ()))`;
}

/** The name of an expression in the stage that computes it. */
function named(known: Map<string, string>, letter: string, sql: string): string {
  const name = known.get(sql) ?? `${letter}${known.size}`;
  known.set(sql, name);
  return `q.${name}`;
}

/** A column by which rows are counted, as it is written; its type may have no equality, so that most become text. */
function writtenCell(made: Stages, name: string): TableCell {
  const known = made.written.get(name);
  if (known) return known;
  const cell = cellOf(made, name);
  const text = cell.reads || !(isNumber(cell) || cell.kind === 'date');
  const sql = text ? rawText(cell) : isNumber(cell) ? `(${numberOf(cell)})::text` : dayOf(cell);
  const written = { ...cell, name: named(made.cellsSql, 'a', sql).slice(2) };
  made.written.set(name, written);
  return written;
}

/** Conditions that rows are asked, and those on words and on days in texts, which the combinations of cells are asked. */
function divided(made: Stages, filters: Condition[]): { rows: string | null; words: string | null } {
  const isOfFew = ({ column }: Condition) => {
    const cell = cellOf(made, column);
    return cell.reads === 'date' || (isOfWords(cell) && !cell.type.endsWith('[]'));
  };
  const rows = filters.filter((condition) => !isOfFew(condition));
  const words = filters.filter(isOfFew).map((condition) => {
    const cell = writtenCell(made, condition.column);
    return conditionsSql([cell], [{ ...condition, column: cell.name }], made.bind);
  });
  return {
    rows: rows.length ? conditionsSql([...made.cells.values()], rows, made.bind) : null,
    words: words.length ? words.join(' AND ') : null,
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

/** A median of the groups is joined to them, that of all rows is looked up. */
type Scope = 'all' | 'group';

function figure(made: Stages, plan: Plan, measure: Measure, scope: Scope): string {
  const plain = aggregate(made, measure, null, scope);
  if (!plan.share || plan.share_of.length === 0) return plain;
  const part = aggregate(made, measure, made.share, scope);
  return `round(100 * coalesce(${part}, 0)::numeric / nullif(${plain}, 0)::numeric, 2)`;
}

type Share = Stages['share'];

const filterOf = (share: Share): string => (share?.hasWords ? ' FILTER (WHERE q.s)' : '');

/** The figure of the rows of one combination of cells. */
function partOf(made: Stages, fn: 'count' | 'sum' | 'min' | 'max', value: string, share: Share): string {
  const condition = share?.value ?? null;
  return named(made.partials, 'p', `${fn}(${value})${condition ? ` FILTER (WHERE ${condition})` : ''}`);
}

const countOf = (made: Stages, value: string, share: Share): string =>
  `coalesce(sum(${partOf(made, 'count', value, share)})${filterOf(share)}, 0)::bigint`;

function aggregate(made: Stages, { fn, column }: Measure, share: Share, scope: Scope): string {
  if (fn === 'count' || column === null) return countOf(made, '*', share);
  const cell = cellOf(made, column);
  const filter = filterOf(share);
  if (fn === 'count_distinct') return distinctOf(made, column, share);
  const value = numberValue(made, cell);
  const over = (part: 'sum' | 'min' | 'max') => `${part}(${partOf(made, part, value, share)})${filter}`;
  if (fn === 'maximum') return over('max');
  if (fn === 'minimum' || cell.kind === 'date') return over('min');
  if (fn === 'sum') return over('sum');
  if (fn === 'median') return medianOf(made, { value, places: placesOf(cell), share, scope });
  return `round(${over('sum')} / nullif(${countOf(made, value, share)}, 0)::numeric, ${placesOf(cell)})`;
}

function numberValue(made: Stages, cell: TableCell): string {
  made.readsText ||= cell.reads !== null;
  return named(made.values, 'x', cell.kind === 'date' ? dayOf(cell) : numberOf(cell));
}

function distinctOf(made: Stages, column: string, share: Share): string {
  const key = keyOf(writtenCell(made, column), null);
  if (!share?.value) return `count(DISTINCT ${key})${filterOf(share)}`;
  const rows = partOf(made, 'count', '*', share);
  return `count(DISTINCT ${key}) FILTER (WHERE ${rows} > 0${share.hasWords ? ' AND q.s' : ''})`;
}

type MedianParams = { value: string; places: number; share: Share; scope: Scope };

/**
 * Exact: the mean of the lower and the upper middle value, without floating point. The share that is a trifle more than a
 * half finds the upper one, so that one sorting finds both.
 */
function medianOf(made: Stages, { value, places, share, scope }: MedianParams): string {
  const conditions = [share?.value, share?.hasWords ? 'h.s' : null].filter((one) => typeof one === 'string');
  const filter = conditions.length ? ` FILTER (WHERE ${conditions.join(' AND ')})` : '';
  const middle = (part: string) => `percentile_disc(${part}) WITHIN GROUP (ORDER BY ${value})${filter}`;
  const median = `round((${middle('0.5')} + ${middle('0.500000000001')}) / 2, ${places})`;
  const name = named(made.medians, 'e', median).slice(2);
  return scope === 'group' ? `min(d.${name})` : `(SELECT d.${name} FROM d WHERE d.d IS NULL)`;
}

/** Two places, or the places of the column where it has more, at most six. */
function placesOf({ type }: TableCell): number {
  const scale = Number(/^numeric\(\d+,(\d+)\)/.exec(type)?.[1] ?? 2);
  return Math.min(6, Math.max(2, scale));
}

/** The number of rows with a value in the column of a measure. */
function presentOf(made: Stages, { fn, column }: Measure): string {
  if (fn === 'count' || column === null) return countOf(made, '*', null);
  if (fn !== 'count_distinct') return countOf(made, numberValue(made, cellOf(made, column)), null);
  const rows = partOf(made, 'count', '*', null);
  return `coalesce(sum(${rows}) FILTER (WHERE ${plainText(writtenCell(made, column))} IS NOT NULL), 0)::bigint`;
}

/** The name of a group, and the cells of `h` that it needs. Folded text is shown in its commonest spelling. */
function labelOf(
  made: Stages,
  key: GroupKey,
  keys: string[],
  place: number,
): { label: string; cell: string[] } {
  const cell = writtenCell(made, key.column);
  if (!['category', 'text', 'identifier'].includes(cell.kind) || key.bucket)
    return { label: `q.k${place} AS k${place}`, cell: [] };
  const plain = plainText(cell);
  const spelling = `${plain} AS l${place}`;
  const rows = partOf(made, 'count', '*', null);
  return {
    label: `(array_agg(q.l${place} ORDER BY q.w${place} DESC, q.l${place}))[1] AS k${place}`,
    cell: [spelling, `sum(${rows}) OVER (PARTITION BY ${keys.join(', ')}, ${plain}) AS w${place}`],
  };
}

function havingOf(made: Stages, plan: Plan): string {
  const parts = plan.having.flatMap(({ measure, op, value }) => {
    const asked = plan.measures[measure];
    return asked ? [`${figure(made, plan, asked, 'group')} ${op} ${made.bind(value)}::numeric`] : [];
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

const isOfDays = ({ bucket }: GroupKey): boolean => bucket !== null;
