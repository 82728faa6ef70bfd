/** Tables as text: each row becomes a sentence that names its columns, so that it is found and read by itself. */

import { delimiterOf, isFilled, recordsOf } from '../../../text/csv-reader.ts';
import type { Extracted } from '../extracted.ts';
import { decodeText } from './encoding.ts';
import { withoutPages } from './plain-text.ts';
import { rowSentence } from './tables.ts';

export function readCsv(bytes: Buffer): Extracted {
  const text = decodeText(bytes);
  const rows = recordsOf(text, delimiterOf(text)).filter(isFilled);
  const header = rows.next().value?.cells.map(tidy) ?? [];
  // The first line names the columns: passages.ts writes it beside each further piece of the table.
  const lines = [header.filter(Boolean).join('; ')];
  for (const { cells } of rows) {
    const sentence = rowSentence(header, cells.map(tidy));
    if (sentence) lines.push(sentence);
  }
  return withoutPages(lines.filter(Boolean).join('\n'));
}

const tidy = (cell: string) => cell.replace(/\s+/g, ' ').trim();
