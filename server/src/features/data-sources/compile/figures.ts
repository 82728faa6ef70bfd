/**
 * Compiles the figures of a plan to one statement. Folding a text costs twenty times as much as reading it, and a category
 * has few spellings: the rows are first counted and summed for each combination of cells as they are written, and only
 * these combinations are folded, filtered by words and put into groups. Counts, sums and extremes of parts are exact.
 */
import type { Condition, GroupKey, Measure, Plan } from '#contract/table-plan.ts';
import { dayOf, isNumber, isOfWords, keyOf, numberOf, plainText, rawText, type TableCell } from './cells.ts';
import { conditionsSql } from './conditions.ts';
import { type Build, build, cellOf, type Statement } from './statement.ts';

export const GROUPS_MAX = 200;

/**
 * The stages of the statement, each of which is called `q` by the next: `r` has the rows that the other filters let pass,
 * with cells `a0`… and values `x0`…; `p` has one row for each combination of cells, with figures `p0`… of its rows; `h`
 * has those that pass the filters on words, with the keys `k0`… of their groups.
 */
type Stages = Build & {
  /** Columns as `p` has them, by their names in the table. */
  written: Map<string, TableCell>;
  cellsSql: Map<string, string>;
  values: Map<string, string>;
  partials: Map<string, string>;
  /** A median cannot be made from parts: `p` has every row. */
  isByRow: boolean;
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
    isByRow: plan.measures.some(({ fn }) => fn === 'median'),
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
  const figures = plan.measures.map(
    (measure, place) => `(${figure(made, plan, measure)})::text AS m${place}`,
  );
  const present = plan.measures.map((measure, place) => `${presentOf(made, measure)} AS n${place}`);
  const having = havingOf(made, plan);
  const labels = plan.group_by.map((key, place) => labelOf(made, key, keys, place));
  const h = [
    'q.*',
    ...keys.map((key, place) => `${key} AS k${place}`),
    ...labels.flatMap(({ cell }) => cell),
  ];
  if (share.words) h.push(`(${share.words}) AS s`);
  const from = `${rowsAndParts(made, where.rows)},
    h AS (SELECT ${h.join(', ')} FROM p AS q WHERE ${where.words ?? 'true'}),
    t AS (SELECT ${[...figures, considered, ...present].join(', ')} FROM h AS q)`;
  if (plan.group_by.length === 0) return { sql: `${from} SELECT * FROM t`, params: made.params };
  const columns = [
    ...labels.map(({ label }) => label),
    ...keys.map((_, place) => `q.k${place} AS o${place}`),
  ];
  const groups = `g AS (SELECT ${[...columns, ...figures, considered].join(', ')} FROM h AS q
    GROUP BY ${keys.map((_, place) => `q.k${place}`).join(', ')}${having})`;
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
  const groups =
    made.isByRow || !cells.length ? '' : ` GROUP BY ${cells.map((name) => `q.${name}`).join(', ')}`;
  // PostgreSQL may neither merge the first two stages, which would read an amount in a text several times, nor ask
  // the filters of the third one of every row.
  return `WITH q AS (SELECT * FROM ${made.base}),
    r AS (SELECT ${read} FROM q WHERE ${where ?? 'true'} OFFSET 0),
    p AS ${made.isByRow ? '' : 'MATERIALIZED '}(SELECT ${parts} FROM r AS q${groups})`;
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

function figure(made: Stages, plan: Plan, measure: Measure): string {
  const plain = aggregate(made, measure, null);
  if (!plan.share || plan.share_of.length === 0) return plain;
  const part = aggregate(made, measure, made.share);
  return `round(100 * coalesce(${part}, 0)::numeric / nullif(${plain}, 0)::numeric, 2)`;
}

type Share = Stages['share'];

const filterOf = (share: Share): string => (share?.hasWords ? ' FILTER (WHERE q.s)' : '');

/** The figure of the rows of one combination of cells. */
function partOf(made: Stages, fn: 'count' | 'sum' | 'min' | 'max', value: string, share: Share): string {
  const condition = share?.value ?? null;
  if (!made.isByRow)
    return named(made.partials, 'p', `${fn}(${value})${condition ? ` FILTER (WHERE ${condition})` : ''}`);
  const one = fn !== 'count' ? value : value === '*' ? '1' : `(${value} IS NOT NULL)::int`;
  return named(made.partials, 'p', condition ? `CASE WHEN ${condition} THEN ${one} END` : one);
}

const countOf = (made: Stages, value: string, share: Share): string =>
  `coalesce(sum(${partOf(made, 'count', value, share)})${filterOf(share)}, 0)::bigint`;

function aggregate(made: Stages, { fn, column }: Measure, share: Share): string {
  if (fn === 'count' || column === null) return countOf(made, '*', share);
  const cell = cellOf(made, column);
  const filter = filterOf(share);
  if (fn === 'count_distinct') return distinctOf(made, column, share);
  const value = numberValue(made, cell);
  const over = (part: 'sum' | 'min' | 'max') => `${part}(${partOf(made, part, value, share)})${filter}`;
  if (fn === 'maximum') return over('max');
  if (fn === 'minimum' || cell.kind === 'date') return over('min');
  if (fn === 'sum') return over('sum');
  if (fn === 'median') return medianOf(partOf(made, 'sum', value, share), placesOf(cell), filter);
  return `round(${over('sum')} / nullif(${countOf(made, value, share)}, 0)::numeric, ${placesOf(cell)})`;
}

const numberValue = (made: Stages, cell: TableCell): string =>
  named(made.values, 'x', cell.kind === 'date' ? dayOf(cell) : numberOf(cell));

function distinctOf(made: Stages, column: string, share: Share): string {
  const key = keyOf(writtenCell(made, column), null);
  if (!share?.value) return `count(DISTINCT ${key})${filterOf(share)}`;
  const rows = partOf(made, 'count', '*', share);
  return `count(DISTINCT ${key}) FILTER (WHERE ${rows} > 0${share.hasWords ? ' AND q.s' : ''})`;
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
  if (made.isByRow)
    return { label: `mode() WITHIN GROUP (ORDER BY q.l${place}) AS k${place}`, cell: [spelling] };
  const rows = partOf(made, 'count', '*', null);
  return {
    label: `(array_agg(q.l${place} ORDER BY q.w${place} DESC, q.l${place}))[1] AS k${place}`,
    cell: [spelling, `sum(${rows}) OVER (PARTITION BY ${keys.join(', ')}, ${plain}) AS w${place}`],
  };
}

function havingOf(made: Stages, plan: Plan): string {
  const parts = plan.having.flatMap(({ measure, op, value }) => {
    const asked = plan.measures[measure];
    return asked ? [`${figure(made, plan, asked)} ${op} ${made.bind(value)}::numeric`] : [];
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
