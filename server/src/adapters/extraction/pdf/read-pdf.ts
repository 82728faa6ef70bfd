/** PDF, page by page, in the order in which people read: by columns, without running heads, words whole again. */
import type { ReadingNote } from '#contract/knowledge.ts';
import { type Extracted, notesOf, type OnProgress, Unreadable } from '../extracted.ts';
import { readingOrder } from './page/columns.ts';
import { type Line, linesOf, type Piece } from './page/lines.ts';
import { type DrawnPage, isDynamicForm, openPdf, pagesOf, showsPictures } from './page/open-pages.ts';
import { bookmarksOf, withBookmarks } from './page/outline.ts';
import { withoutRunningLines } from './page/running-lines.ts';
import { composeAccents, LineJoiner } from './page/words.ts';
import { paragraphsOf, type Style, sizeOfBody } from './paragraphs.ts';
import { ruledTables } from './tables/ruled-tables.ts';
import { writeText } from './write-text.ts';

/** Where a file that is whole says so. */
const TAIL = 4_096;
/** The share of letters beyond which a kind of letters means nothing in a file. */
const USUAL = 0.5;
/** With more letters of one width the file is typed; with fewer it has prose beside its code. */
const TYPED = 0.8;

export async function readPdf(bytes: Buffer, onProgress: OnProgress = () => {}): Promise<Extracted> {
  if (!bytes.subarray(-TAIL).includes('%%EOF')) throw new Unreadable('file_corrupt');
  const pdf = await openPdf(bytes);
  const drawn = await pagesOf(pdf, onProgress);
  const withText = drawn.filter(({ pieces, struck }) => pieces.length || struck).length;
  if (!withText) throw new Unreadable((await showsPictures(bytes)) ? 'file_scanned' : 'file_without_text');
  if (drawn.length === 1 && (await isDynamicForm(pdf, drawn))) throw new Unreadable('file_form_dynamic');
  const all = drawn.flatMap(({ pieces }) => pieces);
  // A file that is typed throughout is no program.
  if (shareOf(all, ({ isMono }) => isMono) > TYPED) for (const piece of all) piece.isMono = false;
  const bookmarks = await bookmarksOf(
    pdf,
    drawn.map(({ view }) => view),
  );
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
    pages.map((flows) => flows.flatMap((flow) => paragraphsOf(flow, style))),
    isWhole,
  );
  return { text, pages: drawn.length, pages_without_text: drawn.length - withText, notes: pageNotes(drawn) };
}

function pageNotes(pages: DrawnPage[]): ReadingNote[] {
  const total = (count: (page: DrawnPage) => number) => pages.reduce((sum, page) => sum + count(page), 0);
  return notesOf({
    struck: total(({ struck }) => struck),
    form_fields: total(({ fields }) => fields),
    fields_cut: total(({ fields_cut }) => fields_cut),
    unreadable_pages: total(({ isUnreadable }) => (isUnreadable ? 1 : 0)),
  });
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
