/** The rows of a confirmed sheet in the text form of COPY. */

import type { ColumnKind } from '#contract/table-plan.ts';
import { framed } from '../../../../adapters/extraction/process/frames.ts';
import type { SheetData, SheetRow } from '../../../../adapters/extraction/sheets/sheet-cells.ts';
import { isBlank, notationOf } from './cell-values.ts';
import { percentOf, type TypedColumn } from './column-kind.ts';
import { firstCell, misfitsOf, type PlacedColumn, readTable, storedText } from './describe-sheet.ts';
import type { COLUMN_TYPES, LoadFrame, LoadTask } from './sheet-task.ts';

const PIECE_LETTERS = 64 * 1024;
const CELLS_NAMED = 5;

type ColumnType = (typeof COLUMN_TYPES)[number];

export function* loadFrames(data: SheetData, task: LoadTask): Generator<Buffer> {
  const table = readTable(data, task.header_row, () => UNTYPED);
  const rows = task.keep_total_rows ? inOrder(table.rows, table.totals) : table.rows;
  const known = new Map(table.columns.map((column) => [column.name, column]));
  const columns = task.columns.flatMap(({ name, kind }): PlacedColumn[] => {
    const column = known.get(name);
    return column ? [{ ...column, ...notationAs(kind, column.place, table.rows), kind }] : [];
  });
  const head: LoadFrame = {
    rows: rows.length,
    columns: columns.map((column) => loadedColumn(column, rows)),
    unknown: task.columns.filter(({ name }) => !known.has(name)).map(({ name }) => name),
    total_rows: task.keep_total_rows ? [] : table.totals.slice(0, CELLS_NAMED).map(firstCell),
    second_table: table.second && firstCell(table.second),
  };
  yield framed(head, Buffer.alloc(0));
  let piece = '';
  for (const row of rows) {
    piece += copyLine(row, columns);
    if (piece.length < PIECE_LETTERS) continue;
    yield framed({}, Buffer.from(piece));
    piece = '';
  }
  if (piece) yield framed({}, Buffer.from(piece));
  yield framed({}, Buffer.alloc(0));
}

/** The kinds are known, so that the cells need not be tried. */
const UNTYPED: TypedColumn = {
  kind: 'text',
  notation: { decimal: 'comma', order: 'day_first' },
  unit: null,
};

function notationAs(
  kind: ColumnKind,
  place: number,
  rows: SheetRow[],
): Pick<TypedColumn, 'notation' | 'unit'> {
  if (kind !== 'number' && kind !== 'money' && kind !== 'date') return UNTYPED;
  const filled = rows.map(({ cells }) => cells[place] ?? null).filter((cell) => !isBlank(cell));
  return { notation: notationOf(filled), unit: kind === 'number' ? percentOf(filled) : null };
}

const inOrder = (rows: SheetRow[], totals: SheetRow[]) =>
  [...rows, ...totals].sort((one, other) => one.number - other.number);

function loadedColumn(column: PlacedColumn, rows: SheetRow[]): LoadFrame['columns'][number] {
  let letters = 0;
  let isWhole = column.kind === 'identifier';
  let hasTime = false;
  const { misfits, misfit_count } = misfitsOf(column, rows, (text) => {
    letters += text.length;
    // Digits with a leading zero, or more than a bigint has, are a name.
    isWhole &&= /^(?:0|[1-9]\d{0,14})$/.test(text);
    hasTime ||= column.kind === 'date' && text.length > 10;
  });
  return {
    name: column.name,
    type: typeOf(column, isWhole, hasTime),
    unit: column.kind === 'money' ? 'R$' : column.unit,
    letters: rows.length ? letters / rows.length : 0,
    misfits: misfits.slice(0, CELLS_NAMED).map(({ cell }) => cell),
    misfit_count,
  };
}

function typeOf({ kind }: PlacedColumn, isWhole: boolean, hasTime: boolean): ColumnType {
  if (kind === 'number' || kind === 'money') return 'numeric';
  if (kind === 'date') return hasTime ? 'timestamp' : 'date';
  if (kind === 'boolean') return 'boolean';
  return kind === 'identifier' && isWhole ? 'bigint' : 'text';
}

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function copyLine({ cells }: SheetRow, columns: PlacedColumn[]): string {
  const written = columns.map(({ place, kind, notation }) => {
    const text = storedText(cells[place] ?? null, kind, notation);
    return text === null ? '\\N' : text.replace(/[\\\n\r\t]/g, (letter) => ESCAPES[letter] ?? letter);
  });
  return `${written.join('\t')}\n`;
}
