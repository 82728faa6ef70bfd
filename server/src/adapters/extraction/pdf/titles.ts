/** Rows of a page that head a section, by their size, their weight or what stands around them. */
import { isCells, type Measure, type Row } from './page/rows.ts';

export const HEADING_SIZE = 1.15;
/** A gap that sets a row off, in lines. */
const PARAGRAPH_GAP = 1.35;
const WEIGHT_GAP = 1.2;
/** A line that ends this far before the others was ended on purpose. */
const SHORT = 0.75;
const TITLE_WORDS = 10;
const WEIGHT_WORDS = 14;

export const ITEM = /^(?:[-–—•▪◦·●■*]|\(?\d{1,3}[.)]|[a-zA-Z][.)]|[IVXLC]{1,6}(?:[.)]|\s*[-–—]))\s+\S/;
const NUMBERED = /^(\d{1,2}(?:\.\d{1,2}){0,3})[.)]?\s+(?=\p{Lu})/u;
const ENDS_SENTENCE = /[.!?:;…]["”»)]?$/;
/** Heads of boxes; their text stays with them. */
const LABEL =
  /^(?:notas?|note|avisos?|atenção|importante|dicas?|exemplos?|obs\.?|observaç(?:ão|ões)|cuidado|warning|tip|figura|tabela|quadro|fonte)(?:\s+[\d.]+)?\s*[:!.]?$/iu;
/** Captions of pictures and tables. */
const CAPTION =
  /^(?:figura|fig\.|tabela|quadro|gráfico|listagem|figure|table)\s+[\dA-Z]{1,3}(?:[.\-–]\d+)*\s*[:.–—-]/iu;

export const isLabel = (text: string): boolean => LABEL.test(text);

/** A name has a word; symbols, notes of music and initials say nothing, but behind a number such as «12.3.1 C». */
const NAMED = /\p{L}{3}|^\p{Lu}{2}$|^\d{1,2}(?:\.\d{1,2})+\.?\s+\p{L}|^\d{1,2}\.?\s+\p{L}{2}/u;
/** The rest of a title that began on the line before, or of a sentence; a name such as «iText: um guia» is whole. */
const GOES_ON = /^\p{Ll}[\p{L}-]*[\s,;.]/u;
const BULLET = /^[-–—•▪◦·●■*]\s/;
/** A sentence ends inside, and the next one begins. */
const TWO_SENTENCES = /\p{Ll}{3}[.!?]\s+\p{Lu}/u;

/** Whether a text may head a section at all. */
export const mayHead = (text: string): boolean =>
  NAMED.test(text) &&
  !/\t|^\\/.test(text) &&
  !GOES_ON.test(text) &&
  !BULLET.test(text) &&
  !TWO_SENTENCES.test(text) &&
  !isLabel(text) &&
  !CAPTION.test(text);

export const isShortRow = (row: Row, { left, right }: Measure): boolean =>
  row.right < left + (right - left) * SHORT;

/** Bold throughout and alone: a gap above, other letters below, and no end of a sentence. */
export function boldTitles(rows: Row[], { pitch }: Measure): Set<Row> {
  const titles = new Set<Row>();
  for (const [index, row] of rows.entries()) {
    const [before, after] = [rows[index - 1], rows[index + 1]];
    const isSetOff = !before || before.table || row.y - before.y >= WEIGHT_GAP * Math.max(pitch, row.size);
    if (isSetOff && after && !after.isBold && isBoldTitle(row)) titles.add(row);
  }
  return titles;
}

const isBoldTitle = (row: Row) =>
  row.isBold &&
  !row.isFigure &&
  !row.table &&
  !row.isCode &&
  !isCells(row) &&
  mayHead(row.text) &&
  !/[.;:,]$/.test(row.text) &&
  /\p{L}{3}/u.test(row.text) &&
  row.text.split(/\s+/).length <= WEIGHT_WORDS;

/**
 * Rows of the body's size that head a section: short, begun with a capital and ended without a full stop, after the end
 * of a sentence or a gap, and before a row that reads as prose or opens a list. Most short documents have no other
 * headings.
 */
export function plainTitles(rows: Row[], measure: Measure): Set<Row> {
  const titles = new Set<Row>();
  const isCandidate = (row: Row) =>
    isShortRow(row, measure) && !row.isCode && !row.isFigure && isTitleText(row.text);
  const isOther = (row: Row) => isCells(row) || row.table || row.isCode;
  for (const [index, row] of [...rows.entries()].reverse()) {
    const [before, after] = [rows[index - 1], rows[index + 1]];
    if (!after || isOther(row) || isOther(after) || !isCandidate(row)) continue;
    const followsTitle = index === 1 && before !== undefined && isCandidate(before);
    if (before && !followsTitle && !isSetOff(before, row, measure.pitch)) continue;
    const heads = titles.has(after)
      ? index === 0 || depthOf(after.text) > depthOf(row.text)
      : opensSection(after, measure);
    if (heads) titles.add(row);
  }
  return titles;
}

/** The lines of one title stand no farther apart, in heights of their letters. */
const TITLE_GAP = 1.8;
const SAME_SIZE = 0.12;
/** A title does not end with these: its next words stand on the next line. */
const LEADS_ON =
  /(?:[,–—-]|\s(?:d[aeo]s?|e|ou|[aà]os?|às?|em|n[ao]s?|pel[ao]s?|para|por|com|sem|sobre|entre))$/iu;

/**
 * Whether a row is the next line of the title above it: directly below and in the same letters. Where the letters are
 * those of the body or the lines stand far apart, two titles may follow each other; then the title must have been too
 * long for one line, or its words must go on.
 */
export function continuesTitle(before: Row, row: Row, { left, right }: Measure, body: number): boolean {
  const gap = row.y - before.y;
  const isNext = gap > 0 && gap <= TITLE_GAP * row.size && row.isBold === before.isBold;
  const isSameSize = Math.abs(row.size - before.size) <= SAME_SIZE * before.size;
  if (!isNext || !isSameSize || ENDS_SENTENCE.test(before.text) || !isPlainRow(before) || !isPlainRow(row))
    return false;
  if (isNumbered(row.text) || ITEM.test(row.text) || CAPTION.test(row.text)) return false;
  const isLarge = row.size >= HEADING_SIZE * body;
  const goesOn = /^\p{Ll}/u.test(row.text) || LEADS_ON.test(before.text);
  const isTooLong = before.right - before.x + (row.right - row.x) > right - left;
  return (isLarge && gap <= PARAGRAPH_GAP * row.size) || goesOn || isTooLong;
}

/** No bookmark names it, and it is neither code nor a part of a table. */
const isPlainRow = (row: Row): boolean =>
  row.level === undefined && !row.table && !row.isCode && !row.isFigure && !isCells(row);

/** After the end of a sentence, or after a gap. */
const isSetOff = (before: Row, row: Row, pitch: number): boolean =>
  ENDS_SENTENCE.test(before.text) || row.y - before.y > PARAGRAPH_GAP * Math.max(pitch, row.size);

/** Whether a row reads as prose or opens a list. */
function opensSection(row: Row, measure: Measure): boolean {
  const { text } = row;
  if (ITEM.test(text)) return !NUMBERED.test(text);
  const isFull = !isShortRow(row, measure) || ENDS_SENTENCE.test(text);
  return isFull && /^["“«(]?[\p{Lu}\p{N}]/u.test(text);
}

function isTitleText(text: string): boolean {
  const title = text.replace(NUMBERED, '');
  return (
    /^\p{Lu}/u.test(title) &&
    /\p{L}{3}/u.test(title) &&
    mayHead(title) &&
    !ITEM.test(title) &&
    !/[.!:;,…-]["”»)]?$/.test(title) &&
    title.split(/\s+/).length <= TITLE_WORDS
  );
}

export const isNumbered = (text: string): boolean => NUMBERED.test(text);

/** How many numbers stand before the last one: 1 in «2.1 Prazos». */
export const depthOf = (text: string): number => (NUMBERED.exec(text)?.[1]?.split('.').length ?? 1) - 1;
