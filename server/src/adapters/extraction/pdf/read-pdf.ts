/** PDF, page by page, in the order in which people read: by columns, without running heads, words whole again. */
import type { getDocumentProxy } from 'unpdf';
import { type Extracted, Unreadable } from '../extracted.ts';
import { readingOrder } from './columns.ts';
import { type Line, linesOfPage } from './lines.ts';
import { type Paragraph, paragraphsOf, sizeOfBody } from './paragraphs.ts';
import { withoutRunningLines } from './running-lines.ts';

/** Where a file that is whole says so. */
const TAIL = 4_096;
const HEADING_LEVELS = 4;

export async function readPdf(bytes: Buffer): Promise<Extracted> {
  if (!bytes.subarray(-TAIL).includes('%%EOF')) throw new Unreadable('file_corrupt');
  const pdf = await opened(bytes);
  const lines = await linesOf(pdf);
  const withText = lines.filter((page) => page.length).length;
  if (!withText) throw new Unreadable((await showsPictures(pdf)) ? 'file_scanned' : 'file_without_text');
  const pages = withoutRunningLines(lines).map((page) => readingOrder(page));
  const body = sizeOfBody(pages.flat(2));
  const text = textOf(pages.map((flows) => flows.flatMap((flow) => paragraphsOf(flow, body))));
  return { text, pages: lines.length, pages_without_text: lines.length - withText };
}

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

async function opened(bytes: Buffer): Promise<Pdf> {
  const { getDocumentProxy } = await import('unpdf');
  return getDocumentProxy(new Uint8Array(bytes), {
    verbosity: 0,
    enableXfa: false,
    stopAtErrors: false,
  }).catch((cause) => {
    throw new Unreadable(cause?.name === 'PasswordException' ? 'file_encrypted' : 'file_corrupt', { cause });
  });
}

async function linesOf(pdf: Pdf): Promise<Line[][]> {
  const pages: Line[][] = [];
  let broken = 0;
  for (let number = 1; number <= pdf.numPages; number += 1) {
    try {
      const page = await pdf.getPage(number);
      const { transform } = page.getViewport({ scale: 1 });
      pages.push(linesOfPage((await page.getTextContent()).items, transform));
      page.cleanup();
    } catch {
      // One torn page does not take the others with it.
      broken += 1;
      pages.push([]);
    }
  }
  if (broken && broken === pdf.numPages) throw new Unreadable('file_corrupt');
  return pages;
}

/** Pages without text are scanned when they show a picture, else they are blank. */
async function showsPictures(pdf: Pdf): Promise<boolean> {
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

/** Form feeds between pages. A paragraph that goes on over the page is not torn by an empty line. */
function textOf(pages: Paragraph[][]): string {
  const levels = headingLevels(pages.flat());
  let text = '';
  for (const [index, paragraphs] of pages.entries()) {
    if (index) text += goesOn(pages[index - 1] ?? [], paragraphs) ? '\f' : '\n\f';
    text += paragraphs.map((paragraph) => marked(paragraph, levels)).join('\n\n');
  }
  return text.normalize('NFC');
}

function goesOn(before: Paragraph[], after: Paragraph[]): boolean {
  const [last, first] = [before.at(-1), after[0]];
  if (!last || !first || last.isHeading || first.isHeading) return false;
  return /[\p{L}\p{N},-]$/u.test(last.text) && /^\p{Ll}/u.test(first.text);
}

/** The largest headings are of the first level; among those of one size the numbers tell. */
function headingLevels(paragraphs: Paragraph[]): number[] {
  const ranks = paragraphs.filter(({ isHeading }) => isHeading).map(rankOf);
  return [...new Set(ranks)].sort((a, b) => b - a);
}

const rankOf = ({ size, depth }: Paragraph): number => Math.round(size) - depth / 10;

/** Marks headings as Markdown does, so that what stands below knows its section. */
function marked(paragraph: Paragraph, levels: number[]): string {
  const { text, isHeading } = paragraph;
  if (!isHeading) return text;
  const level = Math.min(HEADING_LEVELS, levels.indexOf(rankOf(paragraph)) + 1);
  return `${'#'.repeat(level)} ${text.replace(/\s+/g, ' ')}`;
}
