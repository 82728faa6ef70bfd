/** Sorts the rows of a result by a column; cells are the text of the database. */
import type { ResultColumn } from '#contract/table-result.ts';

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
