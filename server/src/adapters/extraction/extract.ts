/** Text from the bytes of a file, by its type. Runs in a reader's process; libraries are loaded for the type at hand. */
import { type DocumentType, documentType } from '#contract/document-types.ts';
import { cleanText } from '../../text/clean-text.ts';
import { type Extracted, type OnProgress, type RecognisedPages, TEXT_MAX, Unreadable } from './extracted.ts';

type Read = (
  bytes: Buffer,
  onProgress: OnProgress,
  recognised: RecognisedPages,
) => Extracted | Promise<Extracted>;

const html = async (): Promise<Read> => (await import('./web/html.ts')).readHtml;
const spreadsheet = async (): Promise<Read> => (await import('./office/spreadsheet.ts')).readSpreadsheet;
const picture = (file_type: string) => async (): Promise<Read> => {
  const { readPicture } = await import('./pdf/read-picture.ts');
  return (bytes, _, recognised) => readPicture(bytes, file_type, recognised);
};
const plain = async (): Promise<Read> => (await import('./text/plain-text.ts')).readPlainText;

const readers: Record<DocumentType, () => Promise<Read>> = {
  pdf: async () => (await import('./pdf/read-pdf.ts')).readPdf,
  docx: async () => (await import('./word/docx.ts')).readDocx,
  doc: async () => (await import('./word/doc.ts')).readDoc,
  csv: async () => (await import('./text/csv.ts')).readCsv,
  json: async () => (await import('./text/plain-text.ts')).readJson,
  txt: plain,
  md: plain,
  py: plain,
  yaml: plain,
  yml: plain,
  odt: async () => (await import('./office/open-document-text.ts')).readOdt,
  ods: spreadsheet,
  xlsx: spreadsheet,
  pptx: async () => (await import('./office/presentation.ts')).readPptx,
  rtf: async () => (await import('./office/rich-text.ts')).readRtf,
  html,
  htm: html,
  epub: async () => (await import('./web/epub.ts')).readEpub,
  eml: async () => (await import('./web/email.ts')).readEml,
  png: picture('png'),
  jpg: picture('jpg'),
  jpeg: picture('jpeg'),
  tif: picture('tif'),
  tiff: picture('tiff'),
};

export async function extract(
  bytes: Buffer,
  fileType: string,
  onProgress: OnProgress = () => {},
  recognised: RecognisedPages = new Map(),
): Promise<Extracted> {
  if (!documentType(fileType)) throw new Unreadable('file_type_unsupported');
  if (!bytes.length) throw new Unreadable('file_empty');
  const read = await readers[fileType as DocumentType]();
  const extracted = await read(bytes, onProgress, recognised);
  // Asked first: what is too long is not worth cleaning.
  if (extracted.text.length > TEXT_MAX) throw new Unreadable('file_text_too_long');
  const text = (isClean(extracted.text) ? extracted.text : cleanText(extracted.text)).trimEnd();
  if (!/[\p{L}\p{N}]/u.test(text)) throw new Unreadable('file_without_text');
  return { ...extracted, text };
}

/** Most texts are, and to look takes a tenth of the time: there are up to twelve million characters. */
const isClean = (text: string) => text.isWellFormed() && !text.includes('\0') && !text.includes('\uFEFF');
