/**
 * CSV of texts that are read back exactly. Wherever a spreadsheet might begin a cell, at the start of a text or after a
 * separator within it, a sign that begins a formula gets one more apostrophe in front; reading takes one away again.
 */
import { csvHeader } from './csv.ts';

const NEEDS_QUOTES = /[";,\r\n\t']|^\s|\s$/;
/** A row of blanks, quotes and separators; before a text that begins with none of them an empty one. */
const ROW = /^(?![\s",;])|[\s",;]+/g;
const SEPARATOR = /[,;\t\r\n]/;
/** The apostrophes that are there, and then a sign, a tab or a line break. */
const FORMULA = /'*[=+\-@＝＋－＠\t\r]/y;
/** Begins with the apostrophe, so that a text without one is not looked at again from each of its separators. */
const RESTORE = /'(?<=(?:^|[,;\t\r\n])[\s",;]*')('*)(?=[=+\-@＝＋－＠\t\r])/g;

export const roundTripHeader = csvHeader;

export const roundTripLine = (cells: string[]): string => `${cells.map(written).join(';')}\r\n`;

/** The text of a cell as it was before it was written. */
export const restoredCell = (cell: string): string => cell.replace(RESTORE, '$1');

function written(text: string): string {
  const harmless = text.replace(ROW, (row, at: number) => defused(text, row, at));
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** The row with an apostrophe where a spreadsheet might take what follows for a formula, which is in one place at most. */
function defused(text: string, row: string, at: number): string {
  const first = at === 0 ? 0 : row.search(SEPARATOR) + 1;
  if (at > 0 && first === 0) return row;
  FORMULA.lastIndex = at + row.length;
  if (FORMULA.test(text)) return `${row}'`;
  const last = Math.max(row.lastIndexOf('\t'), row.lastIndexOf('\r'));
  return last < first ? row : `${row.slice(0, last)}'${row.slice(last)}`;
}
