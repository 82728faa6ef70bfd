/** Tables as text: each row becomes a sentence that names its columns, so that it is found and read by itself. */

import type { Extracted } from '../extracted.ts';
import { decodeText } from './encoding.ts';
import { withoutPages } from './plain-text.ts';
import { rowSentence } from './tables.ts';

const DELIMITERS = [';', ',', '\t', '|'];
/** Rows from which the delimiter is detected. */
const SNIFFED = 30;

export function readCsv(bytes: Buffer): Extracted {
  const text = decodeText(bytes);
  const delimiter = delimiterOf(text);
  const rows = recordsOf(text, delimiter);
  const header = rows.next().value?.map(tidy) ?? [];
  // The first line names the columns: passages.ts writes it beside each further piece of the table.
  const lines = [header.filter(Boolean).join('; ')];
  for (const row of rows) {
    const sentence = rowSentence(header, row.map(tidy));
    if (sentence) lines.push(sentence);
  }
  return withoutPages(lines.filter(Boolean).join('\n'));
}

const tidy = (cell: string) => cell.replace(/\s+/g, ' ').trim();

/** The one that divides the first rows into most columns, and all of them into as many. */
function delimiterOf(text: string): string {
  // Spreadsheets in Portuguese may say it themselves.
  const said = /^\ufeff?sep=(.)\n/.exec(text.slice(0, 8))?.[1];
  if (said) return said;
  let best = { delimiter: ',', score: 0 };
  for (const delimiter of DELIMITERS) {
    const widths: number[] = [];
    for (const row of recordsOf(text.slice(0, 64_000), delimiter))
      if (widths.push(row.length) >= SNIFFED) break;
    const width = widths[0] ?? 1;
    const alike = widths.filter((one) => one === width).length / Math.max(1, widths.length);
    const score = width > 1 ? (width - 1) * alike ** 3 : 0;
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

/** Records as RFC 4180 has them; a quote inside an unquoted cell is a letter like any other. */
function* recordsOf(text: string, delimiter: string): Generator<string[]> {
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  let at = /^\ufeff?sep=.\n/.exec(text.slice(0, 8))?.[0].length ?? 0;
  const isFilled = () => row.length > 1 || row[0]?.trim();
  for (; at < text.length; at += 1) {
    const letter = text[at] as string;
    if (quoted) {
      if (letter !== '"') cell += letter;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (letter === '"' && !cell.trim()) {
      quoted = true;
      cell = '';
    } else if (letter === delimiter) {
      row.push(cell);
      cell = '';
    } else if (letter === '\n') {
      row.push(cell);
      cell = '';
      if (isFilled()) yield row;
      row = [];
    } else cell += letter;
  }
  row.push(cell);
  if (isFilled()) yield row;
}
