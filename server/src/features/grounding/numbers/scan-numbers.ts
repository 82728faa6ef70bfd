/** The numbers of a text with their places: figures, dates, hours and codes; neither markers, code, nor addresses. */
import { questionWords } from '../../../language/question-words.ts';
import { dayOf } from '../../../language/values/day-of-a-month.ts';
import { numberAt } from '../../../language/values/numbers.ts';
import {
  multiplierOf,
  type NumberReading,
  type NumberUnit,
  reading,
  readingsOf,
  withUnits,
} from './notation.ts';

type Span = { start: number; end: number };
export type Figure = Span & {
  type: 'number';
  readings: NumberReading[];
  unit: NumberUnit;
  /** Digits alone, without separators, unit or multiplier: it may be a year or count what is listed. */
  isBare: boolean;
  isInWords: boolean;
};
/** `month` and `day` count from 1; null where they are not written. `form`: as a code. */
export type WrittenDate = Span & {
  type: 'date';
  year: number | null;
  month: number;
  day: number | null;
  form: string;
};
/** Digits with separators that are no notation of a number: «012/2025», «14:30», «10-20». */
export type Code = Span & { type: 'code'; form: string; parts: NumberReading[][] };
export type NumberToken = Figure | WrittenDate | Code;

const MONTHS = 'jan fev mar abr mai jun jul ago set out nov dez'.split(' ');
const ENGLISH_MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const MONTH =
  '(?:janeiro|fevereiro|março|marco|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro|january|february|march|april|may|june|july|august|september|october|november|december)';
const NUMBER_WORD =
  'zero|dois|duas|três|tres|quatro|cinco|seis|sete|oito|nove|dez|onze|doze|treze|catorze|quatorze|quinze|dezesseis|dezessete|dezoito|dezenove|vinte|trinta|quarenta|cinquenta|sessenta|setenta|oitenta|noventa|cem|cento|duzent[oa]s|trezent[oa]s|quatrocent[oa]s|quinhent[oa]s|seiscent[oa]s|setecent[oa]s|oitocent[oa]s|novecent[oa]s|mil|mei[oa](?= (?:mil|bil|dúzia|duzia))|uma?(?= (?:mil|bil|tril|dúzia|duzia))';

const TOKEN = new RegExp(
  [
    // Code, link destinations, addresses, markers.
    '(?<skip>(?:```|~~~)[\\s\\S]*?(?:```|~~~|$)|`[^`\\n]{1,500}`|\\]\\([^)\\s]{0,2000}\\)|(?:https?://|www\\.)\\S+|(?<![\\w.+-])[\\w.+-]{1,64}@[\\w.-]+|[ \\u00a0]?\\[\\d{1,3}(?:, ?\\d{1,3}){0,5}\\])',
    `(?<![\\p{L}\\d])(?<day>\\d{1,2})(?:º|°)? (?:de )?(?<month>${MONTH})(?:(?:,? de |,? )(?<year>\\d{4}))?(?![\\p{L}\\d])`,
    `(?<![\\p{L}])(?<english>${MONTH}) (?<date>\\d{1,2})(?:st|nd|rd|th)?(?:,? (?<when>\\d{4}))?(?![\\p{L}\\d])`,
    '(?<digits>\\d(?:[\\d.,:/-]*\\d)?)',
    `(?<![\\p{L}\\p{M}\\d])(?<word>${NUMBER_WORD})(?![\\p{L}\\p{M}])`,
  ].join('|'),
  'giu',
);

export function scanNumbers(text: string): NumberToken[] {
  const tokens: NumberToken[] = [];
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match; match = TOKEN.exec(text)) {
    const { skip, day, english, digits } = match.groups ?? {};
    if (skip !== undefined) continue;
    const found =
      digits !== undefined
        ? inDigits(text, match.index, digits)
        : day !== undefined || english !== undefined
          ? namedDate(match)
          : inWords(text, match.index);
    if (!found) continue;
    if (found.token) tokens.push(found.token);
    TOKEN.lastIndex = Math.max(TOKEN.lastIndex, found.end);
  }
  return tokens;
}

/** `token` is null for digits that are no number, such as those of an ordinal. */
type Found = { token: NumberToken | null; end: number };

function namedDate(match: RegExpExecArray): Found {
  const { day, month, year, english, date, when } = match.groups ?? {};
  const name = (month ?? english ?? '').toLowerCase().slice(0, 3);
  const place = MONTHS.indexOf(name) < 0 ? ENGLISH_MONTHS.indexOf(name) : MONTHS.indexOf(name);
  const written = year ?? when;
  const end = match.index + match[0].length;
  return {
    token: {
      type: 'date',
      start: match.index,
      end,
      year: written === undefined ? null : Number(written),
      month: place + 1,
      day: Number(day ?? date),
      form: '',
    },
    end,
  };
}

/** As much as a currency with its blanks takes. */
const BEFORE_LENGTH = 7;
const LETTER_BEFORE = /[\p{L}\p{M}_]$/u;
const CURRENCY = /(?:R\$|US\$|\$|€)[ \u00a0]?\*{0,2}[-−]?$/u;
const ORDINAL = /[ºª°]|\.[ºª°]|o\.? (?=lugar|coloc)/uy;
const HOUR = /h(?:\d\d)?(?![\p{L}\d])/uy;
/** Letters and digits in one word, as in «H1N1», are a name; with more digits they are a code. */
const NAME_DIGITS_MAX = 2;

