/**
 * CSV without formula injection: a text that a spreadsheet would run as a formula gets an apostrophe in front; a number,
 * a negative one too, stays a number. Semicolons
 * and a byte order mark, because a Brazilian spreadsheet then finds columns and accents by itself.
 *
 * A spreadsheet of another locale splits at commas and ignores quotes in the middle of a cell: each comma, tab and line
 * break within a text may begin a cell there, so a formula behind one gets an apostrophe too. Where semicolons split,
 * that apostrophe is visible; harmless words and sums (`Oi, @ana`, `de 2, -3`) therefore stay exact.
 */

/** `decimal`: an exact number with a point, as a database writes it; the file has a comma. */
export type Cell = string | number | boolean | Date | { decimal: string } | null;

const BYTE_ORDER_MARK = '\uFEFF';
const DECIMAL = /^-?\d+(?:\.\d+)?$/;
/** Tabs and line breaks before it do not make it less of a formula. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;
const NEEDS_QUOTES = /[";,\r\n]|^\s|\s$/;
/** Separators and what may stand between one and the next cell. */
const LEADING_IN = /[,\t\r\n][\s",]*/g;
const SIGN = /[=+\-@＝＋－＠]/y;
/** Words, numbers and sums without a function call, also when joined with the next cell. */
const HARMLESS_TO_COMMA = /[=+\-@][\p{L}\p{N} .?…+*/%-]*[\p{L}\p{N}.?…](?=[,\r\n]|$)/uy;
const HARMLESS_TO_LINE_END = /[=+\-@][\p{L}\p{N} .?…+*/%,-]*[\p{L}\p{N}.?…](?=[\r\n]|$)/uy;

/** The first line. */
export const csvHeader = (names: string[]): string => BYTE_ORDER_MARK + csvLine(names);

export const csvLine = (cells: Cell[]): string => `${cells.map(written).join(';')}\r\n`;

function written(cell: Cell): string {
  if (cell === null) return '';
  if (cell instanceof Date) return cell.toISOString();
  if (typeof cell === 'object')
    return DECIMAL.test(cell.decimal) ? cell.decimal.replace('.', ',') : written(cell.decimal);
  if (typeof cell !== 'string') return String(cell);
  const harmless = (FORMULA.test(cell) ? "'" : '') + withoutHiddenFormulas(cell);
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

function withoutHiddenFormulas(text: string): string {
  return text.replace(LEADING_IN, (led, start: number) => {
    const at = start + led.length;
    if (!stands(SIGN, text, at)) return led;
    // With tabs as separators a comma ends no cell; a quote would hide where a cell ends.
    const harmless = /^[, ]+$/.test(led) ? HARMLESS_TO_COMMA : HARMLESS_TO_LINE_END;
    return !led.includes('"') && stands(harmless, text, at) ? led : `${led}'`;
  });
}

function stands(sticky: RegExp, text: string, at: number): boolean {
  sticky.lastIndex = at;
  return sticky.test(text);
}
