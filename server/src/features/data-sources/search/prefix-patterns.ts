/**
 * Regular expressions that match the beginnings of the searched words. They are a hundred times cheaper than ranking and
 * decide which rows are ranked. Patterns consist of letters and digits alone.
 */
import type { Term } from './terms.ts';

export type PrefixPattern = {
  /** For PostgreSQL's operator `~*`. */
  pattern: string;
  /** Inverse document frequency over the sample. */
  weight: number;
  /** Rare enough that rows with this word are searched first. */
  isRare: boolean;
};

/** Each pattern costs one scan of a text. */
const LOOKS_MAX = 4;
/** Share of the sample from which a word no longer distinguishes rows. */
const COMMON = 0.6;
const RARE = 0.1;
/** A smaller sample is the whole source: no word is left out. */
const TEXTS_TO_JUDGE = 100;

/** With capitals, because a database without a locale folds ASCII only. English stems end in i where words end in y. */
const CLASSES: Record<string, string> = {
  a: '[aáàâãäÁÀÂÃÄ]',
  e: '[eéèêëÉÈÊË]',
  i: '[iíìîïyÍÌÎÏ]',
  o: '[oóòôõöÓÒÔÕÖ]',
  u: '[uúùûüÚÙÛÜ]',
  c: '[cçÇ]',
  n: '[nñÑ]',
};

/** Patterns of the common beginnings of each word's forms, the rarest words first; `texts` is the sample. */
export function prefixPatternsFor(terms: Term[], texts: string[]): PrefixPattern[] {
  const looks = shortest(terms.flat().map(beginningOf).filter(Boolean)).map((beginning) => {
    const pattern = patternOf(beginning);
    const asked = new RegExp(pattern.replace('\\m', '(?<![\\p{L}\\p{N}])'), 'iu');
    const seen = texts.filter((text) => asked.test(text)).length;
    return { pattern, seen, weight: Math.log((texts.length + 1) / (seen + 0.5)) + 0.1 };
  });
  const rarest = looks.toSorted((one, other) => one.seen - other.seen).slice(0, LOOKS_MAX);
  const telling = rarest.filter(({ seen }) => seen <= texts.length * COMMON);
  const kept = texts.length < TEXTS_TO_JUDGE ? rarest : telling.length ? telling : rarest.slice(0, 2);
  const isRare = (seen: number) => texts.length >= TEXTS_TO_JUDGE && seen <= texts.length * RARE;
  return kept.map(({ pattern, weight, seen }) => ({ pattern, weight, isRare: isRare(seen) }));
}

/** One pattern for all forms of a word. */
export const prefixPatternOf = (term: Term): string =>
  shortest(term.map(beginningOf).filter(Boolean)).map(patternOf).join('|') || '.';

/** The same by the whole stems, which is stricter. */
export const stemPatternOf = (term: Term): string =>
  shortest(term.map((lexeme) => lettersOf(lexeme).join('')).filter(Boolean))
    .map(patternOf)
    .join('|') || '.';

function beginningOf(lexeme: string): string {
  const letters = lettersOf(lexeme);
  return letters.slice(0, Math.max(4, letters.length - 3)).join('');
}

const lettersOf = (lexeme: string): string[] =>
  Array.from(lexeme.toLowerCase(), (letter) => {
    const bare = letter.normalize('NFD')[0] ?? '';
    return /[a-z]/.test(bare) ? bare : letter;
  });

/** Drops beginnings that a shorter one already covers. */
function shortest(beginnings: string[]): string[] {
  const kept: string[] = [];
  for (const beginning of [...new Set(beginnings)].toSorted((one, other) => one.length - other.length))
    if (!kept.some((shorter) => beginning.startsWith(shorter))) kept.push(beginning);
  return kept;
}

/** `\m` is left out before an accent: a database without a locale sees no word boundary there. */
function patternOf(beginning: string): string {
  const letters = Array.from(
    beginning,
    (letter) => CLASSES[letter] ?? (/[\p{L}\p{N}]/u.test(letter) ? letter : '.'),
  );
  return `${/^[a-z0-9]/.test(beginning) && !((beginning[0] as string) in CLASSES) ? '\\m' : ''}${letters.join('')}`;
}
