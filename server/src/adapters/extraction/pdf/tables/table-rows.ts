/** Tables as sentences: each row names its columns, on its own page and on the next one. */
import { columnNames, rowSentence } from '../../text/tables.ts';
import type { Table, TableRow } from '../page/lines.ts';

/** A name of a column is short and no figure. */
const NAME_MAX = 60;
const FIGURE = /^[\d\s.,;:%/()+-]*$|^R\$/;
/** Points by which the columns of a table may sway from one page to the next. */
const SWAY = 4;

/** The head of a table and its rows, one sentence each. `before`: the table that ended the page before this one. */
export function readTable(
  { rows, columns }: Table,
  before: { table: Table; names: string[] | null } | null,
): { names: string[] | null; sentences: string[] } {
  const own = namesOf(rows);
  const goesOn = before !== null && haveSameColumns(columns, before.table.columns);
  const first = rows[0]?.cells ?? [];
  const isRepeated = goesOn && before.table.rows[0]?.cells.join('\t') === first.join('\t');
  if (isRepeated) {
    const names = before.names ?? (isNamed(first) ? first : null);
    return { names, sentences: sentencesOf(names ? rows.slice(1) : rows, names) };
  }
  if (own) return { names: own, sentences: sentencesOf(rows.slice(1), own) };
  const names = goesOn ? before.names : null;
  return { names, sentences: sentencesOf(rows, names) };
}

function namesOf(rows: TableRow[]): string[] | null {
  const [first, second] = rows;
  if (!first || !second || !isNamed(first.cells)) return null;
  if (first.isMarked && !second.isMarked) return first.cells;
  return columnNames(
    rows.map(({ cells }) => cells),
    rows.map(({ isMarked }) => isMarked),
    false,
  );
}

const isNamed = (cells: string[]) =>
  cells.every((cell) => cell && cell.length <= NAME_MAX && !FIGURE.test(cell));

const haveSameColumns = (one: number[], other: number[]) =>
  one.length === other.length && one.every((x, column) => Math.abs(x - (other[column] ?? 0)) <= SWAY);

/** Without names of columns two cells are a thing and what it is, as in a table of Word. */
function sentencesOf(rows: TableRow[], names: string[] | null): string[] {
  return rows
    .map(({ cells }) => {
      if (names) return rowSentence(names, cells);
      const [thing = '', ...rest] = cells;
      if (cells.length === 2) return rest[0] ? rowSentence([thing], rest) : thing;
      return rowSentence(
        cells.map((_, column) => `coluna ${column + 1}`),
        cells,
      );
    })
    .filter(Boolean)
    .map((sentence) => `- ${sentence}`);
}
