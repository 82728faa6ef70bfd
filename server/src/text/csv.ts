/**
 * Tables as CSV. Whoever opens one must not run what somebody else typed: a text that a spreadsheet would read as a
 * formula begins with an apostrophe. Parted by semicolons, with a byte order mark: so a Brazilian spreadsheet finds
 * the columns and the accents without being asked.
 *
 * One of another country parts at commas, and does not heed our quotes, which then stand in the middle of a cell: each
 * comma, tab and line break within a text may begin a cell there. A formula behind one gets its apostrophe too. Where
 * semicolons part, that apostrophe is seen; so words and sums that call nothing (`Oi, @ana`, `de 2, -3`) stay exact.
 */

export type Cell = string | number | boolean | Date | null;

const BYTE_ORDER_MARK = '\uFEFF';
/** Tabs and line breaks before it do not make it less of a formula. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;
const NEEDS_QUOTES = /[";,\r\n]|^\s|\s$/;
/** What may end a cell and lead in the next one, taken whole. */
const LEADING_IN = /[,\t\r\n][\s",]*/g;
const SIGN = /[=+\-@＝＋－＠]/y;
/** Words, numbers and sums that call nothing, and that what stands in the next cell cannot make a call of. */
const HARMLESS_TO_COMMA = /[=+\-@][\p{L}\p{N} .?…+*/%-]*[\p{L}\p{N}.?…](?=[,\r\n]|$)/uy;
const HARMLESS_TO_LINE_END = /[=+\-@][\p{L}\p{N} .?…+*/%,-]*[\p{L}\p{N}.?…](?=[\r\n]|$)/uy;

/** The first line. */
export const csvHeader = (names: string[]): string => BYTE_ORDER_MARK + csvLine(names);

export const csvLine = (cells: Cell[]): string => `${cells.map(written).join(';')}\r\n`;

function written(cell: Cell): string {
  if (cell === null) return '';
  if (cell instanceof Date) return cell.toISOString();
  if (typeof cell !== 'string') return String(cell);
  const harmless = (FORMULA.test(cell) ? "'" : '') + withoutHiddenFormulas(cell);
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

function withoutHiddenFormulas(text: string): string {
  return text.replace(LEADING_IN, (led, start: number) => {
    const at = start + led.length;
    if (!stands(SIGN, text, at)) return led;
    // Where tabs part, a comma ends no cell; a quote here would hide where one ends.
    const harmless = /^[, ]+$/.test(led) ? HARMLESS_TO_COMMA : HARMLESS_TO_LINE_END;
    return !led.includes('"') && stands(harmless, text, at) ? led : `${led}'`;
  });
}

function stands(sticky: RegExp, text: string, at: number): boolean {
  sticky.lastIndex = at;
  return sticky.test(text);
}
