/** Lines that follow one another, as paragraphs, headings, items and rows of tables. */
import type { Line } from './lines.ts';

export type Paragraph = {
  text: string;
  size: number;
  isHeading: boolean;
  /** How many numbers stand before the last one of a numbered heading: 1 in «2.1 Prazos». */
  depth: number;
};

/** Against the height of the body's letters, and against the usual distance of lines. */
const HEADING_SIZE = 1.15;
const OTHER_SIZE = 0.12;
const PARAGRAPH_GAP = 1.35;
const INDENT = 0.8;
/** A line that ends this far before the others was ended on purpose. */
const SHORT = 0.75;
const HEADING_WORDS = 20;
const ITEM = /^(?:[-–—•▪◦·●■*]|\(?\d{1,3}[.)]|[a-zA-Z][.)]|[IVXLC]{1,6}(?:[.)]|\s*[-–—]))\s+\S/;
/** Pronouns that hang on a verb keep their hyphen ("encontra-se"); most other short ends are syllables ("regi-me"). */
const HANGS = [/\p{L}{3}[aemr][-\u2010]\nse(?!\p{L})/u, /\p{L}{3}[-\u2010]\nlhes?(?!\p{L})/u];

/** The height that most letters have. */
export function sizeOfBody(lines: Line[]): number {
  const letters = new Map<number, number>();
  for (const { size, text } of lines) {
    const rounded = Math.round(size * 2) / 2;
    letters.set(rounded, (letters.get(rounded) ?? 0) + text.length);
  }
  return [...letters].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 10;
}

export function paragraphsOf(flow: Line[], body: number): Paragraph[] {
  const rows = rowsOf(flow);
  const pitch = median(
    rows
      .slice(1)
      .map((row, index) => row.y - (rows[index]?.y ?? 0))
      .filter((gap) => gap > 0),
  );
  const left = quantile(
    rows.map(({ x }) => x),
    0.1,
  );
  const right = quantile(
    rows.map((row) => row.right),
    0.9,
  );
  const isShort = (row: Row) => row.right < left + (right - left) * SHORT;
  const titles = titlesAmong(rows, pitch, isShort);
  const paragraphs: Row[][] = [];
  for (const [index, row] of rows.entries()) {
    const before = rows[index - 1];
    const isApart = !before || titles.has(row) || titles.has(before);
    if (!isApart && continues(before, row, { pitch, left })) paragraphs.at(-1)?.push(row);
    else paragraphs.push([row]);
  }
  return paragraphs.map((paragraph) => {
    const [first] = paragraph;
    return first && titles.has(first)
      ? asTitle(first, titles.has(rows[1] as Row) && first === rows[0] ? HEADING_SIZE * body : first.size)
      : asParagraph(paragraph, body, isShort);
  });
}

