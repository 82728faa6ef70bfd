/** The stages of the statement of figures, and the figures that the last of them counts. */
import type { Measure, Plan } from '#contract/table-plan.ts';
import {
  dayOf,
  isNumber,
  keyOf,
  numberOf,
  numberText,
  plainText,
  rawText,
  readsText,
  type TableCell,
} from './cells.ts';
import type { Median } from './dialect.ts';
import { type Build, build, cellOf, type QueryTable } from './statement.ts';

/**
 * The stages of the statement, each of which is called `q` by the next: `r` has the rows that the other filters let pass,
 * with cells `a0`… and values `x0`…; `p` has one row for each combination of cells, with figures `p0`… of its rows; `h`
 * has those that pass the filters on words, with the keys `k0`… of their groups; `w` adds what is counted over several of
 * them. `d` has the medians `e0`… of the rows, which cannot be made from parts.
 */
export type Stages = Build & {
  /** Columns as `p` has them, by their names in the table. */
  written: Map<string, TableCell>;
  cellsSql: Map<string, string>;
  values: Map<string, string>;
  partials: Map<string, string>;
  windows: Map<string, string>;
  medians: Map<string, Median>;
  /** Values are read from texts, which shall happen once. */
  readsText: boolean;
  /** The filters of a share: a value of the rows, and whether there is a condition on words (`q.s`). */
  share: { value: string | null; hasWords: boolean } | null;
};

export function stagesOf(table: QueryTable, plan: Plan): Stages {
  const made = build(table, plan);
  const used = [...plan.measures, ...plan.filters].flatMap(({ column }) => column ?? []);
  return {
    ...made,
    written: new Map(),
    cellsSql: new Map(),
    values: new Map(),
    partials: new Map(),
    windows: new Map(),
    medians: new Map(),
    readsText: used.some((name) => {
      const cell = made.cells.get(name);
      return cell !== undefined && readsText(cell);
    }),
    share: null,
  };
}

/** The name of an expression in the stage that computes it. */
export function named(known: Map<string, string>, letter: string, sql: string): string {
  const name = known.get(sql) ?? `${letter}${known.size}`;
  known.set(sql, name);
  return `q.${name}`;
}

/** A column by which rows are counted, as it is written; its type may have no equality, so that most become text. */
export function writtenCell(made: Stages, name: string): TableCell {
  const known = made.written.get(name);
  if (known) return known;
  const { sql } = made;
  const cell = cellOf(made, name);
  const isText = cell.reads !== null || !(isNumber(cell) || cell.kind === 'date');
  const value = isText
    ? rawText(sql, cell)
    : isNumber(cell)
      ? numberText(sql, cell, numberOf(sql, cell))
      : dayOf(sql, cell);
  const type = cell.kind === 'date' && !isText ? cell.type : 'text';
  const { between: _pair, moment: _moment, ...plain } = cell;
  const written = { ...plain, name: named(made.cellsSql, 'a', value).slice(2), type };
  made.written.set(name, written);
  return written;
}

/** The figures as texts; `keys` are those of their groups, empty for all rows together. */
export const figuresOf = (made: Stages, plan: Plan, keys: string[]): string[] =>
  plan.measures.map((measure, place) => {
    const { fn, column } = measure;
    const value = figure(made, plan, measure, keys);
    const isOfCells = fn === 'sum' || fn === 'minimum' || fn === 'maximum';
    const asText =
      isOfCells && column !== null && !made.share
        ? numberText(made.sql, cellOf(made, column), value)
        : made.sql.figureText(value, false);
    return `${asText} AS m${place}`;
  });

export function figure(made: Stages, plan: Plan, measure: Measure, keys: string[]): string {
  const plain = aggregate(made, measure, { share: null, keys });
  if (!plan.share || plan.share_of.length === 0) return plain;
  const part = aggregate(made, measure, { share: made.share, keys });
  const numeric = (value: string) => `CAST(${value} AS ${made.sql.types.numeric})`;
  return `round(100 * ${numeric(`coalesce(${part}, 0)`)} / ${numeric(`nullif(${plain}, 0)`)}, 2)`;
}

