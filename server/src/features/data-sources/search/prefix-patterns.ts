/**
 * A cheap look at a text before its words are stemmed: whether it has words that begin like those searched for. A
 * hundred times faster than ranking, it decides which rows are worth it. Patterns are made of letters and digits alone.
 */
import type { Term } from './terms.ts';

export type PrefixPattern = {
  /** For PostgreSQL's `~*`. */
  pattern: string;
  /** The rarer, the more. */
  weight: number;
  /** So few texts have it that they are worth looking at first. */
  isRare: boolean;
};

/** A text is looked through once for each. */
const LOOKS_MAX = 4;
/** What stands in so many of the texts tells them apart no more. */
const COMMON = 0.6;
const RARE = 0.1;
/** Of fewer texts nothing is said: they are all there are, and looking at them costs nothing. */
const TEXTS_TO_JUDGE = 100;

/** Capitals too: a database without a locale knows only those of ASCII. English stems end in i where words end in y. */
const CLASSES: Record<string, string> = {
  a: '[aáàâãäÁÀÂÃÄ]',
  e: '[eéèêëÉÈÊË]',
  i: '[iíìîïyÍÌÎÏ]',
  o: '[oóòôõöÓÒÔÕÖ]',
  u: '[uúùûüÚÙÛÜ]',
  c: '[cçÇ]',
  n: '[nñÑ]',
};

/** Of each word what its forms have in common, the rarest words first. `texts` are a sample of what will be looked at. */
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

/** One pattern for a word, whichever of its forms it is met in. */
export const prefixPatternOf = (term: Term): string =>
  shortest(term.map(beginningOf).filter(Boolean)).map(patternOf).join('|') || '.';

/** The same by the whole of its stems: what else begins so is the same word in another form. */
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

/** What begins like another one is found with it. */
function shortest(beginnings: string[]): string[] {
  const kept: string[] = [];
  for (const beginning of [...new Set(beginnings)].toSorted((one, other) => one.length - other.length))
    if (!kept.some((shorter) => beginning.startsWith(shorter))) kept.push(beginning);
  return kept;
}

/** Where a database knows no letters beyond ASCII, a word that begins with an accent has no beginning. */
function patternOf(beginning: string): string {
  const letters = Array.from(
    beginning,
    (letter) => CLASSES[letter] ?? (/[\p{L}\p{N}]/u.test(letter) ? letter : '.'),
  );
  return `${/^[a-z0-9]/.test(beginning) && !((beginning[0] as string) in CLASSES) ? '\\m' : ''}${letters.join('')}`;
}
