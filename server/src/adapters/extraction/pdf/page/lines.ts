/** The strings that a page draws, put together to lines. */
import { type FontFacts, type Matrix, times } from './drawing.ts';

export type Line = {
  /** Left and right edge, and the baseline from above, in points. */
  x: number;
  right: number;
  y: number;
  /** Height of its letters. */
  size: number;
  text: string;
  isBold: boolean;
  /** Its letters are equally wide, as those of code are. */
  isMono: boolean;
  /** It stands in a figure (figures.ts): it heads nothing. */
  isFigure?: boolean;
  /** The level of a heading that a bookmark names. */
  level?: number;
  /** The rows of a ruled table, which stands here as one line. */
  table?: Table;
};

export type TableRow = {
  cells: string[] /** Bold or shaded throughout, as heads of tables are. */;
  isMarked: boolean;
};
export type Table = {
  rows: TableRow[];
  /** Left edges of the columns, in points. */
  columns: number[];
};

/** A string at its place on the page. */
export type Piece = Line & { isUpright: boolean; font?: string | undefined };

type Item = { str: string; transform: number[]; width: number; fontName: string } | { type: string };

/** In letter heights: what is nearer is one word, what is farther apart is another column or cell. */
const SPACE = 0.16;
const CELL = 1.1;
const SAME_LINE = 0.35;
/** Numbers of notes are smaller than the text, and raised by less than a line. */
const RAISED_SIZE = 0.85;
const RAISED = 0.6;
const RAISED_LETTERS = 4;
/** A line of code keeps together over a gap of so many letters. */
const CODE_GAP = 3;
/** In letter heights. */
const LETTER_MIN = 0.2;
/** The share of a line's letters that make it a line of code. */
const MONO_SHARE = 0.8;
/** A stretched line: how many gaps it has at least, how alike they are, and how wide they get, in letter heights. */
const STRETCHED_GAPS = 3;
const EVEN = 1.6;
const STRETCHED_MAX = 2.5;
/** Letters of a text that is set upright. */
const SLANT_MAX = 0.3;

/** `view` turns and mirrors as the page is shown. */
export function piecesOf(items: Item[], view: Matrix, fonts: Map<string, FontFacts>): Piece[] {
  return items.flatMap((item) =>
    'str' in item && item.str.trim() ? [pieceOf(item, view, fonts.get(item.fontName))] : [],
  );
}

export function linesOf(pieces: Piece[]): Line[] {
  const upright = pieces.filter(({ isUpright }) => isUpright);
  return [...rowsOf(upright).flatMap(lineUp), ...pieces.filter(({ isUpright }) => !isUpright)];
}

function pieceOf(
  { str, transform, width }: Extract<Item, { str: string }>,
  view: Matrix,
  { isBold, isMono, name: font }: FontFacts = { isBold: false, isMono: false },
): Piece {
  const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0] = times(view, transform);
  const size = Math.hypot(c, d) || Math.hypot(a, b) || 1;
  // Trailing blanks have a width too.
  const text = isMono ? str.replace(/\s/g, ' ').trimStart() : str.replace(/\s+/g, ' ');
  const isUpright = a > 0 && Math.abs(b) <= SLANT_MAX * a;
  // Blanks before code are its indentation.
  const indent = isMono ? width * (1 - text.length / str.length) : 0;
  return { x: x + indent, right: x + width, y, size, text, isUpright, isBold, isMono, font };
}

/** Pieces on one baseline, from above to below. Raised and lowered numbers belong to the line that they stand at. */
function rowsOf(pieces: Piece[]): Piece[][] {
  const body = median(pieces.map(({ size }) => size));
  const isSmall = ({ size, text }: Piece) =>
    size < RAISED_SIZE * body && text.trim().length <= RAISED_LETTERS;
  const small = pieces.filter(isSmall);
  const full = pieces.filter((piece) => !isSmall(piece));
  const rows: Piece[][] = [];
  for (const piece of full.toSorted((one, other) => one.y - other.y)) {
    const row = rows.at(-1);
    const first = row?.[0];
    if (row && first && piece.y - first.y <= SAME_LINE * Math.max(piece.size, first.size)) row.push(piece);
    else rows.push([piece]);
  }
  for (const piece of small) {
    const row = rows.find((one) => stands(piece, one));
    if (row) row.push(piece);
    else rows.push([piece]);
  }
  return rows;
}

