/** Numbers in digits as texts write them: «1.234,56», «1,234.56», «R$ 1,2 mi», «12,5 %», «2 mil e 500». */

/** A value that a written number may have. */
export type NumberReading = {
  value: number;
  /** The unit of its last written place: 0.01 for «1,25», 100000 for «1,2 milhão». */
  place: number;
  /** All digits, where a double cannot hold them. */
  digits?: string;
};

export type NumberUnit = 'money' | 'percent' | null;

/** Digits that a double surely holds. */
const SAFE_DIGITS = 15;

const BRAZILIAN = /^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/;
const DECIMAL_COMMA = /^\d+,\d+$/;
const INTEGER = /^\d+$/;
const DECIMAL_POINT = /^\d+\.\d+$/;
const ENGLISH = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;

/** Empty where the separators fit no notation; «1.234» and «1,234» fit two. */
export function readingsOf(digits: string): NumberReading[] {
  const readings: NumberReading[] = [];
  if (BRAZILIAN.test(digits)) readings.push(reading(digits.replaceAll('.', '').replace(',', '.')));
  if (DECIMAL_COMMA.test(digits)) readings.push(reading(digits.replace(',', '.')));
  if (INTEGER.test(digits) || DECIMAL_POINT.test(digits)) readings.push(reading(digits));
  if (ENGLISH.test(digits)) readings.push(reading(digits.replaceAll(',', '')));
  return readings;
}

/** `decimal`: digits with an optional point. */
export function reading(decimal: string): NumberReading {
  const fraction = decimal.split('.')[1]?.length ?? 0;
  const plain = { value: Number(decimal), place: 10 ** -fraction };
  return decimal.length > SAFE_DIGITS ? { ...plain, digits: significant(decimal) } : plain;
}

/** The digits without the zeros that say nothing. */
export const significant = (decimal: string): string =>
  decimal
    .replace(/^-?0*/, '')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');

const MULTIPLIER =
  /[ \u00a0]?(mil|milh(?:ão|ões|ao|oes)|bilh(?:ão|ões|ao|oes)|trilh(?:ão|ões|ao|oes)|mi|mm|bi|k|thousand|million|billion|trillion)(?![\p{L}\p{M}\d])/iuy;
/** Metres and bits where it is not an amount of money. */
const MONEY_MULTIPLIER = /[MB](?![\p{L}\d])/uy;
const AND_A_HALF = / e mei[oa](?![\p{L}])/iuy;
/** «2 mil e 500», «1 milhão e 200 mil». */
const AND_MORE = / e (\d{1,3})( mil)?(?![\p{L}\d]|[.,]\d|[ \u00a0]?(?:%|mil|bil))/iuy;
const PERCENT =
  /\*{0,2}[ \u00a0]?(?:%|por[ \u00a0]cento|p\.[ ]?p\.|pontos?[ \u00a0]percentua(?:l|is)|percent)/iuy;
const REAIS = /[ \u00a0](?:de[ \u00a0])?(?:reais|real|dólares|euros)(?![\p{L}])/iuy;

const THOUSANDS: [RegExp, number][] = [
  [/^(?:mil|k|thousand)$/, 1e3],
  [/^(?:mi|mm|m|milh.*|million)$/, 1e6],
  [/^(?:b|bi|bilh.*|billion)$/, 1e9],
  [/^(?:trilh.*|trillion)$/, 1e12],
];

/** The number with what follows its digits at `at`. */
export function withUnits(
  text: string,
  at: number,
  { readings, isMoney }: { readings: NumberReading[]; isMoney: boolean },
): { end: number; readings: NumberReading[]; unit: NumberUnit; isMultiplied: boolean } {
  const multiplied = multiply(text, at, { readings, isMoney });
  const percent = take(PERCENT, text, multiplied.end);
  if (percent) return { ...multiplied, end: multiplied.end + percent[0].length, unit: 'percent' };
  const reais = take(REAIS, text, multiplied.end);
  const end = multiplied.end + (reais?.[0].length ?? 0);
  return { ...multiplied, end, unit: isMoney || reais ? 'money' : null };
}

function multiply(
  text: string,
  at: number,
  { readings, isMoney }: { readings: NumberReading[]; isMoney: boolean },
): { end: number; readings: NumberReading[]; isMultiplied: boolean } {
  const found = take(MULTIPLIER, text, at) ?? (isMoney ? take(MONEY_MULTIPLIER, text, at) : null);
  if (!found) return { end: at, readings, isMultiplied: false };
  const factor = multiplierOf(found[1] ?? found[0]);
  let end = at + found[0].length;
  let scaled = readings.map(({ value, place }) => ({ value: value * factor, place: place * factor }));
  const half = take(AND_A_HALF, text, end);
  const more = half ? null : take(AND_MORE, text, end);
  if (half) {
    end += half[0].length;
    scaled = scaled.map(({ value }) => ({ value: value + factor / 2, place: factor / 10 }));
  } else if (more && (more[2] ? 1e3 : 1) * 1e3 <= factor) {
    end += more[0].length;
    const place = more[2] ? 1e3 : 1;
    scaled = scaled.map(({ value }) => ({ value: value + Number(more[1]) * place, place }));
  }
  return { end, readings: scaled, isMultiplied: true };
}

/** 1 for any other word. */
export function multiplierOf(word: string): number {
  const folded = word.toLowerCase();
  return THOUSANDS.find(([form]) => form.test(folded))?.[1] ?? 1;
}

function take(form: RegExp, text: string, at: number): RegExpExecArray | null {
  form.lastIndex = at;
  return form.exec(text);
}
