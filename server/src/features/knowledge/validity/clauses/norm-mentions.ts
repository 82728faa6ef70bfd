/** The places where a text names norms: «Lei nº 3.210, de 5 de março de 2015», «Portaria MEC nº 10/2019», and its own epigraph. */
import type { Norm, NormType } from '#contract/validity.ts';
import type { Day } from '../../../../language/values/calendar.ts';
import { dayOf } from '../../../../language/values/day-of-a-month.ts';

/** `day`: that of the act, where it is named. Without a year, other norms may have the same number. */
export type Mention = {
  start: number;
  end: number;
  type: NormType;
  number: string;
  year: number | null;
  issuer: string;
  day: Day | null;
};

const TYPES: [NormType, string][] = [
  ['lei_complementar', String.raw`leis?\s+complementar(?:es)?`],
  ['decreto_lei', String.raw`decretos?[-\s]leis?`],
  ['medida_provisoria', String.raw`medidas?\s+provis[óo]rias?`],
  ['instrucao_normativa', String.raw`instru[çc](?:[ãa]o|[õo]es)\s+normativas?`],
  ['resolucao', 'resolu[çc](?:[ãa]o|[õo]es)'],
  ['portaria', 'portarias?'],
  ['decreto', 'decretos?'],
  ['lei', 'leis?'],
];
const MONTHS = 'janeiro|fevereiro|mar[çc]o|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro';
const MONTH_STEMS = 'jan fev mar abr mai jun jul ago set out nov dez'.split(' ');

const SPHERE = String.raw`(?:\s+(?:municipal|municipais|estadual|estaduais|federal|federais|distrital|ordin[áa]rias?|conjuntas?|normativas?|de\s+diretoria\s+colegiada(?:\s*[-–]?\s*\(?RDC\)?)?))?`;
const NUMBER = String.raw`n(?:\.?\s*[ºo°]s?|[úu]meros?|\.)?\s*(\d{1,3}(?:\.\d{3})+|\d{1,6})(?:-[a-z](?![a-z]))?`;
const LONG_DAY = String.raw`(\d{1,2})\s*[ºo°]?\s+de\s+(${MONTHS})\s+de\s+(\d{4})`;
const SHORT_DAY = String.raw`(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d{2})(?!\d)`;
const WHEN = String.raw`(?:/[A-Z][A-Z]+)*(?:(?:/[A-Z][A-Za-z]*)*\s*/\s*(\d{4}|\d{2})(?!\d)(?:,?\s+de\s+(?:${LONG_DAY}|${SHORT_DAY}))?|,?\s+de\s+(?:${LONG_DAY}|${SHORT_DAY}|(\d{4})(?!\d)))?`;
/** A further number of a list has no type of its own: «as Leis nº 10, de 2001, e nº 12, de 2002». */
const MENTION = new RegExp(
  String.raw`(?<![\p{L}\d])(?:(${TYPES.map(([, words]) => words).join('|')})${SPHERE}((?:\s+[A-Z][A-Z/.-]*){0,3}?)(?:\s+|\s*[-–]\s*))?${NUMBER}${WHEN}`,
  'giu',
);

export const mentionsIn = (text: string): Mention[] => [...mentionsOf(text)];

/** Reads no further than to it. */
export const firstMention = (text: string): Mention | undefined => mentionsOf(text).next().value;

function* mentionsOf(text: string): Generator<Mention, undefined> {
  let open: { type: NormType; isPlural: boolean } | null = null as {
    type: NormType;
    isPlural: boolean;
  } | null;
  for (const match of text.matchAll(MENTION)) {
    const [all, words, issuer = '', number = ''] = match;
    const type: NormType | null = words === undefined ? (open?.isPlural ? open.type : null) : typeOf(words);
    if (!type || issuer !== issuer.toUpperCase()) {
      if (words === undefined) open = null;
      continue;
    }
    if (words !== undefined) open = { type, isPlural: /s(?:\s|$)/i.test(words) };
    const date = dateOf(match);
    yield {
      start: match.index,
      end: match.index + all.length,
      type,
      number: number.replace(/\D/g, '').replace(/^0+(?=\d)/, ''),
      issuer: issuer.trim().replace(/\s+/g, ' '),
      ...date,
    };
  }
  return undefined;
}

const typeOf = (words: string): NormType =>
  TYPES.find(([, form]) => new RegExp(`^(?:${form})$`, 'iu').test(words))?.[0] ?? 'lei';

function dateOf(match: RegExpExecArray): { year: number | null; day: Day | null } {
  const [, , , , slashed, ...rest] = match;
  const [year, ...long] = [slashed ?? rest[12], ...rest];
  const days = [
    longDay(long[0], long[1], long[2]),
    shortDay(long[3], long[4], long[5]),
    longDay(long[6], long[7], long[8]),
    shortDay(long[9], long[10], long[11]),
  ];
  const day = days.find((one) => one !== null) ?? null;
  if (day) return { year: slashed ? fullYear(slashed) : Number(day.slice(0, 4)), day };
  return { year: year ? fullYear(year) : null, day: null };
}

const longDay = (day?: string, month?: string, year?: string): Day | null =>
  day && month && year ? dayOf(Number(year), monthNumber(month), Number(day)) : null;
const shortDay = (day?: string, month?: string, year?: string): Day | null =>
  day && month && year ? dayOf(fullYear(year), Number(month), Number(day)) : null;

export const monthNumber = (month: string): number =>
  MONTH_STEMS.indexOf(month.slice(0, 3).toLowerCase()) + 1;

/** Acts of two digits are of the last century but for its first thirty years. */
const PIVOT = 50;
const fullYear = (year: string): number => {
  const number = Number(year);
  return year.length > 2 ? number : number + (number < PIVOT ? 2000 : 1900);
};

export const normOfMention = ({ type, number, year, issuer }: Mention): Norm | null =>
  year === null ? null : { type, number, year, issuer };

/** A day written in words or in figures, the first one in the text. */
export function firstDayIn(text: string): Day | null {
  const found = new RegExp(`${LONG_DAY}|${SHORT_DAY}`, 'iu').exec(text);
  return found ? (longDay(found[1], found[2], found[3]) ?? shortDay(found[4], found[5], found[6])) : null;
}

/** Lines above the first article in which a norm says its own name. */
const HEAD_LINES = 40;
const HEAD_LETTERS = 6_000;

/** The line that says which norm the text is; what stands behind the name may only be a dot or a note of publication. */
export function epigraphOf(text: string): Mention | null {
  const head = text.slice(0, HEAD_LETTERS);
  let lines = 0;
  for (const { 0: line, index: at } of head.matchAll(/[^\n\f]+/g)) {
    if (/^[\s#*_]*art(?:igo|\.)?\s*1\s*[ºo°.]/i.test(line) || lines > HEAD_LINES) return null;
    lines += 1;
    const lead = /^[\s#*_“"]*/.exec(line)?.[0].length ?? 0;
    const [mention] = mentionsIn(line);
    if (!mention || mention.start !== lead || mention.year === null) continue;
    // «Lei nº 8.666/1993 comentada» is a title, no epigraph.
    if (!/^[\s.*_;:]*(?:\(.*\)?)?(?:[-–—].*)?$/.test(line.slice(mention.end))) continue;
    if (line.slice(lead, lead + 3) !== line.slice(lead, lead + 3).toUpperCase() && mention.day === null)
      continue;
    return { ...mention, start: at + mention.start, end: at + mention.end };
  }
  return null;
}
