/** Finds the table within a sheet: its header line, its columns, its end, and lines of totals. */
import type {
  Merge,
  SheetCell,
  SheetData,
  SheetRow,
} from '../../../../adapters/extraction/sheets/sheet-cells.ts';
import { fold } from '../../../../language/words.ts';
import { dayOfCell, isBlank, type Notation, notationOf, numberOf, textOf } from './cell-values.ts';

const LOOKED_AT = 30;
const LABEL_LETTERS = 120;
const PLAIN: Notation = { decimal: 'comma', order: 'day_first' };

/** The line that names the columns, and the line of group names above it where there is one. */
export type HeaderLines = { header: SheetRow | null; upper: SheetRow | null };

const filledCells = (row: SheetRow): SheetCell[] => row.cells.filter((cell) => !isBlank(cell));

const isLabel = (cell: SheetCell): boolean =>
  typeof cell === 'string' &&
  cell.length <= LABEL_LETTERS &&
  numberOf(cell, PLAIN) === null &&
  dayOfCell(cell, PLAIN) === null;

/** A year may name a column too: «Município, 2023, 2024». */
const isYear = (cell: SheetCell): boolean => /^(?:19|20)\d\d$/.test(textOf(cell));

function isLabelLine(row: SheetRow | undefined, width: number): row is SheetRow {
  if (!row) return false;
  const filled = filledCells(row);
  return (
    filled.length >= Math.max(1, Math.ceil(width * 0.6)) &&
    filled.some(isLabel) &&
    filled.every((cell) => isLabel(cell) || isYear(cell))
  );
}

/** How many cells most of the first rows have. */
function commonWidth(rows: SheetRow[]): number {
  const counts = new Map<number, number>();
  for (const row of rows) {
    const width = filledCells(row).length;
    counts.set(width, (counts.get(width) ?? 0) + 1);
  }
  const [best] = [...counts].sort(
    ([width, count], [otherWidth, other]) => other - count || otherWidth - width,
  );
  return best?.[0] ?? 1;
}

export function guessHeader({ rows, merges }: SheetData): HeaderLines {
  const first = rows.slice(0, LOOKED_AT);
  const width = commonWidth(rows.slice(0, 3 * LOOKED_AT));
  const place = first.findIndex((row) => isLabelLine(row, width));
  if (place < 0) return { header: null, upper: null };
  const [line, below] = [rows[place], rows[place + 1]];
  if (
    line &&
    isLabelLine(below, width) &&
    below.number === line.number + 1 &&
    isGroupLine(line, below, rows, merges)
  )
    return { header: below, upper: line };
  return headerAt({ rows, merges }, line?.number ?? 0);
}

/** The header at a line that somebody chose; 0 for none. */
export function headerAt({ rows, merges }: SheetData, number: number): HeaderLines {
  const place = rows.findIndex((row) => row.number === number);
  const header = rows[place] ?? null;
  const above = rows[place - 1];
  const isUpper =
    header &&
    above?.number === number - 1 &&
    filledCells(above).length > 1 &&
    isGroupLine(above, header, rows, merges);
  return { header, upper: isUpper ? above : null };
}

/** Names of groups of columns: merged over several of them, or with gaps that the line below fills. */
function isGroupLine(line: SheetRow, below: SheetRow, rows: SheetRow[], merges: Merge[]): boolean {
  if (!filledCells(line).every((cell) => isLabel(cell) || isYear(cell))) return false;
  if (!filledCells(below).every((cell) => isLabel(cell) || isYear(cell))) return false;
  const isMerged = merges.some(
    ({ row, columns, rows: high }) => row === line.number && columns > 1 && high === 1,
  );
  const hasGap = below.cells.some((cell, at) => at > 0 && !isBlank(cell) && isBlank(line.cells[at]));
  const data = rows.filter(({ number }) => number > below.number).slice(0, LOOKED_AT);
  const isTyped = data.some((row) =>
    row.cells.some((cell, at) => !isBlank(cell) && !isLabel(cell) && !isBlank(below.cells[at])),
  );
  return (isMerged || hasGap) && isTyped && filledCells(line).length > 1;
}

/** The name of each column: its group, where there is one, and its own. */
export function columnLabels({ header, upper }: HeaderLines, merges: Merge[]): string[] {
  if (!header) return [];
  const width = Math.max(header.cells.length, upper?.cells.length ?? 0);
  let group = '';
  return Array.from({ length: width }, (_, column) => {
    const own = oneLine(header.cells[column]);
    const above = oneLine(upper?.cells[column]);
    if (above) group = above;
    // A group reaches over the cells to its right that have none of their own, unless the merge ends before.
    const merge = merges.find(
      (one) => one.row === upper?.number && one.column <= column && column < one.column + one.columns,
    );
    const isIn = above || merge || (own && !hasMerges(merges, upper));
    const outer = upper && isIn ? group : '';
    return outer && own && outer !== own ? `${outer} ${own}` : own || (above ? outer : '');
  });
}

