/** Lines that follow one another, as paragraphs, headings, items, code and rows of tables. */

import type { Table } from './page/lines.ts';
import { type Line, letterWidth } from './page/lines.ts';
import { isCells, type Measure, measureOf, type Row, rowsOf, withLiteralMarks } from './page/rows.ts';
import type { LineJoiner } from './page/words.ts';
import { continuesRow, gapTable, leadsToPage } from './tables/gap-tables.ts';
import {
  boldTitles,
  continuesTitle,
  depthOf,
  HEADING_SIZE,
  ITEM,
  isLabel,
  isNumbered,
  isShortRow,
  mayHead,
  plainTitles,
} from './titles.ts';

export type Paragraph = {
  kind: 'text' | 'heading' | 'code' | 'table';
  text: string;
  size: number;
  /** The level of a heading that a bookmark names. */
  level?: number;
  /** How many numbers stand before the last one of a numbered heading: 1 in «2.1 Prazos». */
  depth: number;
  table?: Table;
};

/** Facts of the whole file. */
export type Style = {
  joiner: LineJoiner;
  /** The height that most letters have. */
  body: number;
  /** Bold letters are rare enough to mean something. */
  hasWeight: boolean;
  /** Whether rows that neither a bookmark, their size nor their weight marks may head a section. */
  mayGuess: boolean;
  /** Lines that bookmarks name, where these are the outline: other large lines head a section only in such letters. */
  titles: Line[] | null;
};

/** Against the height of the body's letters, and against the usual distance of lines. */
const OTHER_SIZE = 0.12;
const PARAGRAPH_GAP = 1.35;
const CODE_GAP = 3;
const LABEL_GAP = 2.5;
const INDENT = 0.8;
const HEADING_WORDS = 20;
const TITLE_LINES = 4;

/** The share of letters that are no code, from which the height of code does not count. */
const PROSE_SHARE = 0.2;

/** The height that most letters of the prose have. */
export function sizeOfBody(all: Line[]): number {
  const lettersIn = (lines: Line[]) => lines.reduce((sum, { text }) => sum + text.length, 0);
  const prose = all.filter(({ isMono }) => !isMono);
  const lines = lettersIn(prose) >= PROSE_SHARE * lettersIn(all) ? prose : all;
  const letters = new Map<number, number>();
  for (const { size, text } of lines) {
    const rounded = Math.round(size * 2) / 2;
    letters.set(rounded, (letters.get(rounded) ?? 0) + text.length);
  }
  return [...letters].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 10;
}

export function paragraphsOf(flow: Line[], style: Style): Paragraph[] {
  const rows = rowsOf(flow);
  const measure = measureOf(rows);
  withoutProse(rows, measure);
  withLiteralMarks(
    rows,
    (before, row) => !isHead(row) && !isHead(before) && continues({ ...before, isCode: false }, row, measure),
  );
  const titles = new Set([
    ...(style.hasWeight ? boldTitles(rows, measure) : []),
    ...(style.mayGuess ? plainTitles(rows, measure) : []),
  ]);
  const isTitle = (row: Row | undefined) => row !== undefined && (titles.has(row) || isHead(row));
  const isLarge = (row: Row) => row.size >= HEADING_SIZE * style.body && isInTitleLetters(row, style);
  const isOneTitle = (before: Row, row: Row) =>
    ((isTitle(before) && isTitle(row)) || (isLarge(before) && isLarge(row))) &&
    continuesTitle(before, row, measure, style.body);
  const paragraphs: Row[][] = [];
  for (const [index, row] of rows.entries()) {
    const before = rows[index - 1];
    const isApart = !before || isTitle(row) || isTitle(before);
    const open = paragraphs.at(-1);
    const isLabelled = open?.length === 1 && before !== undefined && isLabelOf(before, row, measure);
    const isTitleLine = before !== undefined && (open?.length ?? 0) < TITLE_LINES && isOneTitle(before, row);
    if (isTitleLine || (!isApart && (isLabelled || continues(before, row, measure)))) open?.push(row);
    else paragraphs.push([row]);
  }
  return paragraphs.map((paragraph) => {
    const [first] = paragraph as [Row];
    if (first.table) return { kind: 'table', text: '', size: first.size, depth: 0, table: first.table };
    if (isTitle(first)) {
      const isTop = first === rows[0] && titles.has(first) && titles.has(rows[paragraph.length] as Row);
      const text = paragraph.reduce((all, row) => (all ? style.joiner.join(all, row.text) : row.text), '');
      return asTitle(
        { ...first, text },
        isTop ? Math.max(first.size, HEADING_SIZE * style.body) : first.size,
      );
    }
    return first.isCode ? asCode(paragraph, measure) : asParagraph(paragraph, style, measure);
  });
}

