/** Files that are text already. */
import { decodeText } from './encoding.ts';
import type { Extracted } from './extracted.ts';

export const readPlainText = (bytes: Buffer): Extracted => withoutPages(decodeText(bytes));

export const withoutPages = (text: string): Extracted => ({ text, pages: null, pages_without_text: null });