const hasMerges = (merges: Merge[], upper: SheetRow | null) =>
  merges.some(({ row, columns }) => row === upper?.number && columns > 1);

const oneLine = (cell: SheetCell | undefined) => textOf(cell ?? null).replace(/\s+/g, ' ');

export type TableRows = {
  rows: SheetRow[];
  totals: SheetRow[];
  /** Where something else begins below the table. */
  second: SheetRow | null;
};

const TOTAL =
  /^(?:sub-?\s?)?tota(?:l|is)(?:\s+(?:geral|gerais|d[aeo]s?)\b.*)?\s*:?$|^soma(?:s|torio|toria)?\s*:?$|^medias?(?: geral)?\s*:?$/;

/** The rows of data below the header. A cell that is merged downwards stands in each of its rows. */
export function tableRows(data: SheetData, { header }: HeaderLines): TableRows {
  const below = fillDown(
    data,
    data.rows.filter(({ number }) => number > (header?.number ?? 0)),
  );
  const end = secondTable(below);
  const within = end < 0 ? below : below.slice(0, end);
  const isTotal = totalsIn(within);
  return {
    rows: within.filter((row) => !isTotal.has(row)),
    totals: within.filter((row) => isTotal.has(row)),
    second: end < 0 ? null : (below[end] ?? null),
  };
}

function fillDown({ merges }: SheetData, rows: SheetRow[]): SheetRow[] {
  const tall = merges.filter(({ rows: high, columns }) => high > 1 && columns === 1);
  if (!tall.length) return rows;
  const numbered = new Map(rows.map((row) => [row.number, { ...row, cells: [...row.cells] }]));
  for (const { row, column, rows: high } of tall) {
    const value = numbered.get(row)?.cells[column] ?? null;
    for (let number = row + 1; number < row + high; number += 1) {
      const filled = numbered.get(number);
      if (!filled) continue;
      while (filled.cells.length < column) filled.cells.push(null);
      filled.cells[column] = value;
    }
  }
  return [...numbered.values()];
}

/** The place of the first row after a blank line that is no row of this table; -1 where there is none. */
function secondTable(rows: SheetRow[]): number {
  const width = commonWidth(rows.slice(0, LOOKED_AT));
  for (let at = 1; at < rows.length; at += 1) {
    const [before, row] = [rows[at - 1], rows[at]];
    if (!before || !row || row.number - before.number < 2) continue;
    const rest = rows.slice(at, at + LOOKED_AT);
    const areNotes =
      width > 2 && rows.length - at <= LOOKED_AT && rest.every((one) => filledCells(one).length === 1);
    if (areNotes || beginsTable(rest, rows.slice(Math.max(0, at - LOOKED_AT), at))) return at;
  }
  return -1;
}

/** A line of labels, perhaps below a title, where the rows above have numbers or days in the same columns. */
function beginsTable(rest: SheetRow[], above: SheetRow[]): boolean {
  const [first, next] = rest;
  if (!first) return false;
  const line = filledCells(first).length === 1 ? next : first;
  if (
    !line ||
    filledCells(line).length < 2 ||
    !filledCells(line).every((cell) => isLabel(cell) || isYear(cell))
  )
    return false;
  return line.cells.some((cell, at) => {
    if (!isLabel(cell)) return false;
    const column = above.map(({ cells }) => cells[at] ?? null).filter((one) => !isBlank(one));
    return column.length > 0 && column.every((one) => !isLabel(one));
  });
}

function totalsIn(rows: SheetRow[]): Set<SheetRow> {
  const totals = new Set<SheetRow>();
  for (const row of rows) {
    const first = filledCells(row)[0];
    if (typeof first !== 'string' || !TOTAL.test(fold(first.trim()))) continue;
    if (row.cells.some((cell) => !isBlank(cell) && numberOf(cell, PLAIN) !== null)) totals.add(row);
  }
  const last = rows.at(-1);
  if (
    last &&
    !totals.has(last) &&
    isSum(
      last,
      rows.slice(0, -1).filter((row) => !totals.has(row)),
    )
  )
    totals.add(last);
  return totals;
}

/** A last line without a name, each number of which is the sum of its column. */
function isSum(last: SheetRow, rows: SheetRow[]): boolean {
  const width = Math.max(...rows.slice(0, LOOKED_AT).map(({ cells }) => cells.length), 0);
  const filled = last.cells.flatMap((cell, column) => (isBlank(cell) ? [] : [{ cell, column }]));
  if (rows.length < 2 || !filled.length || filled.length * 2 > width || !isBlank(last.cells[0])) return false;
  return filled.every(({ cell, column }) => {
    const notation = notationOf([
      ...rows.slice(0, LOOKED_AT).map(({ cells }) => cells[column] ?? null),
      cell,
    ]);
    const sum = rows.reduce(
      (total, { cells }) => total + Number(numberOf(cells[column] ?? null, notation) ?? 0),
      0,
    );
    const shown = numberOf(cell, notation);
    return shown !== null && Math.abs(Number(shown) - sum) < 0.005 * Math.max(1, Math.abs(sum) * 1e-9);
  });
}
