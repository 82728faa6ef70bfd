/** Tables as text: each row becomes a sentence that names its columns, so that it is found and read by itself. */

import { delimiterOf, isFilled, recordsOf } from '../../../text/csv-reader.ts';
import type { Extracted } from '../extracted.ts';
import { decodeText } from './encoding.ts';
import { withoutPages } from './plain-text.ts';
import { rowSentence } from './tables.ts';

export function readCsv(bytes: Buffer): Extracted {
  const text = decodeText(bytes);
  const rows = recordsOf(text, delimiterOf(text));
  let header: string[] | undefined;
  // The first line names the columns: passages.ts writes it beside each further piece of the table.
  const lines: string[] = [];
  for (const record of rows) {
    if (!isFilled(record)) continue;
    const cells = record.cells.map(tidy);
    lines.push(header ? rowSentence(header, cells) : cells.filter(Boolean).join('; '));
    header ??= cells;
  }
  return withoutPages(lines.filter(Boolean).join('\n'));
}

const tidy = (cell: string) => cell.replace(/\s+/g, ' ').trim();
