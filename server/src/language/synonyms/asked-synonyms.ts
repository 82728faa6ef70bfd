/** Other words for what a question asks about. */

import { rememberLast } from '../../text/remember-last.ts';
import { derivedForms, infinitivesOf, otherNotation, withoutDiminutive } from '../derivations.ts';
import { otherSpellings } from '../spellings.ts';
import { stemOf } from '../stems.ts';
import { isFunctionWord, isStopWord } from '../stop-words.ts';
import { otherNumbers, singular } from '../word-forms.ts';
import { fold } from '../words.ts';
import { SYNONYM_GROUPS, type SynonymGroup } from './synonym-groups.ts';

/** A word or phrase of a question, with other words for it. */
export type AskedSynonym = {
  /** The words of the question, folded. */
  forms: string[];
  alternatives: { text: string; weight: number }[];
};

/** Another form of a word says nearly the same. */
const DERIVED = 0.9;

/** No quote begins inside another: a row of opening ones would be read to the end of the text from each. */
const QUOTED = /"[^"]*"|«[^«»]*»|“[^“”]*”/gu;
const WORD = /[\p{L}\p{N}]+/gu;

type Entry = { words: string[]; group: SynonymGroup };

/** Entries by the stem of their first word, longest first. */
function indexOf(groups: readonly SynonymGroup[]): Map<string, Entry[]> {
  const entries = groups.flatMap((group) => group.words.map((text) => ({ words: wordsIn(text), group })));
  const index = Map.groupBy(entries, ({ words }) => stemOf(words[0] ?? ''));
  for (const some of index.values()) some.sort((one, other) => other.words.length - one.words.length);
  return index;
}

const wordsIn = (text: string): string[] => fold(text).match(WORD) ?? [];

const knownIndex = indexOf(SYNONYM_GROUPS);

const knownWords = new Set(
  SYNONYM_GROUPS.flatMap(({ words, others = [] }) => [...words, ...others].flatMap(wordsIn)),
);

/** Whether the list has the word, in the singular or the plural: then it is written right. Folded. */
export const isKnownWord = (word: string): boolean => knownWords.has(word) || knownWords.has(singular(word));

/** Groups of synonyms that are always known: the search, the judgement and the quotes ask for those of one question. */
const synonymsOfQuestion = rememberLast((question: string) => findSynonyms(question, null));

/**
 * A word in quotes stands for nothing but itself, and so does a number, but for small ones in words. Groups are not followed from one to the next.
 * Those of `own` come before those that are always known.
 */
export const synonymsIn = (question: string, own: readonly SynonymGroup[] = []): readonly AskedSynonym[] =>
  own.length ? findSynonyms(question, indexOf(own)) : synonymsOfQuestion(question);

function findSynonyms(question: string, index: Map<string, Entry[]> | null): AskedSynonym[] {
  // A long question has its words again and again.
  const askedWords = new Map<string, AskedWord>();
  const askedWordOf = (word: string): AskedWord => {
    const asked = askedWords.get(word) ?? askedWord(word, index);
    askedWords.set(word, asked);
    return asked;
  };
  const words = wordsIn(question.replace(QUOTED, ' '));
  const found: AskedSynonym[] = [];
  for (let at = 0; at < words.length; ) {
    const { phrases, alone } = askedWordOf(words[at] ?? '');
    const standing = phrases.filter(({ first, entry }) => isAt({ words, at, first }, entry));
    const length = standing[0]?.entry.words.length ?? 1;
    const longest = standing.filter(({ entry }) => entry.words.length === length);
    const alternatives = longest.length ? eachOnce(longest.flatMap(({ entry }) => othersOf(entry))) : alone;
    if (alternatives.length) found.push({ forms: words.slice(at, at + length), alternatives });
    at += length;
  }
  return found;
}

type Alternatives = AskedSynonym['alternatives'];

