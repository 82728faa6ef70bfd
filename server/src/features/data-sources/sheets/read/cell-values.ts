/** Reads cells of a spreadsheet as numbers, days and truth values, in the notation of their column. */
import type { SheetCell } from '../../../../adapters/extraction/sheets/sheet-cells.ts';
import { dayOf } from '../../../../language/values/day-of-a-month.ts';
import { decimalOf, movePoint } from '../../../../language/values/decimal.ts';
import { fold } from '../../../../language/words.ts';

/** How the texts of one column are written; cells that are numbers or days in the file need no notation. */
export type Notation = {
  /** The mark before decimals. */
  decimal: 'comma' | 'point';
  /** The order of days in digits. */
  order: 'day_first' | 'month_first';
};

/** Digits that a spreadsheet keeps of a number. */
const SIGNIFICANT = 15;
/** A stroke stands for nothing, as in most tables of figures. */
const STROKE = /^[-–—]+$/;
const POINT_DECIMALS = /^-?\d+\.(?:\d{1,2}|\d{4,})$|\d,\d{3}\.\d/;
const COMMA_DECIMALS = /^-?\d+,(?:\d{1,2}|\d{4,})$|\d\.\d{3},\d/;

export const isBlank = (cell: SheetCell | undefined): cell is null | undefined =>
  cell === null ||
  cell === undefined ||
  (typeof cell === 'string' && (!cell.trim() || STROKE.test(cell.trim())));

export function notationOf(cells: SheetCell[]): Notation {
  let points = 0;
  let commas = 0;
  let monthFirst = 0;
  let dayFirst = 0;
  for (const cell of cells) {
    if (typeof cell !== 'string') continue;
    const text = bareNumber(cell).text;
    if (POINT_DECIMALS.test(text)) points += 1;
    if (COMMA_DECIMALS.test(text)) commas += 1;
    const [, first = '0', second = '0'] = /^(\d{1,2})[/.-](\d{1,2})[/.-]\d{2,4}/.exec(cell.trim()) ?? [];
    if (Number(first) > 12) dayFirst += 1;
    if (Number(second) > 12) monthFirst += 1;
  }
  return {
    decimal: points > 0 && commas === 0 ? 'point' : 'comma',
    order: monthFirst > 0 && dayFirst === 0 ? 'month_first' : 'day_first',
  };
}

/** A plain decimal such as `-1234.5`; percentages count hundredths. Null for what is no number. */
export function numberOf(cell: SheetCell, notation: Notation): string | null {
  if (typeof cell === 'number') return plainNumber(cell);
  if (cell === null || typeof cell === 'boolean') return null;
  if (typeof cell === 'object') {
    if (!('number' in cell)) return null;
    const plain = plainNumber(cell.number);
    return cell.format === 'percent' && plain !== null ? movePoint(plain, 2) : plain;
  }
  const { text, isNegative } = bareNumber(cell);
  const decimal = notation.decimal === 'point' ? pointDecimal(text) : decimalOf(text);
  return decimal === null ? null : signed(decimal, isNegative);
}

export const isMoney = (cell: SheetCell): boolean =>
  typeof cell === 'string'
    ? /^[-(\s]*R\$/.test(cell)
    : typeof cell === 'object' && cell !== null && 'format' in cell && cell.format === 'money';

export const isPercent = (cell: SheetCell): boolean =>
  typeof cell === 'string'
    ? /\d\s*%\s*\)?$/.test(cell)
    : typeof cell === 'object' && cell !== null && 'format' in cell && cell.format === 'percent';

/** Rounded to the digits that a spreadsheet shows, so that 0.1 + 0.2 is 0.3. */
function plainNumber(number: number): string | null {
  const written = String(number);
  // With a sign and a point besides, no more digits than are kept.
  if (written.length <= SIGNIFICANT && !written.includes('e'))
    return signed(written.replace('-', ''), number < 0);
  const [mantissa = '0', exponent = '0'] = Number(number.toPrecision(SIGNIFICANT)).toString().split('e');
  return signed(movePoint(mantissa.replace('-', ''), Number(exponent)), number < 0);
}

const signed = (decimal: string, isNegative: boolean) =>
  isNegative && /[1-9]/.test(decimal) ? `-${decimal}` : decimal;

