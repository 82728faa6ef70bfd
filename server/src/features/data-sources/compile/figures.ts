/**
 * Compiles the figures of a plan to one statement. Folding a text costs twenty times as much as reading it, and a category
 * has few spellings: the rows are first counted and summed for each combination of cells as they are written, and only
 * these combinations are folded, filtered by words and put into groups. Counts, sums and extremes of parts are exact. For
 * a median the rows are joined with the groups of their combinations.
 */
import { type Condition, clausesOf, type GroupKey, type Plan } from '#contract/table-plan.ts';
import {
  countOf,
  figure,
  figuresOf,
  named,
  partOf,
  presentOf,
  type Stages,
  stagesOf,
  windowIn,
  writtenCell,
} from './aggregates.ts';
import { isOfWords, keyOf, numberOf, plainText, sorted } from './cells.ts';
import { clausesSql } from './conditions.ts';
import type { Dialect } from './dialect.ts';
import { cellOf, type QueryTable, type Statement } from './statement.ts';

export const GROUPS_MAX = 200;

/** The figures of a plan, over all rows or for each group, with the figures over all considered rows beside them. */
export function figuresStatement(table: QueryTable, plan: Plan, most = GROUPS_MAX): Statement {
  const made = stagesOf(table, plan);
  const shared = plan.share ? plan.share_of.map((place) => plan.filters[place]) : [];
  const isShare = (conditions: Condition[]) => conditions.some((condition) => shared.includes(condition));
  const clauses = clausesOf(plan);
  const where = divided(
    made,
    clauses.filter((conditions) => !isShare(conditions)),
  );
  const share = divided(made, clauses.filter(isShare));
  if (plan.share && plan.share_of.length > 0)
    made.share = { value: share.rows && named(made.values, 'x', share.rows), hasWords: share.words !== null };
  const bands: string[] = [];
  const keys = plan.group_by.map((key, place) => {
    if (key.bucket !== 'band') return keyOf(made.sql, writtenCell(made, key.column), key.bucket);
    bands.push(`${bandStage(made, key.column, { place, where: where.words })},`);
    return bandKey(made, key.column, place);
  });
  const labels = plan.group_by.map((key, place) => labelOf(made, plan, key, place));
  const considered = `${countOf(made, '*', null)} AS considered`;
  const present = plan.measures.map((measure, place) => `${presentOf(made, measure)} AS n${place}`);
  const total = `t AS (SELECT ${[...figuresOf(made, plan, []), considered, ...present].join(', ')}`;
  const groups = keys.length > 0 ? groupsSql(made, plan, { labels, considered }) : '';
  const h = [
    'q.*',
    ...keys.map((key, place) => `${key} AS k${place}`),
    ...labels.flatMap(({ spelling }) => spelling),
    ...(share.words ? [`(${share.words}) AS s`] : []),
  ];
  const counted = ['q.*', ...listed(made.windows)].join(', ');
  const from = `${rowsAndParts(made, where.rows)}, ${bands.join(' ')}
    ${combinationsSql(made, `SELECT ${h.join(', ')} FROM p AS q WHERE ${where.words ?? 'true'}`, keysOf(plan))},
    w AS (SELECT ${counted} FROM h AS q), ${total} FROM w AS q)`;
  if (!groups) return { sql: `${from} SELECT * FROM t`, params: made.params, words: made.words };
  return {
    sql: `${from}, ${groups} ${shownGroups(made, plan, most)}`,
    params: made.params,
    words: made.words,
  };
}

const BANDS_MAX = 10;

const bandNumber = (made: Stages, column: string): string =>
  `CAST(${numberOf(made.sql, writtenCell(made, column))} AS ${made.sql.types.numeric})`;

/** The width of the bands of a key: 1, 2 or 5 times a power of ten, so that there are ten at most. */
function bandStage(
  made: Stages,
  column: string,
  { place, where }: { place: number; where: string | null },
): string {
  const { sql } = made;
  const number = bandNumber(made, column);
  const ends = `SELECT min(${number}) AS lo, max(${number}) AS hi FROM p AS q WHERE ${where ?? 'true'}`;
  const ten = sql.powerOfTen('(nullif(e.hi - e.lo, 0) / 10)');
  const steps = [2, 5, 10].map((times) => {
    const width = `(${times} * e.ten)`;
    return `WHEN floor(e.hi / ${width}) - floor(e.lo / ${width}) < ${BANDS_MAX} THEN ${width}`;
  });
  const width = `coalesce(CASE ${steps.join(' ')} ELSE 20 * e.ten END, 1)`;
  // Between two whole numbers there is nothing to part.
  const isWhole = /^(?:smallint|integer|bigint|numeric\(\d+,0\))/.test(cellOf(made, column).type);
  return `b${place} AS (SELECT ${isWhole ? `greatest(${width}, 1)` : width} AS width
    FROM (SELECT e.lo, e.hi, ${ten} AS ten FROM (${ends}) AS e) AS e)`;
}

