/**
 * CSV of texts that are read back exactly. Wherever a spreadsheet might begin a cell, at the start of a text or after a
 * separator within it, a sign that begins a formula gets one more apostrophe in front; reading takes one away again.
 */
import { csvHeader } from './csv.ts';

const NEEDS_QUOTES = /[";,\r\n\t']|^\s|\s$/;
/** The start or a separator, blanks and quotes, the apostrophes that are there, and then a sign, a tab or a line break. */
const DEFUSE = /(^|[,;\t\r\n])([\s",;]*)('*)(?=[=+\-@＝＋－＠\t\r])/g;
const RESTORE = /(^|[,;\t\r\n])([\s",;]*)'('*)(?=[=+\-@＝＋－＠\t\r])/g;

export const roundTripHeader = csvHeader;

export const roundTripLine = (cells: string[]): string => `${cells.map(written).join(';')}\r\n`;

/** The text of a cell as it was before it was written. */
export const restoredCell = (cell: string): string => cell.replace(RESTORE, '$1$2$3');

function written(text: string): string {
  const harmless = text.replace(DEFUSE, "$1$2'$3");
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