function inDigits(text: string, start: number, digits: string): Found {
  const end = start + digits.length;
  const before = text.slice(Math.max(0, start - BEFORE_LENGTH), start);
  const isTime = /\dT$/.test(before) && digits[2] === ':';
  if (LETTER_BEFORE.test(before) && !isTime) {
    const isName = digits.replace(/\D/g, '').length <= NAME_DIGITS_MAX;
    return { token: isName ? null : codeOf(digits, start, end), end };
  }
  if (at(ORDINAL, text, end)) return { token: null, end: end + 1 };
  const hour = at(HOUR, text, end);
  if (hour && /^\d{1,2}$/.test(digits)) {
    const minutes = hour.slice(1) || '00';
    const to = end + hour.length;
    return { token: codeOf(`${digits}:${minutes}`, start, to), end: to };
  }
  const date = dateIn(digits, start);
  if (date) return { token: date, end };
  const readings = readingsOf(digits);
  if (!readings.length) return { token: codeOf(digits, start, end), end };
  return figure(text, { start, end, readings, before });
}

function figure(
  text: string,
  { start, end, readings, before }: Span & { readings: NumberReading[]; before: string },
): Found {
  const currency = CURRENCY.exec(before)?.[0];
  const { isMultiplied, ...found } = withUnits(text, end, { readings, isMoney: currency !== undefined });
  const isBare = found.unit === null && !isMultiplied && /^\d+$/.test(text.slice(start, end));
  const token = { type: 'number', start: start - (currency?.length ?? 0), isBare, isInWords: false } as const;
  return { token: { ...token, ...found }, end: found.end };
}

const SEPARATED_DATE = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d\d)$/;
const ISO_DATE = /^(\d{4})-(\d{1,2})(?:-(\d{1,2}))?$/;
const MONTH_OF_YEAR = /^(\d{1,2})\/(\d{4})$/;
const DAY_OF_MONTH = /^(\d{2})\/(\d{2})$/;

function dateIn(digits: string, start: number): WrittenDate | null {
  const made = (year: number | null, month: number, day: number | null): WrittenDate | null =>
    month < 1 || month > 12 || (day !== null && dayOf(year ?? 2024, month, day) === null)
      ? null
      : { type: 'date', start, end: start + digits.length, year, month, day, form: formOf(digits) };
  const [, date, , month, year] = SEPARATED_DATE.exec(digits) ?? [];
  if (year) return made(Number(year.length === 2 ? `20${year}` : year), Number(month), Number(date));
  const iso = ISO_DATE.exec(digits);
  if (iso) return made(Number(iso[1]), Number(iso[2]), iso[3] === undefined ? null : Number(iso[3]));
  const ofYear = MONTH_OF_YEAR.exec(digits);
  if (ofYear && /^(?:1[89]|2[01])/.test(ofYear[2] ?? ''))
    return made(Number(ofYear[2]), Number(ofYear[1]), null);
  const ofMonth = DAY_OF_MONTH.exec(digits);
  return ofMonth ? made(null, Number(ofMonth[2]), Number(ofMonth[1])) : null;
}

/** A code without the zeros that some write before its parts. */
export const formOf = (digits: string): string => digits.replace(/(?<!\d)0+(?=\d)/g, '');

function codeOf(digits: string, start: number, end: number): Code {
  const isList = /[-,]/.test(digits) && !/[:/]/.test(digits);
  const isFraction = /^[1-9]\d?\/[1-9]\d?$/.test(digits) || /^(?:19|20)\d\d\/(?:19|20)\d\d$/.test(digits);
  const pieces = isList
    ? digits.split(digits.includes('-') ? '-' : ',')
    : isFraction
      ? digits.split('/')
      : [];
  return { type: 'code', start, end, form: formOf(digits), parts: pieces.map(readingsOf) };
}

/** A number in words is rarely longer. */
const WORDS_LENGTH = 60;
const GOES_ON = /^(?:mil |\p{L}+ (?:e|mil|milh|bilh|trilh|d[úu]zia|por|de (?:reais|real)|reais|real|%))/iu;
const FIRST_WORD = /^\p{L}+/u;

function inWords(text: string, start: number): Found | null {
  const near = text.slice(start, start + WORDS_LENGTH);
  const words = questionWords(GOES_ON.test(near) ? near : (FIRST_WORD.exec(near)?.[0] ?? ''));
  const found = numberAt(words, 0);
  const last = words[(found?.to ?? 0) - 1];
  if (!found || !last || found.isOrdinal) return null;
  const end = start + last.end;
  const plain = reading(found.value);
  // «dois milhões» is rounded to millions, «dois mil e trinta» to nothing.
  const zeros = 10 ** (/0*$/.exec(found.value)?.[0].length ?? 0);
  const place = Math.min(zeros, roundedTo(text.slice(start, end)));
  return {
    token: {
      type: 'number',
      start,
      end,
      readings: [{ ...plain, place }],
      unit: found.unit,
      isBare: found.unit === null,
      isInWords: true,
    },
    end,
  };
}

/** «mil» alone says exactly a thousand. */
const LAST_WORD = / (\p{L}+)(?: de)?(?: rea(?:l|is))?$/iu;

/** The unit of the last word of a written number. */
function roundedTo(words: string): number {
  const last = LAST_WORD.exec(words)?.[1] ?? '';
  return multiplierOf(last);
}

function at(form: RegExp, text: string, place: number): string | null {
  form.lastIndex = place;
  return form.exec(text)?.[0] ?? null;
}
