/** Opens a PDF and takes what its pages show: strings, rules, links and form fields. */
import type { getDocumentProxy } from 'unpdf';
import { type OnProgress, Unreadable } from '../../extracted.ts';
import { type Drawing, drawingOf, type Matrix, type OperationCodes } from './drawing.ts';
import { type Annotation, type FilledPage, withFields } from './fields.ts';
import { piecesOf } from './lines.ts';
import { withoutStruck } from './struck.ts';

/** The operations of a page are listed only where it has text: a scan would be decoded for nothing. */
const LETTERS_MIN = 20;

export type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;
export type DrawnPage = FilledPage &
  Pick<Drawing, 'rules' | 'shades'> & {
    view: Matrix;
    addresses: string[];
    /** Passages that a rule crosses, which were left out. */
    struck: number;
    /** The file is damaged here. */
    isUnreadable?: true;
  };

/** Pictures are left out: they would be decoded for nothing. */
export const openPdf = (bytes: Buffer): Promise<Pdf> => opened(bytes, { maxImageSize: 0 });

async function opened(bytes: Buffer, options: { maxImageSize?: number } = {}): Promise<Pdf> {
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

const BLANK: DrawnPage = {
  pieces: [],
  fields: 0,
  fields_cut: 0,
  view: [],
  rules: [],
  shades: [],
  addresses: [],
  struck: 0,
};

export async function pagesOf(pdf: Pdf, onProgress: OnProgress): Promise<DrawnPage[]> {
  const { OPS } = await (await import('unpdf')).getResolvedPDFJS();
  const { info } = await pdf.getMetadata().catch(() => ({ info: {} }));
  const hasFields = (info as DocumentInfo).IsAcroFormPresent !== false;
  const pages: DrawnPage[] = [];
  let broken = 0;
  for (let number = 1; number <= pdf.numPages; number += 1) {
    try {
      pages.push(await pageOf(await pdf.getPage(number), OPS, hasFields));
    } catch {
      // One torn page does not take the others with it.
      broken += 1;
      pages.push({ ...BLANK, isUnreadable: true });
    }
    onProgress(number, pdf.numPages);
  }
  if (broken && broken === pdf.numPages) throw new Unreadable('file_corrupt');
  return pages;
}

/** The parts of the metadata that are read. */
type DocumentInfo = { IsAcroFormPresent?: boolean; IsXFAPresent?: boolean };

async function pageOf(page: Page, codes: OperationCodes, hasFields: boolean): Promise<DrawnPage> {
  const view = page.getViewport({ scale: 1 }).transform as Matrix;
  const { items } = await page.getTextContent();
  let letters = 0;
  for (const item of items) if ('str' in item) letters += item.str.trim().length;
  let drawing: Drawing = { rules: [], dashes: [], shades: [], fonts: new Map() };
  if (letters >= LETTERS_MIN) {
    // Names of fonts are known only after this; the text can be read without it.
    const operations = await page.getOperatorList({ annotationMode: 0 }).catch(() => null);
    if (operations) drawing = drawingOf(operations, codes, view, (font) => nameOf(page.commonObjs, font));
  }
  const { shades, fonts } = drawing;
  // Asked for where they say something: pdf.js reads the text of a page once more for the links on it.
  const annotations = hasFields || breaksAddress(items) ? await page.getAnnotations().catch(() => []) : [];
  const { kept, rules, struck } = withoutStruck(items, drawing, view);
  const filled = withFields(piecesOf(kept, view, fonts), annotations as Annotation[], view);
  const addresses = annotations.flatMap(({ url }) => (typeof url === 'string' ? [url] : []));
  page.cleanup();
  return { ...filled, view, rules, shades, addresses, struck };
}

type Page = Awaited<ReturnType<Pdf['getPage']>>;
type Items = Awaited<ReturnType<Page['getTextContent']>>['items'];

/** A link tells whether an address that ends with its line goes on in the next one. */
const breaksAddress = (items: Items): boolean =>
  /(?:https?:\/\/|www\.)\S+\n/.test(
    items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''),
  );

const nameOf = (objects: Page['commonObjs'], font: string): string =>
  objects.has(font) ? String(objects.get(font)?.name ?? '') : '';

/** Forms that a program draws when they are opened show readers of PDF one page that asks to wait. */
const PLACEHOLDER = /please wait|aguarde|por favor,? espere/i;

export async function isDynamicForm(pdf: Pdf, pages: DrawnPage[]): Promise<boolean> {
  const text = pages.flatMap(({ pieces }) => pieces.map(({ text }) => text)).join(' ');
  if (!PLACEHOLDER.test(text)) return false;
  const { info } = await pdf.getMetadata().catch(() => ({ info: {} }));
  return (info as DocumentInfo).IsXFAPresent === true;
}

/** Pages without text are scanned when they show a picture, else they are blank. */
export async function showsPictures(bytes: Buffer): Promise<boolean> {
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
