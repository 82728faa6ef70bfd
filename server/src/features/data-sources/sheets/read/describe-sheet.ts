/** Describes a sheet: its columns with their kinds, the cells that do not fit, and what it has beside a table. */
import { SHEET_ROWS_MAX } from '#contract/limits.ts';
import type { DescribedSheet, DescribedSheetColumn, Misfit, SheetNoteKind } from '#contract/sheets.ts';
import type { ColumnKind } from '#contract/table-plan.ts';
import {
  cellName,
  columnLetters,
  type SheetCell,
  type SheetData,
  SheetProblem,
  type SheetRow,
} from '../../../../adapters/extraction/sheets/sheet-cells.ts';
import { fold } from '../../../../language/words.ts';
import { labelOf } from '../../profile/labels.ts';
import { dayOfCell, isBlank, isError, type Notation, numberOf, textOf, truthOf } from './cell-values.ts';
import { kindOfColumn } from './column-kind.ts';
import {
  columnLabels,
  guessHeader,
  type HeaderLines,
  headerAt,
  type TableRows,
  tableRows,
} from './table-place.ts';

const PREVIEW_ROWS = 12;
const PREVIEW_LETTERS = 60;
const MISFITS = 20;
const MISFIT_LETTERS = 100;
const NOTES_OF_A_KIND = 20;
const NAME_LETTERS = 63;

/** A column of the table, at its place in the sheet. */
export type PlacedColumn = {
  place: number;
  name: string;
  label: string;
  kind: ColumnKind;
  notation: Notation;
  unit: string | null;
};

export type ReadTable = TableRows & { lines: HeaderLines; columns: PlacedColumn[] };

/** `header_row` null: guessed. Throws `SheetProblem` for a sheet without rows. */
export function readTable(
  data: SheetData,
  header_row: number | null,
  typedColumn: typeof kindOfColumn = kindOfColumn,
): ReadTable {
  const lines = header_row === null ? guessHeader(data) : headerAt(data, header_row);
  const table = tableRows(data, lines);
  if (!table.rows.length) throw new SheetProblem('empty');
  if (table.rows.length > SHEET_ROWS_MAX) throw new SheetProblem('rows');
  return { ...table, lines, columns: columnsOf(data, { ...lines, typedColumn }, table.rows) };
}

function columnsOf(
  data: SheetData,
  { typedColumn, ...lines }: HeaderLines & { typedColumn: typeof kindOfColumn },
  rows: SheetRow[],
): PlacedColumn[] {
  const labels = columnLabels(lines, data.merges);
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), labels.length);
  const taken = new Set<string>();
  return Array.from({ length: width }, (_, place) => place).flatMap((place) => {
    const cells = rows.map((row) => row.cells[place] ?? null);
    const typed = labels[place] ?? '';
    if (!typed && cells.every((cell) => isBlank(cell))) return [];
    const label = (typed ? readable(typed) : `Coluna ${columnLetters(place)}`).slice(0, 100);
    return [{ place, name: columnName(label, place, taken), label, ...typedColumn(typed, cells) }];
  });
}

/** Headers that a program wrote, such as `valor_estimado`, are spelled out. */
const readable = (header: string) => (/^[a-z0-9]+(?:_[a-z0-9]+)*$/.test(header) ? labelOf(header) : header);

/** Folded to `[a-z0-9_]`; a second one of the same name ends in `_2`. */
function columnName(label: string, place: number, taken: Set<string>): string {
  const folded = fold(label)
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, NAME_LETTERS);
  const base = folded || `coluna_${columnLetters(place).toLowerCase()}`;
  let name = base;
  for (let count = 2; taken.has(name); count += 1) {
    const end = `_${count}`;
    name = base.slice(0, NAME_LETTERS - end.length) + end;
  }
  taken.add(name);
  return name;
}

export function describeSheet(name: string, data: SheetData, header_row: number | null): DescribedSheet {
  const table = readTable(data, header_row);
  return {
    name,
    rows: table.rows.length,
    header_row: table.lines.header?.number ?? 0,
    columns: table.columns.map((column) => described(column, table.rows)),
    notes: notesOf(data, table),
    preview: data.rows.slice(0, PREVIEW_ROWS).map(({ number, cells }) => ({
      row: number,
      cells: cells.map((cell) => cut(textOf(cell), PREVIEW_LETTERS)),
    })),
  };
}

function described(column: PlacedColumn, rows: SheetRow[]): DescribedSheetColumn {
  const { misfits, misfit_count } = misfitsOf(column, rows);
  return { name: column.name, label: column.label, kind: column.kind, misfits, misfit_count };
}

/** The cells of a column that are filled and do not fit its kind; `onText` gets the stored texts of the others. */
export function misfitsOf(
  { place, kind, notation }: Pick<PlacedColumn, 'place' | 'kind' | 'notation'>,
  rows: SheetRow[],
  onText: (text: string) => void = () => {},
): { misfits: Misfit[]; misfit_count: number } {
  const misfits: Misfit[] = [];
  let misfit_count = 0;
  for (const { number, cells } of rows) {
    const cell = cells[place] ?? null;
    const text = storedText(cell, kind, notation);
    if (text !== null) onText(text);
    if (isBlank(cell) || text !== null) continue;
    misfit_count += 1;
    if (misfits.length < MISFITS)
      misfits.push({ cell: cellName(number, place), value: cut(textOf(cell), MISFIT_LETTERS) });
  }
  return { misfits, misfit_count };
}

/** The text that PostgreSQL reads for a cell of this kind; null where the cell is blank or does not fit. */
export function storedText(cell: SheetCell, kind: ColumnKind, notation: Notation): string | null {
  if (isError(cell)) return null;
  switch (kind) {
    case 'number':
    case 'money':
      return isBlank(cell) ? null : numberOf(cell, notation);
    case 'date':
      return isBlank(cell) ? null : dayOfCell(cell, notation);
    case 'boolean': {
      const truth = isBlank(cell) ? null : truthOf(cell);
      return truth === null ? null : String(truth);
    }
    default:
      return textOf(cell).replaceAll('\0', '') || null;
  }
}

function notesOf(data: SheetData, { lines, totals, second, columns }: ReadTable): DescribedSheet['notes'] {
  const notes: DescribedSheet['notes'] = [];
  const add = (kind: SheetNoteKind, cells: string[]) =>
    notes.push(...cells.slice(0, NOTES_OF_A_KIND).map((cell) => ({ kind, cell })));
  if (lines.upper) add('two_headers', [firstCell(lines.upper)]);
  const header = lines.header?.number ?? 0;
  const inTable = data.merges.filter(({ row }) => row > header && (!second || row < second.number));
  add(
    'merged',
    inTable.map(({ row, column }) => cellName(row, column)),
  );
  const errors: string[] = [];
  const places = new Set(columns.map(({ place }) => place));
  for (const { number, cells } of data.rows) {
    if (number <= header || (second && number >= second.number) || errors.length >= NOTES_OF_A_KIND) continue;
    cells.forEach((cell, place) => {
      if (isError(cell) && places.has(place)) errors.push(cellName(number, place));
    });
  }
  add('error_cells', errors);
  add('total_row', totals.map(firstCell));
  if (second) add('second_table', [firstCell(second)]);
  return notes;
}

export function firstCell({ number, cells }: SheetRow): string {
  const place = cells.findIndex((cell) => !isBlank(cell));
  return cellName(number, Math.max(0, place));
}

const cut = (text: string, letters: number) =>
  text.length > letters ? `${text.slice(0, letters - 1)}…` : text;
