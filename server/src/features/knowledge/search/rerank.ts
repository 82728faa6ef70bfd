/** Puts the passages that the index found into their final order, by what the index does not see. */

import { prefixStemOf } from '../../../language/stems.ts';
import { isFunctionWord } from '../../../language/stop-words.ts';
import { gramsOf, wordsOf } from '../../../language/words.ts';
import { factorsOf, titleScores } from './answer-signs.ts';
import { bm25, type Counts, raritiesOf } from './bm25.ts';

export type Rankable = {
  document_id: number;
  title: string;
  section: string;
  content: string;
  score: number;
};

/** Measured together on three question sets (`npm run bench -- retrieval`); each lies in the middle of a plateau. */
const WEIGHTS = {
  grams: 0.4,
  neighbours: 0.3,
  contentNeighbours: 0.2,
  closeness: 0.7,
  title: 1,
  document: 0.15,
};
/** Words of the question within so many words of a passage speak of the same thing. */
const WINDOW_WORDS = 30;

/** The words of some passages: what is the same for every question. */
export type PassageWords = { words: string[][]; known: Map<string, Word> };
type Word = { stem: string; isContent: boolean; grams: number[] };

export const wordsOfPassages = (passages: Rankable[]): PassageWords => ({
  words: passages.map(({ section, content }) => wordsOf(`${section} ${content}`)),
  known: new Map(),
});

/**
 * The same passages with their final scores, best first. Statistics come from the passages themselves; `text` are their
 * words, for passages that are ranked more than once.
 */
export function rerank<P extends Rankable>(
  question: string,
  passages: P[],
  text: PassageWords = wordsOfPassages(passages),
): P[] {
  const asked = askedOf(question, text.known);
  const read = text.words.map((words) => readPassage(asked, words));
  const grams = bm25(read.map(({ grams }) => grams));
  const neighbours = bm25(read.map(({ neighbours }) => neighbours));
  const contentNeighbours = bm25(read.map(({ contentNeighbours }) => contentNeighbours));
  const closeness = closestMatches(read.map(({ places }) => places));
  const titles = titleScores(question, passages);
  const own = passages.map(
    ({ score }, index) =>
      score +
      WEIGHTS.grams * (grams[index] ?? 0) +
      WEIGHTS.neighbours * (neighbours[index] ?? 0) +
      WEIGHTS.contentNeighbours * (contentNeighbours[index] ?? 0) +
      WEIGHTS.closeness * (closeness[index] ?? 0) +
      WEIGHTS.title * (titles[index] ?? 0),
  );
  const company = companyOf(passages, own);
  const factors = factorsOf(question, passages);
  return passages
    .map((passage, index) => ({
      ...passage,
      score: (factors[index] ?? 1) * ((own[index] ?? 0) + WEIGHTS.document * (company[index] ?? 0)),
    }))
    .sort((a, b) => b.score - a.score);
}

/** Where a word of the question stands in a passage. */
type Place = { at: number; stem: number };

type Asked = {
  stems: Map<string, number>;
  grams: Set<number>;
  neighbours: Set<number>;
  contentNeighbours: Set<number>;
  contentStems: Set<number>;
  /** The analysis of each word of the passages; words repeat, so that it is made once for each. */
  known: Map<string, WordInPassage>;
  words: Map<string, Word>;
};
type WordInPassage = { stem: number; isContent: boolean; gramCount: number; grams: number[] };

const PAIR = 4_096;
const pairOf = (first: number, second: number) => first * PAIR + second;

function askedOf(question: string, known: Map<string, Word>): Asked {
  const words = wordsOf(question).slice(0, PAIR - 1);
  const stems = new Map<string, number>();
  const content = words.filter((word) => !isFunctionWord(word));
  for (const word of words) numbered(stems, prefixStemOf(word));
  const pairs = (list: string[]) =>
    new Set(
      list
        .slice(1)
        .map((word, index) =>
          pairOf(numbered(stems, prefixStemOf(list[index] ?? '')), numbered(stems, prefixStemOf(word))),
        ),
    );
  return {
    stems,
    grams: new Set(content.flatMap(gramsOf)),
    neighbours: pairs(words),
    contentNeighbours: pairs(content),
    contentStems: new Set(content.map((word) => numbered(stems, prefixStemOf(word)))),
    known: new Map(),
    words: known,
  };
}

