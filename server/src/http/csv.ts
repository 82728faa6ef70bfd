/**
 * Tables as CSV. Whoever opens one must not run what somebody else typed: a text that a spreadsheet would read as a
 * formula begins with an apostrophe. Parted by semicolons, with a byte order mark: so a Brazilian spreadsheet finds
 * the columns and the accents without being asked.
 */

export type Cell = string | number | boolean | Date | null;

const BYTE_ORDER_MARK = '\uFEFF';
/** Tabs and line breaks before it do not make it less of a formula. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;
const NEEDS_QUOTES = /[";,\r\n]|^\s|\s$/;

/** The first line. */
export const csvHeader = (names: string[]): string => BYTE_ORDER_MARK + csvLine(names);

export const csvLine = (cells: Cell[]): string => `${cells.map(written).join(';')}\r\n`;

function written(cell: Cell): string {
  if (cell === null) return '';
  if (cell instanceof Date) return cell.toISOString();
  if (typeof cell !== 'string') return String(cell);
  const harmless = FORMULA.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
