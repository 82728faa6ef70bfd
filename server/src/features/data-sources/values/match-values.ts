/**
 * Finds the allowed values that a question names, without a model: whole words in any case, with or without accents, in
 * the singular or plural. A near miss filters nothing; it is offered to the reader.
 */
import { baseForm, plainForm, type Token, tokensWithOffsets } from '../../../language/word-forms.ts';
import { vocabularyOf } from './vocabulary.ts';

export type Parameter = {
  name: string;
  values: string[];
};

/** The words [start, end) of the question that name a value. */
type Place = { start: number; end: number };
export type Match = Place & { parameter: string; value: string };

/** A name in the question that no value has, and the values most like it. */
export type NearMiss = { parameter: string; asked: string; values: string[] };

export type Matches = { matches: Match[]; near: NearMiss[] };

/** In a question written in capitals, a capital letter does not mark a name. */
const hasLowerCase = (text: string) => /\p{Ll}/u.test(text);
/** Longer values and longer questions are cut. */
const WORDS_MAX = 12;
const QUESTION_WORDS_MAX = 400;
/** A pasted text may be full of names; a question has few. */
const NAMES_MAX = 8;
const NEAR_VALUES = 3;
const NEAR_ENOUGH = 0.45;

export function matchValues(question: string, parameters: Parameter[]): Matches {
  const tokens = tokensWithOffsets(question).slice(0, QUESTION_WORDS_MAX);
  const said = sequencesOf(tokens, hasLowerCase(question));
  const matches = parameters.flatMap((parameter) => longest(namedIn(parameter, said)));
  return { matches, near: nearMisses(tokens, parameters, matches) };
}

type Said = { exact: Map<string, Place[]>; plain: Map<string, Place[]>; base: Map<string, Place[]> };

function sequencesOf(tokens: Token[], withCapitals: boolean): Said {
  const said: Said = { exact: new Map(), plain: new Map(), base: new Map() };
  const note = (map: Map<string, Place[]>, form: string, place: Place) => {
    const places = map.get(form);
    if (places) places.push(place);
    else map.set(form, [place]);
  };
  const plain = tokens.map(({ text }) => plainForm(text));
  const base = tokens.map(({ text }) => baseForm(text));
  for (let start = 0; start < tokens.length; start += 1) {
    for (let end = start + 1; end <= Math.min(tokens.length, start + WORDS_MAX); end += 1) {
      note(said.plain, plain.slice(start, end).join(' '), { start, end });
      note(said.base, base.slice(start, end).join(' '), { start, end });
    }
    if (withCapitals) note(said.exact, tokens[start]?.text ?? '', { start, end: start + 1 });
  }
  return said;
}

/** The places that name each value, in the order of the values. */
function namedIn({ name, values }: Parameter, said: Said): Match[] {
  const vocabulary = vocabularyOf(values);
  const found = new Map<number, Place[]>();
  const look = (forms: Map<string, Place[]>, lookUp: (form: string) => number[]) => {
    const named = [...forms].map(([form, places]) => [lookUp(form), places] as const);
    for (const [which, places] of named)
      for (const value of which) if (!found.has(value)) found.set(value, places);
  };
  look(said.exact, vocabulary.exactly);
  look(said.plain, vocabulary.plainly);
  look(said.base, vocabulary.loosely);
  return [...found]
    .toSorted(([one], [other]) => one - other)
    .flatMap(([value, places]) =>
      places.map((place) => ({ ...place, parameter: name, value: vocabulary.valueAt(value) })),
    );
}

/** Within one parameter the longest match wins: "Campina Grande" is not also "Campina". */
function longest(matches: Match[]): Match[] {
  const taken = new Set(matches.map(({ start, end }) => keyOf(start, end)));
  const seen = new Set<string>();
  return matches
    .toSorted((one, other) => other.end - other.start - (one.end - one.start))
    .filter((match) => !isWithinLonger(match, taken))
    .filter(({ value }) => !seen.has(value) && seen.add(value));
}

/** Checks the places around it instead of all the others: there may be thousands. */
function isWithinLonger({ start, end }: Place, taken: Set<number>): boolean {
  for (let from = Math.max(0, end - WORDS_MAX); from <= start; from += 1)
    for (let to = end; to <= from + WORDS_MAX; to += 1)
      if (to - from > end - start && taken.has(keyOf(from, to))) return true;
  return false;
}

const keyOf = (start: number, end: number) => start * (QUESTION_WORDS_MAX + 1) + end;

/** Capitalised words that name no value may be a mistyped value. */
function nearMisses(tokens: Token[], parameters: Parameter[], matches: Match[]): NearMiss[] {
  const taken = (at: number) => matches.some(({ start, end }) => at >= start && at < end);
  const names: string[] = [];
  // The first word of a question is capitalised anyway.
  for (let at = 1; at < tokens.length; at += 1) {
    let end = at;
    while (isName(tokens[end]?.text) && !taken(end)) end += 1;
    if (end === at) continue;
    names.push(
      tokens
        .slice(at, end)
        .map(({ text }) => text)
        .join(' '),
    );
    at = end;
  }
  const matched = new Set(matches.map(({ parameter }) => parameter));
  return [...new Set(names)]
    .slice(0, NAMES_MAX)
    .flatMap((asked) =>
      parameters.filter(({ name }) => !matched.has(name)).flatMap((parameter) => nearestTo(asked, parameter)),
    );
}

const isName = (text: string | undefined) =>
  text !== undefined && text.length >= 4 && /^\p{Lu}\p{Ll}/u.test(text);

function nearestTo(asked: string, { name, values }: Parameter): NearMiss[] {
  const near = vocabularyOf(values).likest(asked, { count: NEAR_VALUES, from: NEAR_ENOUGH });
  return near.length ? [{ parameter: name, asked, values: near }] : [];
}