/** A bookmark names it. */
const isHead = ({ level }: Row) => level !== undefined;

/** A line of a paragraph may hold nothing but a command: it is no code. */
function withoutProse(rows: Row[], { pitch, left, right }: Measure): void {
  for (const [index, row] of rows.entries()) {
    const before = rows[index - 1];
    if (!row.isCode || !before || before.isCode || before.table) continue;
    const isFull = before.right >= left + (right - left) * 0.9;
    const goesOn = row.y - before.y <= 1.1 * pitch && Math.abs(row.x - before.x) <= 1;
    if (isFull && goesOn && !rows[index + 1]?.isCode) row.isCode = false;
  }
}

const isLabelOf = (before: Row, row: Row, { pitch }: Measure): boolean =>
  isLabel(before.text) &&
  !row.table &&
  !row.isCode &&
  !isCells(row) &&
  row.y - before.y <= LABEL_GAP * Math.max(pitch, row.size);

const asTitle = ({ text, level, size: own }: Row, size: number): Paragraph => ({
  kind: 'heading',
  text: text.replaceAll('\t', ' '),
  size: level === undefined ? size : own,
  depth: depthOf(text),
  ...(level === undefined ? {} : { level }),
});

function continues(before: Row, row: Row, measure: Measure): boolean {
  if (before.table || row.table || before.isCode !== row.isCode) return false;
  const gap = row.y - before.y;
  const most = (row.isCode ? CODE_GAP : PARAGRAPH_GAP) * Math.max(measure.pitch, row.size);
  if (gap < 0 || gap > most) return false;
  return row.isCode || continuesProse(before, row, measure);
}

function continuesProse(before: Row, row: Row, { left }: Measure): boolean {
  if (!isCells(row) && continuesRow(before, row)) return true;
  if (isCells(before) !== isCells(row)) return false;
  if (isCells(row)) return true;
  if (Math.abs(before.size - row.size) > OTHER_SIZE * before.size) return false;
  // Items stay together, each on its line.
  if (ITEM.test(row.text)) return ITEM.test(before.text) || /[:;,]$/.test(before.text) || before.x > left;
  const isIndented = row.x > left + INDENT * row.size && before.x <= left + INDENT * row.size;
  return !(isIndented && /[.!?:;”"]$/.test(before.text));
}

/** With the indentation of the page: a blank for the width of a letter. */
function asCode(rows: Row[], { pitch }: Measure): Paragraph {
  const [first] = rows as [Row];
  const left = Math.min(...rows.map(({ x }) => x));
  const usual = Math.min(
    ...rows.slice(1).map((row, index) => row.y - (rows[index]?.y ?? 0)),
    pitch || first.size,
  );
  const lines = rows.flatMap((row, index) => {
    const width = letterWidth(row.cells[0] ?? row);
    const line = ' '.repeat(Math.round((row.x - left) / width)) + row.text;
    const isAfterBlank = index > 0 && row.y - (rows[index - 1]?.y ?? 0) > 1.6 * Math.max(usual, row.size);
    return isAfterBlank ? ['', line] : [line];
  });
  return { kind: 'code', text: lines.join('\n'), size: first.size, depth: 0 };
}

const startsLine = (before: Row, row: Row): boolean =>
  isCells(row) || isCells(before) || ITEM.test(row.text) || isLabel(before.text) || leadsToPage(before.text);

function asParagraph(rows: Row[], style: Style, measure: Measure): Paragraph {
  const { body, joiner } = style;
  const size = rows[0]?.size ?? body;
  const table = rows.filter(isCells).length > 2 ? gapTable(rows, joiner) : null;
  if (table) return { kind: 'table', text: '', size, depth: 0, table };
  let text = '';
  for (const [index, row] of rows.entries()) {
    const before = rows[index - 1];
    if (!before) text = row.text;
    else if (startsLine(before, row)) text += `\n${row.text}`;
    else {
      const endedOnPurpose = isShortRow(before, measure) && /^[\p{Lu}\p{N}]/u.test(row.text);
      text = joiner.join(text, row.text, endedOnPurpose ? '\n' : ' ');
    }
  }
  const [first] = rows as [Row];
  const isLarge =
    size >= HEADING_SIZE * body && !first.isFigure && isHeading(text) && isInTitleLetters(first, style);
  return { kind: isLarge ? 'heading' : 'text', text, size, depth: 0 };
}

const isInTitleLetters = ({ text, size, isBold }: Row, { titles }: Style): boolean =>
  titles === null ||
  isNumbered(text) ||
  titles.some((title) => title.isBold === isBold && Math.abs(title.size - size) <= OTHER_SIZE * size);

const isHeading = (text: string) =>
  text.split(/\s+/).length <= HEADING_WORDS && !/[.;,]$/.test(text) && mayHead(text);
