/** Tables on the pages of a PDF: columns as wide as their words ask for, within the page. */
import type { Align } from '#contract/markdown/tree.ts';
import type { FileBlock, Run } from '../file-blocks.ts';
import { type Element, LINE_COLOUR, type PageWriter, type Place } from './page-writer.ts';
import { type TextLine, textLines } from './text-lines.ts';

const SIZE = 9;
const LEADING = 1.4;
const PADDING = 4;
/** The narrowest column, in points, where the page allows it. */
const NARROWEST = 36;

type Table = FileBlock & { kind: 'table' };
type Column = { x: number; width: number; align: Align };

export function writeTable(page: PageWriter, table: Table, { parent, x, width }: Place): void {
  const columns = columnsOf(page, table, x, width);
  const element = page.child(parent, 'Table');
  writeRow(page, table.head, { table: element, columns, isHead: true });
  for (const row of table.rows) writeRow(page, row, { table: element, columns, isHead: false });
  element.end();
  page.space(8);
}

function columnsOf(page: PageWriter, { columns, head, rows }: Table, x: number, width: number): Column[] {
  const wishes = head.map((cell, place) => {
    const cells = [bold(cell), ...rows.map((row) => row[place] ?? [])];
    const widest = Math.max(...cells.map((runs) => widthOf(page, runs)));
    return Math.max(NARROWEST, Math.min(widest + 2 * PADDING, width));
  });
  let at = x;
  return shared(wishes, width).map((share, place) => {
    const column = { x: at, width: share, align: columns[place] };
    at += share;
    return column;
  });
}

/** Narrow columns get what they ask for; the wide ones share what is left. */
function shared(wishes: number[], width: number): number[] {
  let left = width;
  let open = wishes.length;
  const shares = new Map<number, number>();
  for (const [place, wish] of [...wishes.entries()].toSorted(([, a], [, b]) => a - b)) {
    const share = Math.min(wish, left / open);
    shares.set(place, share);
    left -= share;
    open -= 1;
  }
  return wishes.map((_, place) => shares.get(place) ?? 0);
}

const widthOf = (page: PageWriter, runs: Run[]): number =>
  Math.max(
    ...textLines(runs, { fonts: page.fonts, size: SIZE, width: Number.POSITIVE_INFINITY }).map((line) =>
      line.reduce((sum, fragment) => sum + fragment.width, 0),
    ),
  );

const bold = (runs: Run[]): Run[] => runs.map((run) => ({ ...run, bold: true }));

type RowPlace = { table: Element; columns: Column[]; isHead: boolean };
type Cell = { element: Element; column: Column; lines: TextLine[] };

function writeRow(page: PageWriter, row: Run[][], { table, columns, isHead }: RowPlace): void {
  const element = page.child(table, 'TR');
  const cells = columns.map((column, place): Cell => {
    const runs = row[place] ?? [];
    const width = Math.max(1, column.width - 2 * PADDING);
    const lines = textLines(isHead ? bold(runs) : runs, { fonts: page.fonts, size: SIZE, width });
    return { element: page.child(element, isHead ? 'TH' : 'TD'), column, lines };
  });
  const tallest = Math.max(...cells.map(({ lines }) => lines.length));
  const height = tallest * SIZE * LEADING + PADDING;
  page.require(height);
  if (page.y + height <= page.bottom) writeCells(page, cells);
  // A row that is taller than a page goes on over the next one, a line of every cell at a time.
  else
    for (let line = 0; line < tallest; line += 1) {
      page.require(SIZE * LEADING);
      writeCells(
        page,
        cells.map((cell) => ({ ...cell, lines: cell.lines.slice(line, line + 1) })),
      );
    }
  for (const cell of cells) cell.element.end();
  element.end();
  const y = page.y + PADDING / 2;
  const last = columns.at(-1);
  if (last)
    page.artifact((pdf) =>
      pdf
        .moveTo(columns[0]?.x ?? 0, y)
        .lineTo(last.x + last.width, y)
        .lineWidth(isHead ? 1 : 0.5)
        .stroke(LINE_COLOUR),
    );
  page.space(PADDING);
}

/** Beside each other, from the same height. */
function writeCells(page: PageWriter, cells: Cell[]): void {
  const top = page.y;
  let bottom = top;
  for (const { element, column, lines } of cells) {
    page.y = top;
    for (const line of lines) {
      const width = line.reduce((sum, fragment) => sum + fragment.width, 0);
      const free = column.width - 2 * PADDING - width;
      const shift = column.align === 'right' ? free : column.align === 'center' ? free / 2 : 0;
      page.lines([line], {
        element,
        x: column.x + PADDING + Math.max(0, shift),
        size: SIZE,
        leading: LEADING,
      });
    }
    bottom = Math.max(bottom, page.y);
  }
  page.y = bottom;
}