/** At the end of a word of the row, or at its beginning. */
const stands = (piece: Piece, row: Piece[]) =>
  row.some(
    (other) =>
      Math.abs(piece.y - other.y) <= RAISED * other.size &&
      (Math.abs(piece.x - other.right) <= 0.3 * other.size ||
        Math.abs(other.x - piece.right) <= 0.3 * other.size),
  );

export const median = (numbers: number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/** The row as one line, or as several where wide gaps part it. */
function lineUp(row: Piece[]): Line[] {
  const pieces = row.toSorted((one, other) => one.x - other.x);
  const wide = cellGap(pieces);
  const lines: Piece[][] = [];
  let right = 0;
  for (const piece of pieces) {
    const open = lines.at(-1);
    const last = open?.at(-1);
    const size = Math.max(piece.size, ...(open ?? []).map((one) => one.size));
    const most = last?.isMono && piece.isMono ? CODE_GAP * letterWidth(piece) : wide * size;
    if (!open || !last || piece.x - right > most) lines.push([piece]);
    // Shadows and false bold are drawn twice in nearly the same place.
    else if (!isShadow(piece, last, piece.x - right)) open.push(piece);
    right = open === lines.at(-1) ? Math.max(right, piece.right) : piece.right;
  }
  return lines.map(asLine);
}

const isShadow = (piece: Piece, last: Piece, gap: number) =>
  gap < -0.5 * (piece.right - piece.x) && last.text.trim().endsWith(piece.text.trim());

/** In a justified line of single words all gaps are wide, and alike; those of a table differ or are wider still. */
function cellGap(pieces: Piece[]): number {
  const gaps = pieces
    .slice(1)
    .map((piece, index) => (piece.x - (pieces[index]?.right ?? 0)) / piece.size)
    .filter((gap) => gap > SPACE);
  if (gaps.length < STRETCHED_GAPS) return CELL;
  const usual = median(gaps);
  return usual > CELL / EVEN && usual < STRETCHED_MAX ? Math.max(CELL, EVEN * usual) : CELL;
}

export function asLine(pieces: Piece[]): Line {
  const letters = (of: Piece[]) => of.reduce((sum, { text }) => sum + text.replaceAll(' ', '').length, 0);
  const isMono = letters(pieces.filter((piece) => piece.isMono)) >= MONO_SHARE * letters(pieces);
  let text = '';
  let right = 0;
  for (const [index, piece] of pieces.entries()) {
    const gap = index ? piece.x - right : 0;
    const needsSpace = gap > SPACE * piece.size && !text.endsWith(' ') && !piece.text.startsWith(' ');
    const blanks =
      isMono && needsSpace ? Math.max(1, Math.round(gap / letterWidth(piece))) : Number(needsSpace);
    text += ' '.repeat(blanks) + piece.text;
    right = Math.max(right, piece.right);
  }
  const x = pieces[0]?.x ?? 0;
  return {
    x,
    right,
    y: pieces[0]?.y ?? 0,
    size: sizeOf(pieces),
    text: isMono ? text.trim() : text.replace(/\s+/g, ' ').trim(),
    isBold: pieces.every(({ isBold }) => isBold),
    isMono,
    ...(pieces.every(({ isFigure }) => isFigure) ? { isFigure: true } : {}),
  };
}

/** The height of most of its letters: an initial may be larger. */
function sizeOf(pieces: Piece[]): number {
  const letters = new Map<number, number>();
  for (const { size, text } of pieces) letters.set(size, (letters.get(size) ?? 0) + text.length);
  return [...letters].sort((one, other) => other[1] - one[1] || other[0] - one[0])[0]?.[0] ?? 1;
}

export const letterWidth = ({ x, right, text, size }: Line): number =>
  Math.max(LETTER_MIN * size, (right - x) / (text.length || 1));
