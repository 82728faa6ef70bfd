/** The lines of a flow as rows: what stands beside each other is one. */
import { looksLikeMarkdown } from '../../text/fences.ts';
import { type Line, letterWidth } from './lines.ts';

/** A line, or the cells that stand beside each other, which tabs part in the text. */
export type Row = Line & {
  cells: Line[];
  isCode: boolean;
};

/** The usual distance of lines and the edges of a flow, in points. */
export type Measure = { pitch: number; left: number; right: number };

export const isCells = ({ cells }: Row): boolean => cells.length > 1;

export function rowsOf(flow: Line[]): Row[] {
  const rows: Row[] = [];
  for (const line of flow) {
    const row = rows.at(-1);
    const isBeside =
      row && !row.table && !line.table && Math.abs(line.y - row.y) <= 0.35 * Math.max(line.size, row.size);
    if (!isBeside || line.x < row.right) {
      rows.push({ ...line, cells: [line], isCode: line.isMono && line.level === undefined && !line.table });
      continue;
    }
    row.isCode &&= line.isMono;
    if (isNumberOf(row, line)) {
      row.text += ` ${line.text}`;
      row.right = line.right;
      row.cells = [{ ...line, x: row.x, text: row.text }];
      continue;
    }
    row.text += row.isCode ? blanksBefore(line, row.right) + line.text : `\t${line.text}`;
    row.right = line.right;
    row.isBold &&= line.isBold;
    row.cells.push(line);
  }
  return rows;
}

/** The number of a title stands before it, with a gap, in the same bold letters. */
const SECTION_NUMBER = /^(?:\d{1,2}|[A-Z])(?:\.\d{1,2}){0,4}\.?$/;
const NUMBER_GAP = 2.5;

const isNumberOf = (row: Row, line: Line): boolean =>
  row.cells.length === 1 &&
  row.isBold &&
  line.isBold &&
  SECTION_NUMBER.test(row.text) &&
  line.x - row.right <= NUMBER_GAP * line.size;

const blanksBefore = (line: Line, right: number) =>
  ' '.repeat(Math.max(1, Math.round((line.x - right) / letterWidth(line))));

/** Rows that only look like Markdown are code, with the rows of their paragraph. */
export function withLiteralMarks(rows: Row[], isOneParagraph: (before: Row, row: Row) => boolean): void {
  const isMarked = (row: Row) => !row.table && row.level === undefined && looksLikeMarkdown(row.text);
  const spread = (index: number, step: 1 | -1) => {
    for (let at = index; ; at += step) {
      const [row, next] = [rows[at], rows[at + step]];
      if (!row || !next || next.isCode) return;
      if (!isOneParagraph(...(step === 1 ? ([row, next] as const) : ([next, row] as const)))) return;
      next.isCode = true;
    }
  };
  for (const [index, row] of rows.entries()) {
    if (row.isCode || !isMarked(row)) continue;
    row.isCode = true;
    spread(index, 1);
    spread(index, -1);
  }
}

export function measureOf(rows: Row[]): Measure {
  const gaps = rows.slice(1).map((row, index) => row.y - (rows[index]?.y ?? 0));
  return {
    pitch: quantile(
      gaps.filter((gap) => gap > 0),
      0.5,
    ),
    left: quantile(
      rows.map(({ x }) => x),
      0.1,
    ),
    right: quantile(
      rows.map((row) => row.right),
      0.9,
    ),
  };
}

const quantile = (numbers: number[], share: number) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(share * (numbers.length - 1))] ?? 0;
