/** The strings that a page draws, put together to lines. */

export type Line = {
  /** Left and right edge, and the baseline from above, in points. */
  x: number;
  right: number;
  y: number;
  /** Height of its letters. */
  size: number;
  text: string;
};

type Item = { str: string; transform: number[]; width: number } | { type: string };
type Matrix = number[];

/** In letter heights: what is nearer is one word, what is farther apart is another column or cell. */
const SPACE = 0.16;
const CELL = 1.1;
const SAME_LINE = 0.35;
/** Numbers of notes are smaller than the text, and raised by less than a line. */
const RAISED_SIZE = 0.85;
const RAISED = 0.6;
const RAISED_LETTERS = 4;
/** Letters of a text that is set upright. */
const SLANT_MAX = 0.3;

/** `view` turns and mirrors as the page is shown. */
export function linesOfPage(items: Item[], view: Matrix): Line[] {
  const pieces = items.flatMap((item) => ('str' in item && item.str.trim() ? [pieceOf(item, view)] : []));
  const upright = pieces.filter(({ isUpright }) => isUpright);
  return [...rowsOf(upright).flatMap(lineUp), ...pieces.filter(({ isUpright }) => !isUpright)];
}

type Piece = Line & { isUpright: boolean };

function pieceOf(
  { str, transform, width }: { str: string; transform: number[]; width: number },
  view: Matrix,
): Piece {
  const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0] = times(view, transform);
  const size = Math.hypot(c, d) || Math.hypot(a, b) || 1;
  // Trailing blanks have a width too.
  const text = str.replace(/\s+/g, ' ');
  return { x, right: x + width, y, size, text, isUpright: a > 0 && Math.abs(b) <= SLANT_MAX * a };
}

function times(
  [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: Matrix,
  [g = 1, h = 0, i = 0, j = 1, k = 0, l = 0]: Matrix,
): Matrix {
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
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

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/** The row as one line, or as several where wide gaps part it. */
function lineUp(row: Piece[]): Line[] {
  const lines: Line[] = [];
  for (const { isUpright: _, ...piece } of row.toSorted((one, other) => one.x - other.x)) {
    const line = lines.at(-1);
    const gap = line ? piece.x - line.right : 0;
    const size = Math.max(line?.size ?? 0, piece.size);
    if (!line || gap > CELL * size) {
      lines.push(piece);
      continue;
    }
    // Shadows and false bold are drawn twice in nearly the same place.
    if (gap < -0.5 * (piece.right - piece.x) && line.text.endsWith(piece.text.trim())) continue;
    const needsSpace = gap > SPACE * size && !line.text.endsWith(' ') && !piece.text.startsWith(' ');
    line.text += (needsSpace ? ' ' : '') + piece.text;
    line.right = Math.max(line.right, piece.right);
    line.size = size;
  }
  return lines.map((line) => ({ ...line, text: line.text.replace(/\s+/g, ' ').trim() }));
}