/** It is the same wherever the word stands. `phrases` may begin with it, longest first; `alone` is for where none does. */
type AskedWord = { phrases: { first: string; entry: Entry }[]; alone: Alternatives };

function askedWord(word: string, index: Map<string, Entry[]> | null): AskedWord {
  const begun = [word, ...infinitivesOf(word)].flatMap((first) =>
    entriesOf(first, index)
      .filter((entry) => isForm(first, entry.words[0] ?? ''))
      .map((entry) => ({ first, entry })),
  );
  const single = begun.filter(({ first, entry }) => entry.words.length === 1 && isTelling(first, entry));
  const derived = isStopWord(word) ? [] : derivedForms(word);
  return {
    phrases: begun
      .filter(({ entry }) => entry.words.length > 1)
      .sort((one, other) => other.entry.words.length - one.entry.words.length),
    alone: eachOnce([
      ...single.flatMap(({ entry }) => othersOf(entry)),
      ...otherForms(word).map((text) => ({ text, weight: 1 })),
      ...derived.map((text) => ({ text, weight: DERIVED })),
    ]),
  };
}

function entriesOf(word: string, index: Map<string, Entry[]> | null): Entry[] {
  const stem = stemOf(word);
  const known = knownIndex.get(stem) ?? [];
  const all = index ? [...(index.get(stem) ?? []), ...known] : known;
  return index ? all.sort((one, other) => other.words.length - one.words.length) : all;
}

/** The other words of the group that an entry is of. */
const othersOf = ({ words, group }: Entry): Alternatives =>
  (group.others ?? group.words)
    .filter((text) => wordsIn(text).join(' ') !== words.join(' '))
    .map((text) => ({ text, weight: group.weight }));

/** The same word of several groups counts by the best of them. */
function eachOnce(alternatives: AskedSynonym['alternatives']): AskedSynonym['alternatives'] {
  const weights = new Map<string, number>();
  for (const { text, weight } of alternatives) weights.set(text, Math.max(weights.get(text) ?? 0, weight));
  return [...weights].map(([text, weight]) => ({ text, weight }));
}

/** The word in its other spelling, and both in the other number where that has another stem. */
function otherForms(word: string): string[] {
  if (isStopWord(word)) return [];
  const spelled = [word, ...otherSpellings(word), ...otherNotation(word), ...withoutDiminutive(word)];
  return [...new Set([...spelled, ...spelled.flatMap(otherNumbers)])].filter((form) => form !== word);
}

type Place = { words: string[]; at: number; first: string };

/** Whether the phrase stands there, its first word in the form `first`. Nothing is copied: a question may have thousands of words. */
const isAt = ({ words, at, first }: Place, { words: own }: Entry): boolean =>
  own.every((word, place) => isForm(place === 0 ? first : (words[at + place] ?? ''), word));

/** «Por» is no «pôr», and «quanto» no form of «quantia». */
const isTelling = (word: string, entry: Entry): boolean =>
  !isFunctionWord(word) && (!isStopWord(word) || entry.words[0] === word);

/** Short stems are shared by words that have nothing in common: «comando» and «comida». */
const SURE_STEM = 5;
const SURE_VERB_STEM = 4;
const INFINITIVE = /[aei]r$/;
/** A person or thing that does something is another word: «cadeirante» is no form of «cadeira». Folded. */
const AGENT = /(?:[ae]nte|[aei]dora?)s?$/;

function isForm(word: string, entry: string): boolean {
  if (word === entry || word.replace(/s$/, '') === entry.replace(/s$/, '')) return true;
  // «Cobrar» is no form of «cobrir», though their stems are one.
  if (INFINITIVE.test(word) && INFINITIVE.test(entry)) return false;
  if (AGENT.test(word) !== AGENT.test(entry)) return false;
  const stem = stemOf(entry);
  const isSure = stem.length >= (INFINITIVE.test(entry) ? SURE_VERB_STEM : SURE_STEM);
  return isSure && stemOf(word) === stem;
}
