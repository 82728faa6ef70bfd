/** The kind of value that a number format of a workbook shows. */

export type NumberFormat =
  | { shows: 'number' | 'percent' | 'money' | 'text' | 'date' | 'time' }
  /** Digits with leading zeros, such as `000\.000\.000\-00`. */
  | { shows: 'code'; pattern: string };

const DATE: NumberFormat = { shows: 'date' };
const TIME: NumberFormat = { shows: 'time' };
const NUMBER: NumberFormat = { shows: 'number' };

/** Formats that a file does not spell out (ECMA-376, 18.8.30): first and last number of each group. */
const BUILT_IN: [number, number, NumberFormat][] = [
  [5, 8, { shows: 'money' }],
  [9, 10, { shows: 'percent' }],
  [18, 21, TIME],
  [14, 22, DATE],
  [27, 36, DATE],
  [42, 42, { shows: 'money' }],
  [44, 44, { shows: 'money' }],
  [45, 47, TIME],
  [49, 49, { shows: 'text' }],
  [50, 58, DATE],
];

export const builtInFormat = (id: number): NumberFormat =>
  BUILT_IN.find(([first, last]) => first <= id && id <= last)?.[2] ?? NUMBER;

const CURRENCY = /R\$|US\$|€|£|¥|\$/;

/** `code` as the file writes it, always in English letters. */
export function formatOf(code: string): NumberFormat {
  const [first = ''] = code.split(';');
  if (first.trim() === '@') return { shows: 'text' };
  const bare = first
    .replace(/"[^"]*"/g, '')
    .replace(/\\./g, '')
    .replace(/[_*]./g, '')
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '');
  if (/^0{2,}$/.test(bare.replace(/[\s/-]/g, ''))) return { shows: 'code', pattern: first };
  if (bare.includes('%')) return { shows: 'percent' };
  if (/[dy]/i.test(bare.replace(/general/gi, ''))) return DATE;
  if (/[hs]/i.test(bare.replace(/general/gi, ''))) return TIME;
  if (/^m+$/i.test(bare.trim())) return DATE;
  return CURRENCY.test(first) ? { shows: 'money' } : NUMBER;
}

/** A number in the digits and marks of a code's pattern, filled with zeros from the left. */
export function codeText(number: number, pattern: string): string {
  const digits = String(Math.round(Math.abs(number)));
  const marks = pattern.replace(/\\(.)/g, '$1').replaceAll('"', '');
  let left = digits.length;
  let text = '';
  for (let at = marks.length - 1; at >= 0; at -= 1) {
    const mark = marks[at] as string;
    if (mark !== '0') text = mark + text;
    else {
      left -= 1;
      text = (left >= 0 ? digits[left] : '0') + text;
    }
  }
  return digits.slice(0, Math.max(0, left)) + text;
}

const DAY_MS = 86_400_000;
/** Day 0 of serial dates; 1900 counts a 29 February that never was, which only days before 1 March 1900 feel. */
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
/** 31 December 9999. */
const SERIAL_MAX = 2_958_466;

/** Null where no calendar has the day. */
export function dayOfSerial(serial: number, uses1904: boolean): string | null {
  if (!(serial >= 0 && serial < SERIAL_MAX)) return null;
  const shifted = !uses1904 && serial < 60 ? serial + 1 : serial;
  const epoch = uses1904 ? EPOCH_1904 : EPOCH_1900;
  const text = new Date(epoch + Math.round(shifted * 86_400) * 1_000).toISOString();
  return text.slice(11, 19) === '00:00:00' ? text.slice(0, 10) : text.slice(0, 19);
}

/** `25:30` or `08:05:09`. */
export function timeOfSerial(serial: number): string {
  const seconds = Math.round((serial * DAY_MS) / 1_000);
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [hours, minutes, rest] = parts.map((part) => String(part).padStart(2, '0'));
  return rest === '00' ? `${hours}:${minutes}` : `${hours}:${minutes}:${rest}`;
}
