/** Tables as sentences: each row names its columns, on its own page and on the next one. */
import { columnNames, rowSentence } from '../../text/tables.ts';
import type { Table, TableRow } from '../page/lines.ts';

/** A name of a column is short and no figure. */
const NAME_MAX = 60;
const FIGURE = /^[\d\s.,;:%/()+-]*$|^R\$/;
/** Points by which the columns of a table may sway from one page to the next. */
const SWAY = 4;

/**
 * The head of a table and its rows, one sentence each, after the title that fills its first row. `before`: the table that
 * ended the page before this one.
 */
export function readTable(
  table: Table,
  before: { table: Table; names: string[] | null } | null,
): { names: string[] | null; sentences: string[] } {
  const title = titleOf(table);
  const rows = withOneHead(title ? table.rows.slice(1) : table.rows);
  const { names, isHead } = headOf({ ...table, rows }, before);
  const sentences = sentencesOf(isHead ? rows.slice(1) : rows, names);
  return { names, sentences: title ? [title, ...sentences] : sentences };
}

/** The first row where it is one cell over all columns. */
function titleOf({ rows: [first, ...rest] }: Table): string | null {
  const [title, ...others] = first?.cells ?? [];
  return title && rest.length > 1 && others.length > 0 && !others.some(Boolean) ? title : null;
}

/** A head of two rows as one: «Horas» over «Teóricas» and «Práticas» gives «Horas Teóricas» and «Horas Práticas». */
function withOneHead(rows: TableRow[]): TableRow[] {
  const [first, second, third, ...others] = rows;
  if (!first || !second || !third) return rows;
  const names = namesOfTwoRows(first.cells, second.cells);
  const isBody = third.cells.some(isFigure) || (second.isMarked && !third.isMarked);
  return names && isBody ? [{ cells: names, isMarked: true }, third, ...others] : rows;
}

const isFigure = (cell: string) => cell !== '' && FIGURE.test(cell);

/** Null where the first row has no name over several columns, or the second one is no head. */
function namesOfTwoRows(first: string[], second: string[]): string[] | null {
  let over = '';
  const names = first.map((cell, column) => {
    const below = second[column] ?? '';
    if (cell) over = cell;
    const isOver = !cell || first[column + 1] === '';
    if (!isOver) return !below || below === cell ? cell : null;
    if (below === cell && cell) return null;
    return below && `${over} ${below}`.trim();
  });
  const isHead =
    first.includes('') && first.filter(Boolean).length > 1 && names.every((name) => name && !isFigure(name));
  return isHead ? (names as string[]) : null;
}

/** `isHead`: the first row says them. */
function headOf(
  { rows, columns }: Table,
  before: { table: Table; names: string[] | null } | null,
): { names: string[] | null; isHead: boolean } {
  const goesOn = before !== null && haveSameColumns(columns, before.table.columns);
  // A table that goes on has names of its own only where they are marked.
  const own = namesOf(rows, goesOn);
  const first = rows[0]?.cells ?? [];
  const isRepeated =
    goesOn && before.table.rows.some(({ cells }, row) => row < 2 && cells.join('\t') === first.join('\t'));
  if (isRepeated) {
    const names = before.names ?? (isNamed(first) ? first : null);
    return { names, isHead: names !== null };
  }
  return own ? { names: own, isHead: true } : { names: goesOn ? before.names : null, isHead: false };
}

/** The names of the columns in the first row; `isMarkedOnly`: bold or shaded ones. */
export function namesOf(rows: TableRow[], isMarkedOnly: boolean): string[] | null {
  const [first, second] = rows;
  if (!first || !second || !isNamed(first.cells)) return null;
  if (first.isMarked && !second.isMarked) return first.cells;
  if (isMarkedOnly) return null;
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
