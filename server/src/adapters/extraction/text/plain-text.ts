/** Files that are text already. */

import type { ReadingNote } from '#contract/knowledge.ts';
import type { Extracted } from '../extracted.ts';
import { decodeText } from './encoding.ts';

export const readPlainText = (bytes: Buffer): Extracted => withoutPages(decodeText(bytes));

export const withoutPages = (text: string, notes: ReadingNote[] = []): Extracted => ({
  text,
  pages: null,
  pages_without_text: null,
  notes,
});

/** Lines longer than this were written by a machine for a machine. */
const LINE_MAX = 1_000;

/** JSON that came on one line is laid out, so that passages end where values do. */
export function readJson(bytes: Buffer): Extracted {
  const text = decodeText(bytes);
  const isReadable = !text.split('\n').some(({ length }) => length > LINE_MAX);
  return withoutPages(isReadable ? text : laidOut(text));
}

function laidOut(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // One value a line, or not JSON at all, or nested beyond reason: text all the same.
    return text;
  }
}
