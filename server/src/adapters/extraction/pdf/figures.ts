/** Letters of figures: of drawings that a page includes, and of scores of music. Such text is found, but heads nothing. */
import type { Rule } from './page/drawing.ts';
import type { Piece } from './page/lines.ts';

/** Fonts that draw notes. */
const MUSIC = /emmentaler|feta|bravura|opus|maestro|petrucci|leland|sonata|gonville|leipzig/i;
/** A file of which figures hold more is made of them, page by page. */
const DRAWN = 0.5;

type FiguredPage = { pieces: Piece[]; figures: Rule[]; width: number; height: number };

export function markFigures(pages: FiguredPage[]): void {
  const drawn = pages.flatMap(({ pieces, figures }) =>
    figures.length ? pieces.filter((piece) => figures.some((figure) => isIn(piece, figure))) : [],
  );
  if (lettersOf(drawn) <= DRAWN * lettersOf(pages.flatMap(({ pieces }) => pieces)))
    for (const piece of drawn) piece.isFigure = true;
  markScores(pages.map(({ pieces }) => pieces));
}

const lettersOf = (pieces: Piece[]) => pieces.reduce((sum, { text }) => sum + text.length, 0);

const isIn = (piece: Piece, figure: Rule) =>
  piece.x >= figure.x && piece.right <= figure.right && piece.y >= figure.y && piece.y <= figure.bottom;

/** The titles and words of a score are set in fonts that no page without notes has. */
function markScores(pages: Piece[][]): void {
  const hasNotes = (pieces: Piece[]) => pieces.some(({ font }) => font && MUSIC.test(font));
  const scores = pages.filter(hasNotes);
  if (!scores.length || scores.length > DRAWN * pages.length) return;
  const others = new Set(
    pages.filter((page) => !hasNotes(page)).flatMap((page) => page.map(({ font }) => font)),
  );
  for (const piece of scores.flat()) if (piece.font && !others.has(piece.font)) piece.isFigure = true;
}
