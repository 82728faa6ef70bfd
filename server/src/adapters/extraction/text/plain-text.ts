/** Files that are text already. */

import type { Extracted } from '../extracted.ts';
import { decodeText } from './encoding.ts';

export const readPlainText = (bytes: Buffer): Extracted => withoutPages(decodeText(bytes));

export const withoutPages = (text: string): Extracted => ({ text, pages: null, pages_without_text: null });
