/** Finds registration numbers with their check digits, cards, e-mail addresses and phone numbers in a text. */
import type { PersonalDataKind } from '#contract/personal-data.ts';
import { isCard, isCnpj, isCns, isCpf, isPis } from './check-digits.ts';
import { foldText } from './folded-text.ts';

export type PersonalDatum = {
  kind: PersonalDataKind;
  /** Where it stands in the text; `end` is after its last character. */
  start: number;
  end: number;
  /** Without punctuation: the same for every spelling. */
  value: string;
};

type Rule = {
  kind: PersonalDataKind;
  pattern: RegExp;
  /** Null where the match is none after all. `before` is the text in front of it. */
  canonical: (match: string, before: string) => string | null;
};

/** Blanks are bounded everywhere: `\s*\n\s*` took half a second on 20,000 blanks. */
const BLANK = '[ \\t]';
const SEPARATOR = `(?:${BLANK}{0,2}[./-]${BLANK}{0,2}|${BLANK}{0,4})(?:\\r?\\n${BLANK}{0,8})?`;
/** A digit or a letter beside a number means that it is a part of something else. */
const BEGIN = '(?<![\\p{L}\\p{N}])';
const END = '(?![\\p{L}\\p{N}])';

/** A number in the groups in which it is printed; separators stand only between them. */
const grouped = (...groups: string[]): RegExp => new RegExp(BEGIN + groups.join(SEPARATOR) + END, 'gu');

const digitsOf = (match: string) => match.replace(/\D/g, '');

const checked =
  (isValid: (value: string) => boolean) =>
  (match: string): string | null => {
    const value = digitsOf(match);
    return isValid(value) ? value : null;
  };

/** The longest kind first: what lies over one that was found before is dropped. */
const RULES: readonly Rule[] = [
  {
    kind: 'email',
    pattern:
      /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}][\p{L}\p{N}._%+-]{0,63}@(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}(?![\p{L}\p{N}])/gu,
    canonical: (match) => match.toLowerCase(),
  },
  {
    kind: 'card',
    pattern: new RegExp(
      `${BEGIN}(?:\\d{13,19}|\\d{4}${SEPARATOR}\\d{6}${SEPARATOR}\\d{5}|\\d{4}${SEPARATOR}\\d{6}${SEPARATOR}\\d{4}|(?:\\d{4}${SEPARATOR}){3,4}\\d{1,4})${END}`,
      'gu',
    ),
    canonical: checked(isCard),
  },
  { kind: 'cns', pattern: grouped('\\d{3}', '\\d{4}', '\\d{4}', '\\d{4}'), canonical: checked(isCns) },
  {
    kind: 'cnpj',
    pattern: grouped('[0-9A-Za-z]{2}', '[0-9A-Za-z]{3}', '[0-9A-Za-z]{3}', '[0-9A-Za-z]{4}', '\\d{2}'),
    canonical: cnpjIn,
  },
  {
    kind: 'phone',
    pattern: new RegExp(
      `${BEGIN}(?:\\+?55[ .-]?)?(?:\\(0?[1-9]{2}\\) {0,2}|0?[1-9]{2}[ .-])(?:9[ .]?\\d{4}|[2-5]\\d{3})[ .-]?\\d{4}${END}`,
      'gu',
    ),
    canonical: (match) =>
      digitsOf(match)
        .replace(/^55(?=\d{10})/, '')
        .replace(/^0/, ''),
  },
  { kind: 'pis', pattern: grouped('\\d{3}', '\\d{5}', '\\d{2}', '\\d'), canonical: pisIn },
  { kind: 'cpf', pattern: grouped('\\d{3}', '\\d{3}', '\\d{3}', '\\d{2}'), canonical: checked(isCpf) },
];

/** Words of a sentence look like a number with letters: small letters or blanks alone between groups need digits. */
function cnpjIn(match: string): string | null {
  const value = match.replace(/[^0-9A-Za-z]/g, '');
  if (!isCnpj(value.toUpperCase())) return null;
  if (!/[A-Za-z]/.test(value) || match.includes('/')) return value.toUpperCase();
  const isApart = match !== value;
  const isPlausible = /\d/.test(value.slice(0, 12)) && !(isApart && /[a-z]/.test(value));
  return isPlausible || (!isApart && value === value.toUpperCase()) ? value.toUpperCase() : null;
}

const PIS_WORD = /(?<!\p{L})(?:PIS|PASEP|NIS|NIT)(?!\p{L})/iu;
const PIS_WORD_WITHIN = 30;

/** One in ten numbers of eleven digits fits: a bare one counts only after its name. */
function pisIn(match: string, before: string): string | null {
  const value = digitsOf(match);
  const isNamed = match !== value || PIS_WORD.test(before.slice(-PIS_WORD_WITHIN));
  return isNamed && isPis(value) ? value : null;
}

/** Numbers that hold others: of PNCP, of court cases, access keys in groups of four, and payment slips. */
const NOT_PERSONAL =
  /(?<![\p{L}\p{N}])(?:[0-9A-Za-z./-]{14,18}-\d-\d{6}\/\d{4}|\d{7}-\d{2}\.\d{4}\.\d\.\d{2}\.\d{4}|\d{4}(?: \d{4}){10}|\d{5}\.?\d{5} \d{5}\.?\d{6} \d{5}\.?\d{6} \d \d{14})(?![\p{L}\p{N}])/gu;

/** In the order of the text; no two overlap. */
export function findPersonalData(text: string, kinds: readonly PersonalDataKind[]): PersonalDatum[] {
  if (!kinds.length || !/[\p{Nd}@＠]/u.test(text)) return [];
  const folded = foldText(text);
  const found: PersonalDatum[] = [];
  const taken = new Uint8Array(folded.text.length);
  for (const { kind, pattern, canonical } of RULES) {
    if (!kinds.includes(kind)) continue;
    for (const { 0: match, index } of folded.text.matchAll(pattern)) {
      const value = canonical(match, folded.text.slice(Math.max(0, index - PIS_WORD_WITHIN), index));
      const end = index + match.length;
      if (value === null || taken.subarray(index, end).includes(1)) continue;
      taken.fill(1, index, end);
      found.push({ kind, value, start: index, end });
    }
  }
  if (!found.length) return [];
  taken.fill(0);
  for (const { 0: match, index } of folded.text.matchAll(NOT_PERSONAL))
    taken.fill(1, index, index + match.length);
  return found
    .filter(({ start, end }) => !taken.subarray(start, end).includes(1))
    .map(({ start, end, ...datum }) => ({
      ...datum,
      start: folded.origin(start),
      end: folded.origin(end),
    }))
    .sort((a, b) => a.start - b.start);
}