type Share = Stages['share'];
/** The rows that a figure is made of: those of one group, or all; narrowed to a share where there is one. */
type Scope = { share: Share; keys: string[] };

const within = (share: Share, value: string): string =>
  share?.hasWords ? `CASE WHEN q.s THEN ${value} END` : value;

/** The figure of the rows of one combination of cells. */
export function partOf(
  made: Stages,
  fn: 'count' | 'sum' | 'min' | 'max',
  value: string,
  share: Share,
): string {
  const condition = share?.value ?? null;
  const one = fn !== 'count' ? value : value === '*' ? '1' : `CASE WHEN ${value} IS NOT NULL THEN 1 END`;
  const narrowed = condition ? `CASE WHEN ${condition} THEN ${one} END` : one;
  return named(made.partials, 'p', `${fn}(${narrowed})`);
}

export const countOf = (made: Stages, value: string, share: Share): string =>
  `CAST(coalesce(sum(${within(share, partOf(made, 'count', value, share))}), 0) AS ${made.sql.types.integer})`;

function aggregate(made: Stages, { fn, column }: Measure, scope: Scope): string {
  const { share } = scope;
  if (fn === 'count' || column === null) return countOf(made, '*', share);
  const cell = cellOf(made, column);
  if (fn === 'count_distinct') return distinctOf(made, column, share);
  const value = numberValue(made, cell);
  const over = (part: 'sum' | 'min' | 'max') => `${part}(${within(share, partOf(made, part, value, share))})`;
  if (fn === 'maximum') return over('max');
  if (fn === 'minimum' || cell.kind === 'date') return over('min');
  if (fn === 'sum') return over('sum');
  if (fn === 'median') return medianOf(made, value, cell, scope);
  const count = `nullif(${countOf(made, value, share)}, 0)`;
  return `round(${over('sum')} / CAST(${count} AS ${made.sql.types.numeric}), ${placesOf(cell)})`;
}

/** Joined to the groups by their number; that of all rows is looked up. */
function medianOf(made: Stages, value: string, cell: TableCell, { share, keys }: Scope): string {
  const narrowing = [share?.value, share?.hasWords ? 'h.s' : null].filter((one) => typeof one === 'string');
  const number = narrowing.length ? `CASE WHEN ${narrowing.join(' AND ')} THEN ${value} END` : value;
  const median = made.medians.get(number) ?? {
    name: `e${made.medians.size}`,
    number,
    places: placesOf(cell),
  };
  made.medians.set(number, median);
  return keys.length ? `min(d.${median.name})` : `(SELECT d.${median.name} FROM d WHERE d.d IS NULL)`;
}

export const windowIn = (made: Stages) => (expression: string) => named(made.windows, 'w', expression);

const numberValue = (made: Stages, cell: TableCell): string =>
  named(made.values, 'x', cell.kind === 'date' ? dayOf(made.sql, cell) : numberOf(made.sql, cell));

function distinctOf(made: Stages, column: string, share: Share): string {
  const key = keyOf(made.sql, writtenCell(made, column), null);
  const present = share?.value ? `CASE WHEN ${partOf(made, 'count', '*', share)} > 0 THEN ${key} END` : key;
  return `count(DISTINCT ${within(share, present)})`;
}

/** Two places, or the places of the column where it has more, at most six. */
function placesOf({ type }: TableCell): number {
  const scale = Number(/^numeric\(\d+,(\d+)\)/.exec(type)?.[1] ?? 2);
  return Math.min(6, Math.max(2, scale));
}

/** The number of rows with a value in the column of a measure. */
export function presentOf(made: Stages, { fn, column }: Measure): string {
  if (fn === 'count' || column === null) return countOf(made, '*', null);
  if (fn !== 'count_distinct') return countOf(made, numberValue(made, cellOf(made, column)), null);
  const isPresent = `${plainText(made.sql, writtenCell(made, column))} IS NOT NULL`;
  const rows = `CASE WHEN ${isPresent} THEN ${partOf(made, 'count', '*', null)} END`;
  return `CAST(coalesce(sum(${rows}), 0) AS ${made.sql.types.integer})`;
}
