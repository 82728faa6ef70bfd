/** How much of a question a text speaks of. */

import { isMistyped } from '../../../../language/edit-distance.ts';
import { stemOf } from '../../../../language/stems.ts';
import { isSubjectWord } from '../../../../language/stop-words.ts';
import { fold, gramsOf, wordsOf } from '../../../../language/words.ts';
import { BM25_CEILING, rarityOf } from '../bm25.ts';
import type { AskedWord } from '../question/question-terms.ts';

/** In a base of a few passages every word is in most of them: there words weigh as they would in one of this size. */
export const BASE_MIN = 100;
const MISTYPED = 0.9;
const SAME_STEM = 0.85;
/** Shorter stems are shared by words that have nothing in common. */
const STEM_LETTERS = 4;
/** A synonym counts for so much of the word that was asked for. */
const SYNONYM = 0.7;
/** A pasted page as a question: limits of the words that are looked for in each passage, and of repaired ones. */
const ASKED_MAX = 100;
const REPAIRED_MAX = 16;

/**
 * How much of the question a passage covers, 0 to 1: the middle between the share of the question's words that it
 * has, each by how rare it is, and the share of the highest BM25 score that the question could have. A word that no
 * passage has weighs most.
 */
export function coverageOf(
  asked: AskedWord[],
  passagesInBases: number,
): (text: string, bm25: number) => number {
  const words = weighedWords(asked, passagesInBases);
  const total = totalOf(words);
  const ideal = BM25_CEILING * sum(words.map(({ rarity }) => rarity));
  // BM25 says little in a base of a few passages.
  const trust = Math.min(1, passagesInBases / BASE_MIN) / 2;
  return (text, bm25) => {
    if (!total || !ideal) return 0;
    const found = sharesIn(text, words);
    const shared = sum(words.map(({ weight }, place) => weight * (found[place] ?? 0))) / total;
    return (1 - trust) * shared + trust * Math.min(1, bm25 / ideal);
  };
}

type Form = { word: string; grams: number[] };
export type WeighedWord = {
  lexeme: string;
  forms: Form[];
  /** As they were typed. */
  typed: string[];
  /** Each as its words. */
  alternatives: Form[][];
  rarity: number;
  weight: number;
  /** No passage has it, nor another word of which it may be a slip. */
  isUnknown: boolean;
  mayBeMistyped: boolean;
};

const totalOf = (words: WeighedWord[]): number => sum(words.map(({ weight }) => weight));

/** Those that were typed first come first: what is more than a word, such as an address, has no forms. */
export function weighedWords(asked: AskedWord[], passagesInBases: number): WeighedWord[] {
  const typed = [...asked].sort((one, other) => Number(!one.forms.length) - Number(!other.forms.length));
  return typed.flatMap((word) => weighed(word, passagesInBases)).slice(0, ASKED_MAX);
}

function weighed(asked: AskedWord, passagesInBases: number): WeighedWord[] {
  const { lexeme, forms, document_frequency, meant_frequency } = asked;
  const frequency = meant_frequency ?? document_frequency;
  const folded = (forms.length ? forms.map(fold) : [longest(wordsOf(lexeme))]).filter(Boolean);
  // A smiley is a word to PostgreSQL, and says nothing of what is asked.
  if (!folded.some(isSubjectWord)) return [];
  const rarity = rarityOf(frequency, passagesInBases);
  const weight = Math.sqrt(rarityOf(frequency, Math.max(passagesInBases, BASE_MIN)));
  const alternatives = (asked.alternatives ?? [])
    .filter((words) => words.length > 0)
    .map((words) => words.map(formOf));
  const isUnknown = frequency === 0;
  const mayBeMistyped = document_frequency === 0;
  const read = { lexeme, forms: folded.map(formOf), typed: forms, alternatives };
  return [{ ...read, rarity, weight, isUnknown, mayBeMistyped }];
}

const formOf = (word: string): Form => ({ word, grams: gramsOf(word) });

/** How far the text has each word, 0 to 1; a form of a word counts for as much as the two have in common. */
export function sharesIn(text: string, question: WeighedWord[]): number[] {
  const words = [...new Set(wordsOf(text))];
  const initials = Map.groupBy(
    words.map((word) => ({ word, grams: gramsOf(word) })),
    ({ word }) => word.charAt(0),
  );
  let repaired = 0;
  const likest = ({ word, grams }: Form, mayBeMistyped: boolean) => {
    let likeness = 0;
    for (const other of initials.get(word.charAt(0)) ?? [])
      likeness = Math.max(likeness, word === other.word ? 1 : alike({ word, grams }, other));
    if (!mayBeMistyped || likeness > MISTYPED) return likeness;
    return words.some((other) => isMistyped(word, other)) ? MISTYPED : likeness;
  };
  return question.map(({ forms, alternatives, mayBeMistyped }) => {
    const isRepaired = mayBeMistyped && repaired < REPAIRED_MAX;
    if (isRepaired) repaired += 1;
    const own = Math.max(...forms.map((form) => likest(form, isRepaired)));
    const others = alternatives.map((words) => Math.min(...words.map((form) => likest(form, false))));
    return Math.max(own, SYNONYM * Math.max(0, ...others));
  });
}

/** «Vence» and «vencimento» have few letters in common, and are forms of one word. */
const alike = (one: Form, other: Form): number =>
  Math.max(isSameStem(one.word, other.word) ? SAME_STEM : 0, likenessOf(one.grams, other.grams));

function isSameStem(one: string, other: string): boolean {
  if (!other.startsWith(one.slice(0, STEM_LETTERS))) return false;
  const stem = stemOf(one);
  return stem.length >= STEM_LETTERS && stem === stemOf(other);
}

/** The Dice coefficient of the character 4-grams of two words, 0 to 1. */
function likenessOf(one: number[], other: number[]): number {
  let shared = 0;
  for (const gram of one) if (other.includes(gram)) shared += 1;
  return (2 * shared) / (one.length + other.length);
}

const longest = (words: string[]) =>
  words.reduce((best, word) => (word.length > best.length ? word : best), '');
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
