/** Makes text of drawn pages, in the order in which people read, with the words that were recognised on scanned ones. */
import { type Extracted, type RecognisedPages, Unreadable } from '../extracted.ts';
import { markFigures } from './figures.ts';
import { readingOrder } from './page/columns.ts';
import { type Line, linesOf, type Piece } from './page/lines.ts';
import type { DrawnPage } from './page/open-pages.ts';
import { type Bookmark, withBookmarks } from './page/outline.ts';
import { recognisedPieces } from './page/recognised-pieces.ts';
import { withoutRunningLines } from './page/running-lines.ts';
import { composeAccents, LineJoiner } from './page/words.ts';
import { type Paragraph, paragraphsOf, type Style, sizeOfBody } from './paragraphs.ts';
import { ruledTables } from './tables/ruled-tables.ts';
import { goesOn, writeText } from './write-text.ts';

/** The share of letters beyond which a kind of letters means nothing in a file. */
const USUAL = 0.5;
/** With more letters of one width the file is typed; with fewer it has prose beside its code. */
const TYPED = 0.8;

/** A picture of a page shows its own few letters, too: the recognised words stand for all. */
export const withRecognised = (pages: DrawnPage[], recognised: RecognisedPages): DrawnPage[] =>
  pages.map((page, index) => {
    const found = page.isScanned ? recognised.get(index + 1) : undefined;
    return found ? { ...page, pieces: recognisedPieces(found, page) } : page;
  });

export const countOf = (recognised: RecognisedPages, state: string): number =>
  [...recognised.values()].filter((page) => page.state === state).length;

export function layOut(
  drawn: DrawnPage[],
  recognised: RecognisedPages,
  bookmarks: Bookmark[] = [],
): Extracted {
  const scanned = drawn.flatMap(({ isScanned }, index) => (isScanned ? [index + 1] : []));
  // A page of which everything was struck through had text.
  const withText = drawn.filter(({ pieces, struck }) => pieces.length || struck).length;
  if (!withText) {
    const scan = { pages: drawn.length, scanned };
    throw scanned.every((page) => recognised.has(page))
      ? new Unreadable('file_without_text')
      : new Unreadable('file_scanned', { scan });
  }
  const all = drawn.flatMap(({ pieces }) => pieces);
  // A file that is typed throughout is no program.
  if (shareOf(all, ({ isMono }) => isMono) > TYPED) for (const piece of all) piece.isMono = false;
  markFigures(drawn);
  const joiner = new LineJoiner(
    linesOf(all),
    drawn.flatMap(({ addresses }) => addresses),
  );
  const lines = drawn.map((page) => asLines(page, joiner));
  composeAccents(lines.flat());
  const { pages: marked, isWhole } = withBookmarks(lines, bookmarks);
  const pages = withoutRunningLines(marked).map((page) => readingOrder(page));
  const style: Style = {
    joiner,
    body: sizeOfBody(pages.flat(2)),
    hasWeight: shareOf(all, ({ isBold }) => isBold) <= USUAL,
    mayGuess: !isWhole,
    titles: isWhole ? pages.flat(2).filter(({ level }) => level !== undefined) : null,
  };
  const text = writeText(
    pages.map((flows) =>
      joinedFlows(
        flows.map((flow) => paragraphsOf(flow, style)),
        joiner,
      ),
    ),
    isWhole,
  );
  return { text, pages: drawn.length, pages_without_text: drawn.length - withText, scanned };
}

/** A paragraph that goes on at the top of the next column is one. */
function joinedFlows(flows: Paragraph[][], joiner: LineJoiner): Paragraph[] {
  const joined: Paragraph[] = [];
  for (const [first, ...others] of flows) {
    const last = joined.at(-1);
    if (last && first && goesOn([last], [first]))
      joined.splice(-1, 1, { ...last, text: joiner.join(last.text, first.text, ' ') });
    else if (first) joined.push(first);
    joined.push(...others);
  }
  return joined;
}

function asLines({ pieces, rules, shades }: DrawnPage, joiner: LineJoiner): Line[] {
  const { tables, rest } = ruledTables(pieces, { rules, shades }, joiner);
  return [...linesOf(rest), ...tables];
}

function shareOf(pieces: Piece[], has: (piece: Piece) => boolean): number {
  let [some, all] = [0, 0];
  for (const piece of pieces) {
    all += piece.text.length;
    if (has(piece)) some += piece.text.length;
  }
  return all ? some / all : 0;
}
