/** Opens a PDF and takes what its pages show: strings, rules, links and form fields. */
import type { getDocumentProxy } from 'unpdf';
import { type OnProgress, Unreadable } from '../../extracted.ts';
import { type Drawing, drawingOf, type Matrix, noDrawing, type OperationCodes } from './drawing.ts';
import { type Annotation, type FilledPage, withFields } from './fields.ts';
import { piecesOf } from './lines.ts';
import { pictureArea } from './picture-area.ts';
import { withoutStruck } from './struck.ts';

/** A page with fewer letters may be scanned: all that it says may stand in a picture. */
const LETTERS_MIN = 20;
/** Longer files would not be read in time. */
const PAGES_MAX = 5_000;
/** The share of a page that pictures cover where it is scanned. */
const SCANNED_SHARE = 0.6;

export type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;
export type DrawnPage = FilledPage &
  Pick<Drawing, 'rules' | 'shades' | 'figures'> & {
    view: Matrix;
    addresses: string[];
    /** Passages that a rule crosses, which were left out. */
    struck: number;
    /** In points. */
    width: number;
    height: number;
    /** It shows a picture instead of text. */
    isScanned?: true;
    /** The file is damaged here. */
    isUnreadable?: true;
  };

export async function openPdf(bytes: Buffer): Promise<Pdf> {
  const { getDocumentProxy } = await import('unpdf');
  return getDocumentProxy(new Uint8Array(bytes), {
    verbosity: 0,
    enableXfa: false,
    stopAtErrors: false,
    // Pictures are left out: they would be decoded for nothing.
    maxImageSize: 0,
  }).catch((cause) => {
    throw new Unreadable(cause?.name === 'PasswordException' ? 'file_encrypted' : 'file_corrupt', { cause });
  });
}

export const BLANK: DrawnPage = {
  pieces: [],
  width: 0,
  height: 0,
  fields: 0,
  fields_cut: 0,
  view: [],
  rules: [],
  shades: [],
  figures: [],
  addresses: [],
  struck: 0,
};

export async function pagesOf(pdf: Pdf, onProgress: OnProgress): Promise<DrawnPage[]> {
  if (pdf.numPages > PAGES_MAX) throw new Unreadable('file_too_many_pages');
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
  const { transform, width, height } = page.getViewport({ scale: 1 });
  const view = transform as Matrix;
  const { items } = await page.getTextContent();
  let letters = 0;
  for (const item of items) if ('str' in item) letters += item.str.trim().length;
  let drawing = noDrawing();
  // Names of fonts are known only after this; the text can be read without it.
  const operations = await page.getOperatorList({ annotationMode: 0 }).catch(() => null);
  if (operations && letters >= LETTERS_MIN)
    drawing = drawingOf(operations, codes, view, (font) => nameOf(page.commonObjs, font));
  const covered = operations && letters < LETTERS_MIN ? pictureArea(operations, codes) : 0;
  const isScanned = covered >= SCANNED_SHARE * width * height;
  const { shades, figures, fonts } = drawing;
  // Asked for where they say something: pdf.js reads the text of a page once more for the links on it.
  const annotations = hasFields || breaksAddress(items) ? await page.getAnnotations().catch(() => []) : [];
  const { kept, rules, struck } = withoutStruck(items, drawing, view);
  const filled = withFields(piecesOf(kept, view, fonts), annotations as Annotation[], view);
  const addresses = annotations.flatMap(({ url }) => (typeof url === 'string' ? [url] : []));
  page.cleanup();
  return {
    ...filled,
    view,
    width,
    height,
    rules,
    shades,
    figures,
    addresses,
    struck,
    ...(isScanned ? { isScanned } : {}),
  };
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
