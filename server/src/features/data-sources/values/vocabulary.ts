/**
 * Index over the allowed values of one parameter. There may be ten thousand values, and comparing each of them with every
 * name of a long question would block the event loop.
 */
import { setImmediate } from 'node:timers/promises';
import { baseForm, isParticiple, plainForm } from '../../../language/word-forms.ts';

/** Values up to this length are abbreviations and match case-sensitively. */
const SHORT_VALUE = 3;
/** Values indexed before the event loop gets a turn; some four milliseconds of work. */
const AT_ONCE = 500;

type Places = Map<string, number[]>;

export class Vocabulary {
  readonly #values: string[];
  /** Each maps a form to the places of its values in the list. */
  readonly #exact: Places = new Map();
  readonly #plain: Places = new Map();
  readonly #base: Places = new Map();
  readonly #trigrams = new Map<number, number[]>();
  readonly #trigramsOf: number[] = [];

  constructor(values: string[]) {
    this.#values = values;
  }

  take(from: number, to: number): void {
    for (let place = from; place < to; place += 1) this.#add(this.#values[place] ?? '', place);
  }

  #add(value: string, place: number): void {
    this.#trigramsOf[place] = 0;
    const plain = plainForm(value);
    note(this.#plain, plain, place);
    if (value.length <= SHORT_VALUE) {
      note(this.#exact, value, place);
      return;
    }
    const base = baseForm(value);
    // A one-word name such as "Campinas" is no plural: only plurals of the question are undone.
    const isName = !plain.includes(' ') && !isParticiple(plain) && base !== plain;
    if (!isName) note(this.#base, base, place);
    const trigrams = trigramsOf(plain);
    this.#trigramsOf[place] = trigrams.size;
    for (const trigram of trigrams) {
      const places = this.#trigrams.get(trigram);
      if (places) places.push(place);
      else this.#trigrams.set(trigram, [place]);
    }
  }

  /** Abbreviations, matched as they are written. */
  exactly = (word: string): number[] => this.#exact.get(word) ?? NONE;

  /** Matches without case and accents; abbreviations are left out. */
  plainly = (form: string): number[] =>
    form ? (this.#plain.get(form) ?? NONE).filter((place) => !this.#isShort(place)) : NONE;

  /** Matches in the singular or the plural. */
  loosely = (form: string): number[] => (form ? (this.#base.get(form) ?? NONE) : NONE);

  valueAt = (place: number): string => this.#values[place] ?? '';

  /** The allowed value: an exact match first, else one without case and accents. */
  allowed(given: string): string | undefined {
    const written = given.trim();
    const places = this.#plain.get(plainForm(given)) ?? NONE;
    const exact = places.find((place) => this.#values[place] === written);
    const found = exact ?? places[0];
    return found === undefined ? undefined : this.#values[found];
  }

  /** The most similar values first, by trigram similarity as in pg_trgm. */
  likest(text: string, { count, from }: { count: number; from: number }): string[] {
    const asked = trigramsOf(plainForm(text));
    const shared = new Uint16Array(this.#values.length);
    for (const trigram of asked)
      for (const place of this.#trigrams.get(trigram) ?? NONE) shared[place] = (shared[place] ?? 0) + 1;
    const like: { place: number; score: number }[] = [];
    for (const [place, both] of shared.entries()) {
      const score = both / (asked.size + (this.#trigramsOf[place] ?? 0) - both);
      if (both && score >= from) like.push({ place, score });
    }
    return like
      .toSorted((one, other) => other.score - one.score || one.place - other.place)
      .slice(0, count)
      .map(({ place }) => this.valueAt(place));
  }

  #isShort(place: number): boolean {
    return this.valueAt(place).length <= SHORT_VALUE;
  }
}

const NONE: number[] = [];

const known = new WeakMap<string[], Vocabulary>();

/** Builds the index synchronously when `prepareVocabulary` has not. */
export function vocabularyOf(values: string[]): Vocabulary {
  const ready = known.get(values);
  if (ready) return ready;
  const vocabulary = new Vocabulary(values);
  vocabulary.take(0, values.length);
  known.set(values, vocabulary);
  return vocabulary;
}

/** Builds the index in chunks that yield to the event loop. */
export async function prepareVocabulary(values: string[]): Promise<void> {
  const vocabulary = new Vocabulary(values);
  for (let from = 0; from < values.length; from += AT_ONCE) {
    vocabulary.take(from, Math.min(values.length, from + AT_ONCE));
    await setImmediate();
  }
  known.set(values, vocabulary);
}

function note(places: Places, form: string, place: number): void {
  const there = places.get(form);
  if (there) there.push(place);
  else places.set(form, [place]);
}

/** Trigrams as numbers of the lowest eight bits of each letter: outside Latin script a rare collision is harmless. */
function trigramsOf(text: string): Set<number> {
  const trigrams = new Set<number>();
  for (const word of text.split(' ')) {
    const padded = `  ${word} `;
    for (let at = 0; at + 3 <= padded.length; at += 1)
      trigrams.add(
        ((padded.charCodeAt(at) & 0xff) << 16) |
          ((padded.charCodeAt(at + 1) & 0xff) << 8) |
          (padded.charCodeAt(at + 2) & 0xff),
      );
  }
  return trigrams;
}