function readPassage(asked: Asked, words: string[]) {
  const grams: Counts = { times: new Map(), length: 0 };
  const neighbours: Counts = { times: new Map(), length: words.length };
  const contentNeighbours: Counts = { times: new Map(), length: 0 };
  const places: Place[] = [];
  let before = -1;
  let contentBefore = -1;
  for (const [at, word] of words.entries()) {
    const reading = analyseWord(asked, word);
    for (const gram of reading.grams) count(grams, gram);
    grams.length += reading.gramCount;
    if (before >= 0 && reading.stem >= 0 && asked.neighbours.has(pairOf(before, reading.stem)))
      count(neighbours, pairOf(before, reading.stem));
    before = reading.stem;
    if (!reading.isContent) continue;
    contentNeighbours.length += 1;
    if (
      contentBefore >= 0 &&
      reading.stem >= 0 &&
      asked.contentNeighbours.has(pairOf(contentBefore, reading.stem))
    )
      count(contentNeighbours, pairOf(contentBefore, reading.stem));
    contentBefore = reading.stem;
    if (asked.contentStems.has(reading.stem)) places.push({ at, stem: reading.stem });
  }
  return { grams, neighbours, contentNeighbours, places };
}

function analyseWord(asked: Asked, word: string): WordInPassage {
  let reading = asked.known.get(word);
  if (!reading) {
    const { stem, isContent, grams } = wordIn(asked.words, word);
    reading = {
      stem: asked.stems.get(stem) ?? -1,
      isContent,
      gramCount: grams.length,
      grams: grams.filter((gram) => asked.grams.has(gram)),
    };
    asked.known.set(word, reading);
  }
  return reading;
}

function wordIn(words: Map<string, Word>, word: string): Word {
  let known = words.get(word);
  if (!known) {
    known = { stem: prefixStemOf(word), isContent: !isFunctionWord(word), grams: gramsOf(word) };
    words.set(word, known);
  }
  return known;
}

/** For each passage the most telling set of the question's words that stand close together. */
function closestMatches(all: Place[][]): number[] {
  const rarities = raritiesOf(all.map((places) => new Set(places.map(({ stem }) => stem))));
  return all.map((places) => {
    let best = 0;
    for (const [index, first] of places.entries()) {
      const seen = new Set<number>();
      let sum = 0;
      for (let next = index; next < places.length; next += 1) {
        const place = places[next] as Place;
        if (place.at - first.at >= WINDOW_WORDS) break;
        if (!seen.has(place.stem)) sum += rarities.get(place.stem) ?? 0;
        seen.add(place.stem);
      }
      best = Math.max(best, sum);
    }
    return best;
  });
}

/** A passage among good passages of its document gains from them: what the document is about need not be in each. */
function companyOf(passages: Rankable[], scores: number[]): number[] {
  const documents = Map.groupBy(scores.keys(), (index) => passages[index]?.document_id);
  return passages.map(({ document_id }, index) => {
    const others = (documents.get(document_id) ?? [])
      .filter((other) => other !== index)
      .map((other) => scores[other] ?? 0);
    return (
      others
        .sort((a, b) => b - a)
        .slice(0, 3)
        .reduce((sum, score) => sum + score, 0) / 3
    );
  });
}

function numbered(numbers: Map<string, number>, thing: string): number {
  const number = numbers.get(thing) ?? numbers.size;
  numbers.set(thing, number);
  return number;
}

function count({ times }: Counts, thing: number): void {
  times.set(thing, (times.get(thing) ?? 0) + 1);
}
