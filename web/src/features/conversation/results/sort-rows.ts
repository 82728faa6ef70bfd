/** Sorts the rows of a result by a column, and the columns of listed rows by what is read first; cells are the text of the database. */
import type { ResultColumn, TableResult } from '#contract/table-result.ts';

type Cells = (string | null)[];
export type Sorting = { column: number; direction: 'ascending' | 'descending' };

export const isFigure = ({ kind, bucket }: Pick<ResultColumn, 'kind' | 'bucket'>) =>
  bucket === null && (kind === 'number' || kind === 'money' || kind === 'percent');

/** The next order by a press on a header: figures begin with the largest; the third press restores the result's own. */
export function nextSorting(
  now: Sorting | null,
  column: number,
  { kind, bucket }: ResultColumn,
): Sorting | null {
  const first = isFigure({ kind, bucket }) ? 'descending' : 'ascending';
  if (now?.column !== column) return { column, direction: first };
  if (now.direction !== first) return null;
  return { column, direction: first === 'ascending' ? 'descending' : 'ascending' };
}

/** Rows without a value come last in both directions; equal ones keep their order. */
export function sortedRows(rows: Cells[], sorting: Sorting | null, columns: ResultColumn[]): Cells[] {
  const column = sorting && columns[sorting.column];
  if (!sorting || !column) return rows;
  const compare = isFigure(column) || column.bucket === 'weekday' ? compareDecimals : compareTexts(column);
  const sign = sorting.direction === 'ascending' ? 1 : -1;
  return rows.toSorted((one, two) => {
    const [a, b] = [one[sorting.column] ?? null, two[sorting.column] ?? null];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * compare(a, b);
  });
}

const collator = new Intl.Collator('pt-BR', { numeric: true, sensitivity: 'base' });

/** Days and keys of periods are written so that their order is that of their text; a band is ordered by its lower end. */
function compareTexts({ kind, bucket }: ResultColumn) {
  if (bucket === 'band') return (a: string, b: string) => Number.parseFloat(a) - Number.parseFloat(b);
  if (kind === 'date' || bucket) return (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  return collator.compare;
}

/** Exact where a double is not: amounts with more than fifteen digits are told apart. */
function compareDecimals(a: string, b: string): number {
  const difference = Number(a) - Number(b);
  if (difference !== 0 || a === b) return difference;
  const digits = Math.max(...[a, b].map((decimal) => decimal.split('.')[1]?.length ?? 0));
  const [one, two] = [wholeOf(a, digits), wholeOf(b, digits)];
  return one < two ? -1 : one > two ? 1 : 0;
}

function wholeOf(decimal: string, digits: number): bigint {
  const [whole = '0', fraction = ''] = decimal.split('.');
  return BigInt(`${whole}${fraction.padEnd(digits, '0')}`);
}

type Listed = Pick<TableResult, 'columns' | 'rows' | 'plan'>;

/**
 * Places of columns. The first names its row and stays; a filter on one value is told by its chip, so its column comes
 * last. On a phone, where two or three columns are in sight, that by which the rows are ordered, else the first figure,
 * stands beside the first.
 */
export function readingOrder({ columns, rows, plan }: Listed, isPhone: boolean): number[] {
  const places = columns.map((_, place) => place);
  if (!plan.rows || columns.length < 3) return places;
  const fixed = new Set<string | undefined>(
    plan.filters.filter(({ op, values }) => op === 'in' && values.length === 1).map(({ column }) => column),
  );
  const isSame = (place: number) =>
    fixed.has(columns[place]?.name) && rows.every((row) => row[place] === rows[0]?.[place]);
  const ordered = columns.findIndex(({ name }) => plan.order.some(({ column }) => column === name));
  const answer = ordered > 0 ? ordered : columns.findIndex((column, place) => place > 0 && isFigure(column));
  const rank = (place: number) => (place === 0 ? 0 : isPhone && place === answer ? 1 : isSame(place) ? 3 : 2);
  return places.toSorted((a, b) => rank(a) - rank(b) || a - b);
}

/** A result with its columns in another order. */
export function inOrder<T extends Pick<TableResult, 'columns' | 'rows' | 'total' | 'others_row'>>(
  result: T,
  order: number[],
): T {
  const of = <U>(cells: U[]): U[] =>
    cells.length === order.length ? order.map((place) => cells[place] as U) : cells;
  return { ...result, columns: of(result.columns), rows: result.rows.map(of) };
}
