/** JSON as people would write it: what came on one line is laid out, so that passages end where values do. */

import type { Extracted } from '../extracted.ts';
import { decodeText } from './encoding.ts';
import { withoutPages } from './plain-text.ts';

/** Lines longer than this were written by a machine for a machine. */
const LINE_MAX = 1_000;

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
