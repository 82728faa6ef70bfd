/** Tables without rules: rows whose gaps stand above each other. */
import type { Line, Table } from '../page/lines.ts';
import { isCells, type Row } from '../page/rows.ts';
import type { LineJoiner } from '../page/words.ts';
import { namesOf } from './table-rows.ts';

const ROWS_MIN = 3;
/** Points between the cells of two columns, and by which their edges may sway. */
const GAP_MIN = 4;
const SWAY = 3;
/** Characters at the end of a line, where rows of a table of contents have the number of a page. */
const LEAD_MAX = 200;
const LEADS_TO_PAGE = /(?:\.\s?){3,}\s*\S{0,8}$|\t(?:\d{1,4}|[ivxlc]+)$/;
const CONTENTS_SHARE = 0.7;
const CONTENTS_CELLS = 3;

/** Whether a line ends in the number of a page. */
export const leadsToPage = (text: string): boolean => LEADS_TO_PAGE.test(text.slice(-LEAD_MAX));

/** Whether a row goes on with the one above: its first cell is empty. */
export const continuesRow = (before: Row, row: Row): boolean =>
  !row.table && !row.isCode && isCells(before) && row.x >= (before.cells[1]?.x ?? 0) - SWAY;

/** Numbers of pages do not fall, and stand behind a number and a title at most. */
function areContents(rows: Row[]): boolean {
  const leads = rows.filter(({ text, cells }) => leadsToPage(text) && cells.length <= CONTENTS_CELLS);
  if (leads.length < CONTENTS_SHARE * rows.length) return false;
  const pages = leads.map(({ text }) => Number(/\d+$/.exec(text.trimEnd())?.[0] ?? Number.NaN));
  return pages.every((page, place) => !(page < (pages[place - 1] ?? 0)));
}

/** Null when the gaps do not make columns. */
export function gapTable(rows: Row[], joiner: LineJoiner): Table | null {
  if (areContents(rows)) return null;
  const columns = columnsOf(rows.flatMap(({ cells }) => cells));
  if (columns.length < 2) return null;
  const table: Line[][][] = [];
  for (const row of rows) {
    const cells = columns.map(([left, right]) =>
      row.cells.filter((cell) => cell.x < right && cell.right > left),
    );
    const open = table.at(-1);
    if (open && !cells[0]?.length)
      for (const [column, lines] of cells.entries()) open[column]?.push(...lines);
    else table.push(cells);
  }
  const whole = table.filter((cells) => cells.filter(({ length }) => length).length > 1);
  if (whole.length < ROWS_MIN || whole.length < table.length - 1) return null;
  const read = table.map((cells) => ({
    cells: cells.map((lines) =>
      lines.reduce((text, line) => (text ? joiner.join(text, line.text) : line.text), ''),
    ),
    isMarked: cells.every((lines) => lines.every(({ isBold }) => isBold)),
  }));
  // Without names and rules, rows of three cells may be anything that stands in columns.
  if (columns.length > 2 && !namesOf(read, false)) return null;
  return { columns: columns.map(([left]) => left), rows: read };
}

/** The widths over which cells stand, from left to right. */
function columnsOf(cells: Line[]): [left: number, right: number][] {
  const columns: [number, number][] = [];
  for (const { x, right } of cells.toSorted((one, other) => one.x - other.x)) {
    const last = columns.at(-1);
    if (last && x < last[1] + GAP_MIN) last[1] = Math.max(last[1], right);
    else columns.push([x, right]);
  }
  return columns;
}