const TITLE_WORDS = 10;
const NUMBERED = /^(\d{1,2}(?:\.\d{1,2}){0,3})[.)]?\s+(?=\p{Lu})/u;
const ENDS_SENTENCE = /[.!?:;…]["”»)]?$/;

/**
 * Rows of the body's size that head a section: short, begun with a capital and ended without a full stop, after the end
 * of a sentence or a gap, and before a row that reads as prose or opens a list. Most short documents have no other
 * headings.
 */
function titlesAmong(rows: Row[], pitch: number, isShort: (row: Row) => boolean): Set<Row> {
  const titles = new Set<Row>();
  const isCandidate = (row: Row) => isShort(row) && isTitleText(row.text);
  for (const [index, row] of [...rows.entries()].reverse()) {
    const [before, after] = [rows[index - 1], rows[index + 1]];
    if (!after || row.isTable || after.isTable || !isCandidate(row)) continue;
    const followsTitle = index === 1 && before !== undefined && isCandidate(before);
    if (before && !followsTitle && !isSetOff(before, row, pitch)) continue;
    const heads = titles.has(after)
      ? index === 0 || depthOf(after.text) > depthOf(row.text)
      : opensSection(after, isShort);
    if (heads) titles.add(row);
  }
  return titles;
}

/** After the end of a sentence, or after a gap. */
const isSetOff = (before: Row, row: Row, pitch: number): boolean =>
  ENDS_SENTENCE.test(before.text) || row.y - before.y > PARAGRAPH_GAP * Math.max(pitch, row.size);

/** Whether a row reads as prose or opens a list. */
function opensSection(row: Row, isShort: (row: Row) => boolean): boolean {
  const { text } = row;
  if (ITEM.test(text)) return !NUMBERED.test(text);
  const isFull = !isShort(row) || ENDS_SENTENCE.test(text);
  return isFull && /^["“«(]?[\p{Lu}\p{N}]/u.test(text);
}

function isTitleText(text: string): boolean {
  const title = text.replace(NUMBERED, '');
  return (
    /^\p{Lu}/u.test(title) &&
    /\p{L}{3}/u.test(title) &&
    !ITEM.test(title) &&
    !/[.!:;,…-]["”»)]?$/.test(title) &&
    title.split(/\s+/).length <= TITLE_WORDS
  );
}

const depthOf = (text: string): number => (NUMBERED.exec(text)?.[1]?.split('.').length ?? 1) - 1;

const asTitle = ({ text }: Row, size: number): Paragraph => ({
  text,
  size,
  isHeading: true,
  depth: depthOf(text),
});

/** A line, or the cells of a table that stand beside each other. */
type Row = Line & { isTable: boolean };

function rowsOf(flow: Line[]): Row[] {
  const rows: Row[] = [];
  for (const line of flow) {
    const row = rows.at(-1);
    if (row && Math.abs(line.y - row.y) <= 0.35 * Math.max(line.size, row.size) && line.x >= row.right) {
      row.text += `\t${line.text}`;
      row.right = line.right;
      row.isTable = true;
    } else rows.push({ ...line, isTable: false });
  }
  return rows;
}

function continues(before: Row, row: Row, { pitch, left }: { pitch: number; left: number }): boolean {
  const gap = row.y - before.y;
  if (gap < 0 || gap > PARAGRAPH_GAP * Math.max(pitch, row.size)) return false;
  if (before.isTable !== row.isTable) return false;
  if (row.isTable) return true;
  if (Math.abs(before.size - row.size) > OTHER_SIZE * before.size) return false;
  // Items stay together, each on its line.
  if (ITEM.test(row.text)) return ITEM.test(before.text) || /[:;,]$/.test(before.text) || before.x > left;
  const isIndented = row.x > left + INDENT * row.size && before.x <= left + INDENT * row.size;
  return !(isIndented && /[.!?:;”"]$/.test(before.text));
}

function asParagraph(rows: Row[], body: number, isShort: (row: Row) => boolean): Paragraph {
  let text = '';
  for (const [index, row] of rows.entries()) {
    const before = rows[index - 1];
    if (!before) text = row.text;
    else if (row.isTable || ITEM.test(row.text)) text += `\n${row.text}`;
    else text = joined(text, row.text, isShort(before) && /^[\p{Lu}\p{N}]/u.test(row.text));
  }
  const size = rows[0]?.size ?? body;
  const words = text.split(/\s+/).length;
  const isHeading =
    size >= HEADING_SIZE * body &&
    words <= HEADING_WORDS &&
    /\p{L}{2}/u.test(text) &&
    !/[.;,]$/.test(text) &&
    !rows.some(({ isTable }) => isTable);
  return { text, size, isHeading, depth: 0 };
}

function joined(text: string, next: string, endedOnPurpose: boolean): string {
  if (text.endsWith('\u00ad')) return text.slice(0, -1) + next;
  if (/\p{L}[-\u2010]$/u.test(text) && /^\p{Ll}/u.test(next))
    return HANGS.some((hangs) => hangs.test(`${text.slice(-5)}\n${next}`))
      ? text + next
      : text.slice(0, -1) + next;
  return text + (endedOnPurpose ? '\n' : ' ') + next;
}

const quantile = (numbers: number[], share: number) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(share * (numbers.length - 1))] ?? 0;
const median = (numbers: number[]) => quantile(numbers, 0.5);
