/** Words as they are compared outside the database: without case and accents. */

const WORD = /[\p{L}\p{N}]+/gu;
const ACCENTED = /[\u00c0-\u017f]/g;
/** Where a letter may need more than the table: marks that stand alone, and other scripts. */
const UNUSUAL = /[\u0180-\u1fff\u2c00-\uffff]/;

/** Sixty passages are folded for each question, so the letters of Portuguese go by a table. */
const PLAIN = new Map(
  Array.from({ length: 0x180 - 0xc0 }, (_, index) => String.fromCharCode(0xc0 + index)).map((letter) => [
    letter,
    bare(letter),
  ]),
);

export function fold(text: string): string {
  const lower = text.toLowerCase();
  return UNUSUAL.test(lower) ? bare(lower) : lower.replace(ACCENTED, (letter) => PLAIN.get(letter) ?? letter);
}

function bare(text: string): string {
  return text.normalize('NFD').replace(/\p{M}+/gu, '');
}

export const wordsOf = (text: string): string[] => fold(text).match(WORD) ?? [];

/** Words in their order, in which a number keeps its separators: 1.234,56 and 012/2025 are one word each. */
export const tokensOf = (text: string): string[] =>
  fold(text).match(/\p{N}+(?:[.,:/]\p{N}+)*|[\p{L}\p{N}]+/gu) ?? [];

const GRAM_LETTERS = 4;
/** Stands before and after a word. */
const EDGE = 1;

/**
 * The sequences of four letters of a word, its edges included, each as a number. Only the lowest eight bits of a
 * letter go in: Latin letters stay apart, and elsewhere a rare confusion costs nothing.
 */
export function gramsOf(word: string): number[] {
  const grams: number[] = [];
  let gram = EDGE;
  for (let index = 0; index <= word.length; index += 1) {
    gram = (gram << 8) | (index < word.length ? word.charCodeAt(index) & 0xff : EDGE);
    if (index + 2 >= GRAM_LETTERS || (index === word.length && word.length + 2 < GRAM_LETTERS))
      grams.push(gram);
  }
  return grams;
}

/** Words that are written as names: with a capital letter, and not at the beginning of a sentence, where every word has one. */
const NAME = /(?<=[\p{L}\p{N},;)"»”] )[«"“(]?(\p{Lu}[\p{L}\p{N}-]*)/gu;

/** In their order and as they are written. */
export const namesWithin = (text: string): string[] => [...text.matchAll(NAME)].map(([, name = '']) => name);
