/**
 * Which of the allowed values a question names, found without a model: whole words in any case, with or without
 * accents, in the singular or plural. What is only nearly named filters nothing; it is offered to the reader.
 */
import { baseForm, isParticiple, plainForm, similarity, type Token, tokensOf } from './forms.ts';

export type Parameter = {
  name: string;
  /** The allowed values. */
  values: string[];
};

/** The words [start, end) of the question that name a value. */
type Place = { start: number; end: number };
export type Match = Place & { parameter: string; value: string };

/** A name in the question that no value has, and the values most like it. */
export type NearMiss = { parameter: string; asked: string; values: string[] };

export type Matches = { matches: Match[]; near: NearMiss[] };

/** Such values are abbreviations: they must stand as they are written. */
const SHORT_VALUE = 3;
/** A question in capitals says nothing by its capitals. */
const hasLowerCase = (text: string) => /\p{Ll}/u.test(text);
/** No value has more words, and no question is longer. */
const WORDS_MAX = 12;
const QUESTION_WORDS_MAX = 400;
const NEAR_VALUES = 3;
const NEAR_ENOUGH = 0.45;

export function matchValues(question: string, parameters: Parameter[]): Matches {
  const tokens = tokensOf(question).slice(0, QUESTION_WORDS_MAX);
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

function namedIn({ name, values }: Parameter, said: Said): Match[] {
  return values.flatMap((value) =>
    placesOf(value, said).map((place) => ({ ...place, parameter: name, value })),
  );
}

function placesOf(value: string, said: Said): Place[] {
  if (value.length <= SHORT_VALUE) return said.exact.get(value) ?? [];
  const plain = plainForm(value);
  if (!plain) return [];
  const exactly = said.plain.get(plain);
  if (exactly) return exactly;
  const base = baseForm(value);
  // A name of one word, "Campinas", is not the plural of another word: only the question's own plurals are undone.
  const isName = !plain.includes(' ') && !isParticiple(plain) && base !== plain;
  return isName ? [] : (said.base.get(base) ?? []);
}

/** "Campina Grande" is not also "Campina": within one parameter the longer value has the words. */
function longest(matches: Match[]): Match[] {
  const seen = new Set<string>();
  return matches
    .toSorted((one, other) => other.end - other.start - (one.end - one.start))
    .filter((match, at, all) => !all.slice(0, at).some((longer) => within(match, longer)))
    .filter(({ value }) => !seen.has(value) && seen.add(value));
}

const within = (inner: Place, outer: Place) =>
  inner.start >= outer.start && inner.end <= outer.end && inner.end - inner.start < outer.end - outer.start;

/** Names are written with a capital: such words that name no value may be meant for one. */
function nearMisses(tokens: Token[], parameters: Parameter[], matches: Match[]): NearMiss[] {
  const taken = (at: number) => matches.some(({ start, end }) => at >= start && at < end);
  const names: string[] = [];
  // The first word of a question has its capital anyway.
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
  return names.flatMap((asked) =>
    parameters.filter(({ name }) => !matched.has(name)).flatMap((parameter) => nearestTo(asked, parameter)),
  );
}

const isName = (text: string | undefined) =>
  text !== undefined && text.length >= 4 && /^\p{Lu}\p{Ll}/u.test(text);

function nearestTo(asked: string, { name, values }: Parameter): NearMiss[] {
  const form = plainForm(asked);
  const near = values
    .filter((value) => value.length > SHORT_VALUE)
    .map((value) => ({ value, score: similarity(form, plainForm(value)) }))
    .filter(({ score }) => score >= NEAR_ENOUGH)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, NEAR_VALUES);
  return near.length ? [{ parameter: name, asked, values: near.map(({ value }) => value) }] : [];
}

/** The question without the words that named values: what is left to search for. */
export function withoutMatches(question: string, matches: Match[]): string {
  const tokens = tokensOf(question).slice(0, QUESTION_WORDS_MAX);
  const taken = matches.map(
    ({ start, end }) => [tokens[start]?.start ?? 0, tokens[end - 1]?.end ?? 0] as const,
  );
  let rest = '';
  let at = 0;
  for (const [start, end] of taken.toSorted((one, other) => one[0] - other[0])) {
    if (start < at) continue;
    rest += `${question.slice(at, start)} `;
    at = end;
  }
  return (rest + question.slice(at)).replace(/\s+/g, ' ').trim();
}
