/** The words of a question with their places, as the readers of numbers, periods and tables take them. */
import { singular, withoutGender } from './word-forms.ts';
import { fold } from './words.ts';

export type QuestionWord = {
  /** As it was written, but «3o» is «3º». */
  text: string;
  /** Folded. */
  form: string;
  /** In the singular and without the gender of participles. */
  base: string;
  start: number;
  end: number;
  /** The punctuation between the word before and this one. */
  before: string;
};

/** A date in digits, a number with its separators, an ordinal («3º», «3o»), a sign of money or percent, a code such as S10, or a word. */
const WORD =
  /R\$|%|\d{4}-\d{1,2}(?:-\d{1,2})?(?![\d-])|\d{1,2}[/-]\d{1,2}[/-]\d{2,4}|\d{1,4}\/\d{1,4}|\d{1,3}[oa](?![\p{L}\p{N}])|\d+(?:[.,]\d+)*[ºª°]?|[\p{L}\p{M}]*[a-zà-ÿ]\d[a-zà-ÿ\d]*|[\p{L}\p{M}]+/giu;

export const WORDS_MAX = 400;

export function questionWords(question: string): QuestionWord[] {
  const words: QuestionWord[] = [];
  let last = 0;
  for (const match of question.matchAll(WORD)) {
    if (words.length === WORDS_MAX) break;
    const [written] = match;
    const text = written.replace(/^(\d{1,3})o$/i, '$1º').replace(/^(\d{1,3})a$/i, '$1ª');
    const start = match.index;
    const before = question.slice(last, start).replace(/\s+/g, ' ');
    last = start + written.length;
    words.push(wordAt(text, { start, end: last, before }));
  }
  return words;
}

/** A word at a place: one that was written there, or the one that is meant by those that were. */
export const wordAt = (text: string, place: Pick<QuestionWord, 'start' | 'end' | 'before'>): QuestionWord => {
  const form = fold(text);
  const { start, end, before } = place;
  return { text, form, base: withoutGender(singular(form)), start, end, before };
};

/** The base forms of a text, cut as questions are, so that «2024/2025» and «S10» are one word in both. */
export const basesOf = (text: string): string[] => questionWords(text).map(({ base }) => base);
