/** PDF, page by page, in the order in which people read: by columns, without running heads, words whole again. */
import type { getDocumentProxy } from 'unpdf';
import { type Extracted, Unreadable } from '../extracted.ts';
import { readingOrder } from './page/columns.ts';
import { type Drawing, drawingOf, type Matrix, type OperationCodes } from './page/drawing.ts';
import { type Line, linesOf, type Piece, piecesOf } from './page/lines.ts';
import { bookmarksOf, withBookmarks } from './page/outline.ts';
import { withoutRunningLines } from './page/running-lines.ts';
import { paragraphsOf, type Style, sizeOfBody } from './paragraphs.ts';
import { ruledTables } from './tables/ruled-tables.ts';
import { writeText } from './write-text.ts';

/** Where a file that is whole says so. */
const TAIL = 4_096;
/** The operations of a page are listed only where it has text: a scan would be decoded for nothing. */
const LETTERS_MIN = 20;
/** The share of letters beyond which a kind of letters means nothing in a file. */
const USUAL = 0.5;

export async function readPdf(bytes: Buffer): Promise<Extracted> {
  if (!bytes.subarray(-TAIL).includes('%%EOF')) throw new Unreadable('file_corrupt');
  const pdf = await opened(bytes, { maxImageSize: 0 });
  const drawn = await pagesOf(pdf);
  const withText = drawn.filter(({ pieces }) => pieces.length).length;
  if (!withText) throw new Unreadable((await showsPictures(bytes)) ? 'file_scanned' : 'file_without_text');
  const all = drawn.flatMap(({ pieces }) => pieces);
  // A file that is typed throughout is no program.
  if (shareOf(all, ({ isMono }) => isMono) > USUAL) for (const piece of all) piece.isMono = false;
  const bookmarks = await bookmarksOf(
    pdf,
    drawn.map(({ view }) => view),
  );
  const { pages: marked, isWhole } = withBookmarks(drawn.map(asLines), bookmarks);
  const pages = withoutRunningLines(marked).map((page) => readingOrder(page));
  const style: Style = {
    body: sizeOfBody(pages.flat(2)),
    hasWeight: shareOf(all, ({ isBold }) => isBold) <= USUAL,
    mayGuess: !isWhole,
  };
  const text = writeText(
    pages.map((flows) => flows.flatMap((flow) => paragraphsOf(flow, style))),
    isWhole,
  );
  return { text, pages: drawn.length, pages_without_text: drawn.length - withText };
}

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;
type DrawnPage = { pieces: Piece[]; view: Matrix } & Pick<Drawing, 'rules' | 'shades'>;

export async function opened(bytes: Buffer, options: { maxImageSize?: number } = {}): Promise<Pdf> {
  const { getDocumentProxy } = await import('unpdf');
  return getDocumentProxy(new Uint8Array(bytes), {
    verbosity: 0,
    enableXfa: false,
    stopAtErrors: false,
    ...options,
  }).catch((cause) => {
    throw new Unreadable(cause?.name === 'PasswordException' ? 'file_encrypted' : 'file_corrupt', { cause });
  });
}

export async function pagesOf(pdf: Pdf): Promise<DrawnPage[]> {
  const { OPS } = await (await import('unpdf')).getResolvedPDFJS();
  const pages: DrawnPage[] = [];
  let broken = 0;
  for (let number = 1; number <= pdf.numPages; number += 1) {
    try {
      pages.push(await pageOf(pdf, number, OPS));
    } catch {
      // One torn page does not take the others with it.
      broken += 1;
      pages.push({ pieces: [], view: [], rules: [], shades: [] });
    }
  }
  if (broken && broken === pdf.numPages) throw new Unreadable('file_corrupt');
  return pages;
}

async function pageOf(pdf: Pdf, number: number, codes: OperationCodes): Promise<DrawnPage> {
  const page = await pdf.getPage(number);
  const view = page.getViewport({ scale: 1 }).transform as Matrix;
  const { items } = await page.getTextContent();
  let letters = 0;
  for (const item of items) if ('str' in item) letters += item.str.trim().length;
  let drawing: Drawing = { rules: [], shades: [], fonts: new Map() };
  if (letters >= LETTERS_MIN) {
    // Names of fonts are known only after this; the text can be read without it.
    const operations = await page.getOperatorList({ annotationMode: 0 }).catch(() => null);
    if (operations) drawing = drawingOf(operations, codes, view, (font) => nameOf(page.commonObjs, font));
  }
  const { rules, shades, fonts } = drawing;
  const pieces = piecesOf(items, view, fonts);
  page.cleanup();
  return { pieces, view, rules, shades };
}

type Page = Awaited<ReturnType<Pdf['getPage']>>;

const nameOf = (objects: Page['commonObjs'], font: string): string =>
  objects.has(font) ? String(objects.get(font)?.name ?? '') : '';

export function asLines({ pieces, rules, shades }: DrawnPage): Line[] {
  const { tables, rest } = ruledTables(pieces, { rules, shades });
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

/** Pages without text are scanned when they show a picture, else they are blank. */
async function showsPictures(bytes: Buffer): Promise<boolean> {
  const pdf = await opened(bytes);
  const { OPS } = await (await import('unpdf')).getResolvedPDFJS();
  const pictures = new Set([
    OPS.paintImageXObject,
    OPS.paintInlineImageXObject,
    OPS.paintImageMaskXObject,
    OPS.paintImageXObjectRepeat,
    OPS.paintImageMaskXObjectRepeat,
    OPS.paintImageMaskXObjectGroup,
    OPS.paintInlineImageXObjectGroup,
    OPS.paintSolidColorImageMask,
  ]);
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const { fnArray } = await page.getOperatorList().catch(() => ({ fnArray: [] }));
    page.cleanup();
    if (fnArray.some((operation: number) => pictures.has(operation))) return true;
  }
  return false;
}