const USUAL_NUMBER = /^(?:R\$[ \u00a0]?)?(\d[\d.,]*)$/;

/** Without sign, currency and percent sign; a number in parentheses is negative, as accountants write it. */
function bareNumber(cell: string): { text: string; isNegative: boolean } {
  const [, usual] = USUAL_NUMBER.exec(cell) ?? [];
  if (usual !== undefined) return { text: usual, isNegative: false };
  const trimmed = cell.replace(/[\s\u00a0]+/g, '').replace('−', '-');
  const isNegative = /^-|^R\$-|-$|^\(.*\)$/.test(trimmed);
  return { text: trimmed.replace(/^[-+(]+|[-)]+$/g, '').replace(/^R\$[-+]?|%$/g, ''), isNegative };
}

function pointDecimal(text: string): string | null {
  if (!/^(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?$/.test(text)) return null;
  return movePoint(text.replaceAll(',', ''), 0);
}

/** `YYYY-MM-DD`, with `THH:MM:SS` where a time is written. Null for what is no day of the calendar. */
export function dayOfCell(cell: SheetCell, { order }: Notation): string | null {
  if (typeof cell === 'object' && cell !== null && 'day' in cell) return checkedDay(cell.day);
  if (typeof cell !== 'string') return null;
  const text = cell.trim();
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T\s](\d{1,2}:\d{2}(?::\d{2})?))?(?:\.\d+)?Z?$/.exec(text);
  if (iso) return dayWithTime(iso[1], iso[2], iso[3], iso[4]);
  const found =
    /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?:,?\s+(?:às\s+)?(\d{1,2}:\d{2}(?::\d{2})?))?$/.exec(text);
  if (!found) return null;
  const [, first, second, year = '', time] = found;
  const [day, month] = order === 'day_first' ? [first, second] : [second, first];
  return dayWithTime(year.length === 2 ? `20${year}` : year, month, day, time);
}

const checkedDay = (text: string) => {
  const [day = '', time] = text.split('T');
  const [year, month, date] = day.split('-');
  return dayWithTime(year, month, date, time);
};

function dayWithTime(year = '', month = '', day = '', time?: string): string | null {
  const found = dayOf(Number(year), Number(month), Number(day));
  if (found === null || !time) return found;
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  if (hours > 23 || minutes > 59 || seconds > 59) return null;
  const digits = [hours, minutes, seconds].map((part) => String(part).padStart(2, '0'));
  return `${found}T${digits.join(':')}`;
}

const TRUE = new Set(['sim', 's', 'verdadeiro', 'true', 'yes', 'x']);
const FALSE = new Set(['nao', 'n', 'falso', 'false', 'no']);

export function truthOf(cell: SheetCell): boolean | null {
  if (typeof cell === 'boolean') return cell;
  if (cell === 1) return true;
  if (cell === 0) return false;
  if (typeof cell !== 'string') return null;
  const word = fold(cell.trim());
  if (TRUE.has(word) || word === '1') return true;
  return FALSE.has(word) || word === '0' ? false : null;
}

/** Digits that are a name and no amount: leading zeros, CPF, CNPJ, CEP, or more digits than a number keeps. */
const CODE = /^0\d+$|^\d{3}\.\d{3}\.\d{3}-\d{2}$|^\d{2}\.\d{3}\.\d{3}\/\d{4}-\d{2}$|^\d{5}-\d{3}$|^\d{16,}$/;

export const isCode = (cell: SheetCell): boolean => typeof cell === 'string' && CODE.test(cell.trim());

/** A cell as text, as a reader of the sheet sees it. */
export function textOf(cell: SheetCell): string {
  if (cell === null) return '';
  if (typeof cell === 'boolean') return cell ? 'Sim' : 'Não';
  if (typeof cell === 'string') return cell.trim();
  if (typeof cell === 'number') return plainNumber(cell) ?? '';
  if ('error' in cell) return cell.error;
  if ('day' in cell) return cell.day.replace('T', ' ');
  const plain = plainNumber(cell.number) ?? '';
  return cell.format === 'percent' ? `${movePoint(plain, 2)}%` : plain;
}

export const isError = (cell: SheetCell): boolean =>
  typeof cell === 'object' && cell !== null && 'error' in cell;
