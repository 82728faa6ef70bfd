/** The points of a chart, from the rows of a result. A double is exact enough for a length on the screen. */
import type { MeasureFunction } from '#contract/table-plan.ts';
import type { ResultColumn, TableResult } from '#contract/table-result.ts';
import { tableCellWords } from '#contract/table-words.ts';
import { nextKey } from '../filters/periods.ts';
import { texts } from '../texts.ts';

/** `value` is null where the period has no row. */
export type Point = { label: string; value: number | null; text: string };
export type Stack = { label: string; parts: (Point & { series: number })[]; sum: number };
export type ChartData =
  | { kind: 'bar'; points: Point[] }
  | { kind: 'line'; points: Point[]; withoutDate: number }
  | { kind: 'stacked'; stacks: Stack[]; series: string[] };

/** Gaps are filled only up to here: one odd date must not make a line of ten thousand empty days. */
const POINTS_MAX = 400;
/** Series that are told apart by colour; the others are drawn together. */
const SERIES_MAX = 7;

const keyText = (cell: string | null | undefined, column: ResultColumn): string =>
  cell === null || cell === undefined || cell === '' ? texts.blank : tableCellWords(cell, column);

const pointOf = (label: string, cell: string | null | undefined, column: ResultColumn): Point => ({
  label,
  value: cell === null || cell === undefined ? null : Number(cell),
  text: tableCellWords(cell, column),
});

/** Null where the rows hold nothing to draw. */
export function chartData({ chart, columns, rows, plan }: TableResult): ChartData | null {
  const [key, second, third] = columns;
  if (!chart || !key || !second || rows.length === 0) return null;
  if (chart === 'stacked') {
    if (!third) return null;
    const isSum = plan.measures.every(({ fn }) => ADDED.includes(fn));
    return isSum ? stacked(rows, [key, second, third]) : pairs(rows, [key, second, third]);
  }
  if (chart === 'line' && key.bucket !== 'band') return line(rows, key, second);
  // Another kind of chart must not become bars without a word.
  chart satisfies 'bar' | 'line';
  return { kind: 'bar', points: rows.map(([cell, figure]) => pointOf(keyText(cell, key), figure, second)) };
}

/** Only what may be added up is drawn on top of one another: two averages have no sum. */
const ADDED: MeasureFunction[] = ['count', 'sum'];

type Keyed = [key: ResultColumn, second: ResultColumn, figure: ResultColumn];

const pairs = (rows: Rows, [key, second, figure]: Keyed): ChartData => ({
  kind: 'bar',
  points: rows.map(([cell, other, value]) =>
    pointOf(`${keyText(cell, key)} · ${keyText(other, second)}`, value, figure),
  ),
});

type Rows = TableResult['rows'];

function line(rows: Rows, key: ResultColumn, figure: ResultColumn): ChartData {
  const known = new Map(rows.flatMap(([cell, value]) => (cell ? [[cell, value ?? null] as const] : [])));
  const ordered = [...known.keys()].sort();
  const points = withGaps(ordered, key.bucket ?? '').map((each) =>
    pointOf(keyText(each, key), known.get(each), figure),
  );
  return { kind: 'line', points, withoutDate: rows.length - known.size };
}

/** Every period from the first to the last; as they are where the periods do not follow one another. */
function withGaps(keys: string[], bucket: string): string[] {
  const last = keys.at(-1) ?? '';
  const all = keys.slice(0, 1);
  for (let key = nextKey(all[0] ?? '', bucket); key !== null && key <= last; key = nextKey(key, bucket)) {
    all.push(key);
    if (all.length > POINTS_MAX) return keys;
  }
  return keys.every((key) => all.includes(key)) ? all : keys;
}

function stacked(rows: Rows, [key, second, figure]: Keyed): ChartData {
  const sums = new Map<string, number>();
  for (const [, cell, value] of rows) {
    const name = keyText(cell, second);
    sums.set(name, (sums.get(name) ?? 0) + Math.abs(Number(value ?? 0)));
  }
  const names = [...sums.keys()].sort((a, b) => (sums.get(b) ?? 0) - (sums.get(a) ?? 0));
  const series = names.length > SERIES_MAX ? [...names.slice(0, SERIES_MAX - 1), texts.restOfSeries] : names;
  const stacks = new Map<string, Stack>();
  for (const [cell, other, value] of rows) {
    const label = keyText(cell, key);
    const stack = stacks.get(label) ?? { label, parts: [], sum: 0 };
    const name = keyText(other, second);
    const place = series.indexOf(name);
    const point = pointOf(name, value, figure);
    stack.parts.push({ ...point, series: place < 0 ? series.length - 1 : place });
    stack.sum += point.value ?? 0;
    stacks.set(label, stack);
  }
  for (const { parts } of stacks.values()) parts.sort((a, b) => a.series - b.series);
  return { kind: 'stacked', stacks: [...stacks.values()], series };
}