const bandWidth = (place: number): string => `(SELECT width FROM b${place})`;

/** The lower end of the band. */
const bandKey = (made: Stages, column: string, place: number): string =>
  `floor(${bandNumber(made, column)} / ${bandWidth(place)}) * ${bandWidth(place)}`;

/** «1000..2000»: the upper end belongs to the next band. */
function bandLabel({ sql }: Stages, place: number): string {
  const text = (value: string) =>
    sql.figureText(sql.withoutZeros(`CAST(${value} AS ${sql.types.numeric})`), true);
  const [from, to] = [text(`q.k${place}`), text(`q.k${place} + ${bandWidth(place)}`)];
  return `CASE WHEN q.k${place} IS NOT NULL THEN concat(${from}, '..', ${to}) END`;
}

/** The groups, under the names `k0`… of their keys, which stand in the order of `o0`…, with their figures `m0`…. */
function groupsSql(
  made: Stages,
  plan: Plan,
  { labels, considered }: { labels: { label: string }[]; considered: string },
): string {
  const keys = keysOf(plan);
  const columns = [
    ...labels.map(({ label }, place) => `${label} AS k${place}`),
    ...keys.map((key, place) => `${key} AS o${place}`),
    ...figuresOf(made, plan, keys),
    considered,
  ];
  return `g AS (SELECT ${columns.join(', ')} FROM w AS q${made.medians.size ? ' LEFT JOIN d ON d.d = q.d' : ''}
    GROUP BY ${keys.join(', ')}${havingOf(made, plan, keys)})`;
}

/** The groups that are shown, each with the number of all and with the figures over all considered rows. */
function shownGroups({ sql, bind }: Stages, plan: Plan, most: number): string {
  const measures = plan.measures.map((_, place) => place);
  const columns = [
    ...plan.group_by.map((_, place) => `g.k${place}`),
    ...measures.map((place) => `g.m${place}`),
    ...(plan.share && plan.share_of.length === 0 ? measures.map((place) => shareOfTotal(sql, place)) : []),
  ];
  const totals = ['considered', ...measures.flatMap((place) => [`m${place}`, `n${place}`])];
  const total = totals.map((name) => `'${name}', t.${name}`).join(', ');
  const first = firstPlace(sql, plan);
  const groups = first
    ? `(SELECT g.*, count(*) OVER () AS group_count, rank() OVER (ORDER BY ${first}) AS place FROM g) AS g`
    : '(SELECT g.*, count(*) OVER () AS group_count FROM g) AS g';
  const shown = first ? TIED_MAX : (plan.limit ?? most);
  return `SELECT ${columns.join(', ')}, g.considered, g.group_count, ${sql.jsonObject}(${total}) AS total
    FROM ${groups} CROSS JOIN t ${first ? 'WHERE g.place = 1 ' : ''}ORDER BY ${orderOf(sql, plan)} LIMIT ${bind(Math.min(shown, most))} OFFSET ${bind(plan.skip ?? 0)}`;
}

/** Groups that are shown where they share the first place. */
const TIED_MAX = 20;

/** «qual órgão tem mais licitações?»: who shares the first place is first, too. Null where more than the first is asked for. */
function firstPlace(sql: Dialect, plan: Plan): string | null {
  const [first] = plan.order;
  return plan.limit === 1 && !plan.skip && first?.by === 'measure' && first.index < plan.measures.length
    ? sorted(`CAST(g.m${first.index} AS ${sql.types.numeric})`, first.direction)
    : null;
}

const keysOf = (plan: Plan): string[] => plan.group_by.map((_, place) => `q.k${place}`);

const listed = (known: Map<string, string>): string[] => [...known].map(([sql, name]) => `${sql} AS ${name}`);

/** The first two stages, when all that the others need of them is known. */
function rowsAndParts(made: Stages, where: string | null): string {
  const cells = [...made.cellsSql.values()];
  const read = [...listed(made.cellsSql), ...listed(made.values)].join(', ') || '1 AS one';
  const parts = [...cells.map((name) => `q.${name}`), ...listed(made.partials)].join(', ');
  const groups = cells.length ? ` GROUP BY ${cells.map((name) => `q.${name}`).join(', ')}` : '';
  const { unmerged, materialized } = made.sql.stage;
  // PostgreSQL may neither merge the first two stages, which would read an amount in a text several times, nor ask
  // the filters of the third one of every row.
  return `WITH q AS (SELECT * FROM ${made.base}),
    r AS ${made.medians.size ? materialized : ''}(SELECT ${read} FROM q WHERE ${where ?? 'true'}${made.readsText ? unmerged : ''}),
    p AS ${materialized}(SELECT ${parts} FROM r AS q${groups})`;
}

