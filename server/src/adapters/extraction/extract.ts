/** Text from the bytes of a file, by its type. Runs in a reader's process; libraries are loaded for the type at hand. */
import { cleanText } from '../../text/clean-text.ts';
import { type Extracted, TEXT_MAX, Unreadable } from './extracted.ts';

type Read = (bytes: Buffer) => Extracted | Promise<Extracted>;

const plain = async (): Promise<Read> => (await import('./plain-text.ts')).readPlainText;

const readers: Record<string, () => Promise<Read>> = {
  pdf: async () => (await import('./pdf.ts')).readPdf,
  docx: async () => (await import('./docx.ts')).readDocx,
  doc: async () => (await import('./doc.ts')).readDoc,
  csv: async () => (await import('./csv.ts')).readCsv,
  json: async () => (await import('./json.ts')).readJson,
  txt: plain,
  md: plain,
  py: plain,
  yaml: plain,
  yml: plain,
};

export async function extract(bytes: Buffer, fileType: string): Promise<Extracted> {
  const reader = readers[fileType];
  if (!reader) throw new Unreadable('file_type_unsupported');
  if (!bytes.length) throw new Unreadable('file_empty');
  const extracted = await (await reader())(bytes);
  // Asked first: what is too long is not worth cleaning.
  if (extracted.text.length > TEXT_MAX) throw new Unreadable('file_text_too_long');
  const text = (isClean(extracted.text) ? extracted.text : cleanText(extracted.text)).trimEnd();
  if (!/[\p{L}\p{N}]/u.test(text)) throw new Unreadable('file_without_text');
  return { ...extracted, text };
}

/** Most texts are, and to look takes a tenth of the time: there are up to twelve million characters. */
const isClean = (text: string) => text.isWellFormed() && !text.includes('\0') && !text.includes('\uFEFF');
