/**
 * Whether a question is one of those that a verified answer is for. Strict: no synonyms, no repair of spelling; a wrong
 * verified answer is worse than none.
 */
import { tokensOf } from '../../../language/words.ts';
import type { QuestionParts } from './question-parts.ts';

export type Wording = Pick<QuestionParts, 'stems' | 'keys' | 'names' | 'negated' | 'question_class'> & {
  text: string;
};

export type Matchable = { id: number; wordings: Wording[] };

export type Outcome = 'match' | 'near' | 'none';

export const MATCH_DICE = 0.75;
export const NEAR_DICE = 0.5;

/** The wording that is most alike, and the words that only one side has, for those who try a question. */
export type Compared = { outcome: Outcome; dice: number; wording: string; differing: string[] };

export function compare(question: QuestionParts, { wordings }: Pick<Matchable, 'wordings'>): Compared {
  const best = wordings
    .map((wording) => ({ wording, dice: diceOf(question.stems, wording.stems) }))
    .toSorted((one, other) => other.dice - one.dice)[0];
  if (!best || question.stems.length === 0) return { outcome: 'none', dice: 0, wording: '', differing: [] };
  const differing = differenceOf(question.stems, best.wording.stems);
  const alike = { dice: best.dice, wording: best.wording.text, differing };
  const fits = wordings.filter(
    (wording) => wording.negated === question.negated && hasSameKeys(question, wording),
  );
  if (!fits.length || best.dice < NEAR_DICE) return { outcome: 'none', ...alike };
  const [first] = wordings;
  const isCommon = (stem: string) => wordings.every(({ stems }) => stems.includes(stem));
  const isMatch =
    best.dice >= MATCH_DICE &&
    fits.some(({ question_class }) => question_class === question.question_class) &&
    question.stems.every((stem) => wordings.some(({ stems }) => stems.includes(stem))) &&
    (first?.stems ?? []).every((stem) => question.stems.includes(stem) || !isCommon(stem));
  return { outcome: isMatch ? 'match' : 'near', ...alike };
}

/** The one answer that matches; two of them cancel each other. Else the nearest that may be offered. */
export function choose<A extends Matchable>(
  question: QuestionParts,
  answers: A[],
): { outcome: 'match' | 'near'; answer: A } | null {
  const compared = answers.map((answer) => ({ answer, ...compare(question, answer) }));
  const matches = compared.filter(({ outcome }) => outcome === 'match');
  const [match] = matches;
  if (match) return matches.length === 1 ? { outcome: 'match', answer: match.answer } : null;
  const [near] = compared
    .filter(({ outcome }) => outcome === 'near')
    .toSorted((one, other) => other.dice - one.dice);
  return near ? { outcome: 'near', answer: near.answer } : null;
}

/** Twice what both have, of all that both have. */
function diceOf(one: string[], other: string[]): number {
  const shared = one.filter((stem) => other.includes(stem)).length;
  return one.length + other.length === 0 ? 0 : (2 * shared) / (one.length + other.length);
}

const differenceOf = (one: string[], other: string[]): string[] => [
  ...one.filter((stem) => !other.includes(stem)),
  ...other.filter((stem) => !one.includes(stem)),
];

/**
 * The same numbers and the same names. A name may be typed in small letters, and a small word with a capital, so that each
 * side’s names are looked for among all words of the other.
 */
function hasSameKeys(question: QuestionParts, { keys, names, text }: Wording): boolean {
  if (keys.length !== question.keys.length || keys.some((key, place) => key !== question.keys[place]))
    return false;
  if (!names.every((name) => question.words.includes(name))) return false;
  if (!question.names.length) return true;
  const words = new Set(tokensOf(text));
  return question.names.every((name) => words.has(name));
}