/** The stage `h`, and `d` where there are medians: the rows find their combinations by an equality that can be hashed. */
function combinationsSql(made: Stages, filtered: string, keys: string[]): string {
  if (!made.medians.size) return `h AS (${filtered})`;
  const same = [...made.written.values()].map(({ name, kind, type }) => {
    // Any value does for empty cells, because they are compared apart.
    const none = kind === 'date' && type !== 'text' ? `CAST('2000-01-01' AS date)` : `''`;
    return `coalesce(q.${name}, ${none}) = coalesce(h.${name}, ${none}) AND (q.${name} IS NULL) = (h.${name} IS NULL)`;
  });
  const rows = `r AS q JOIN h ON ${same.join(' AND ') || 'true'}`;
  const medians = `d AS (${made.sql.medians([...made.medians.values()], rows, keys.length > 0)})`;
  if (!keys.length) return `h AS (${filtered}), ${medians}`;
  return `h AS (SELECT q.*, dense_rank() OVER (ORDER BY ${keys.join(', ')}) AS d FROM (${filtered}) AS q), ${medians}`;
}

/** Conditions that rows are asked, and those on words and on days in texts, which the combinations of cells are asked. */
function divided(made: Stages, clauses: Condition[][]): { rows: string | null; words: string | null } {
  const isOfFew = ({ column }: Condition) => {
    const cell = cellOf(made, column);
    return cell.reads === 'date' || (isOfWords(cell) && !cell.type.endsWith('[]'));
  };
  const rows = clauses.filter((conditions) => !conditions.every(isOfFew));
  const words = clauses
    .filter((conditions) => conditions.every(isOfFew))
    .map((conditions) => {
      const written = conditions.map(({ column }) => writtenCell(made, column));
      const renamed = conditions.map((condition, place) => ({
        ...condition,
        column: written[place]?.name ?? condition.column,
      }));
      return clausesSql(written, [renamed], made);
    });
  return {
    rows: rows.length ? clausesSql([...made.cells.values()], rows, made) : null,
    words: words.length ? words.join(' AND ') : null,
  };
}

/** The share of each group in the whole. */
function shareOfTotal(sql: Dialect, place: number): string {
  const { text, numeric } = sql.types;
  const [part, whole] = [`CAST(g.m${place} AS ${numeric})`, `CAST(t.m${place} AS ${numeric})`];
  return `CAST(round(100 * ${part} / nullif(${whole}, 0), 2) AS ${text}) AS s${place}`;
}

/** The name of a group, and the spellings that it needs. Folded text is shown in its commonest spelling. */
function labelOf(
  made: Stages,
  plan: Plan,
  key: GroupKey,
  place: number,
): { label: string; spelling: string[] } {
  if (key.bucket === 'band') return { label: bandLabel(made, place), spelling: [] };
  const cell = writtenCell(made, key.column);
  if (!['category', 'text', 'identifier'].includes(cell.kind) || key.bucket)
    return { label: `q.k${place}`, spelling: [] };
  const groups = { keys: keysOf(plan), window: windowIn(made) };
  const rows = partOf(made, 'count', '*', null);
  return {
    label: made.sql.commonest(`q.l${place}`, rows, groups),
    spelling: [`${plainText(made.sql, cell)} AS l${place}`],
  };
}

function havingOf(made: Stages, plan: Plan, keys: string[]): string {
  const parts = plan.having.flatMap(({ measure, op, value }) => {
    const asked = plan.measures[measure];
    const bound = `CAST(${made.bind(value)} AS ${made.sql.types.numeric})`;
    return asked ? [`${figure(made, plan, asked, keys)} ${op} ${bound}`] : [];
  });
  return parts.length ? ` HAVING ${parts.join(' AND ')}` : '';
}

/** As asked, then the largest first for words and the earliest first for days; the key decides between equals. */
function orderOf(sql: Dialect, plan: Plan): string {
  const byMeasure = (index: number, direction: 'asc' | 'desc') =>
    sorted(`CAST(g.m${index} AS ${sql.types.numeric})`, direction);
  const asked = plan.order.flatMap(({ by, index, direction }) =>
    by === 'group'
      ? [sorted(`g.o${index}`, direction, direction === 'asc')]
      : by === 'measure'
        ? [byMeasure(index, direction)]
        : [],
  );
  const isByWords = plan.group_by.length === 1 && !plan.group_by.some(isOfDays) && plan.measures.length > 0;
  return [
    ...asked,
    ...(asked.length === 0 && isByWords ? [byMeasure(0, 'desc')] : []),
    ...plan.group_by.map((_, place) => sorted(`g.o${place}`, 'asc')),
  ].join(', ');
}

const isOfDays = ({ bucket }: GroupKey): boolean => bucket !== null;
