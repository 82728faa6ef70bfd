/** Finds searched words in a text, whatever its case and accents, and cuts the excerpt around the first of them. */
import { fold } from '../../../language/words.ts';

/** [start, end) in UTF-16 code units. */
export type Place = [number, number];
export type Excerpt = { snippet: string; matches: Place[] };

export const EXCERPT_LENGTH = 160;
/** How much is shown before the first place. */
const LEAD_LENGTH = 40;
const STRETCH = 512;

/** The different words of a search, longest first, folded; one that is part of another adds nothing. */
export function searchedWords(q: string): string[] {
  const words = [...new Set(fold(q).split(/\s+/))].filter(Boolean).sort((a, b) => b.length - a.length);
  return words.filter((word, place) => !words.slice(0, place).some((longer) => longer.includes(word)));
}

/** Takes the first of the texts that hold most of the words; `matches` are places in `snippet`. */
export function excerptOf(texts: string[], words: string[]): Excerpt {
  let best = { text: texts[0] ?? '', folded: '', held: 0 };
  for (const text of texts) {
    const folded = fold(text);
    const held = words.filter((word) => folded.includes(word)).length;
    if (held > best.held) best = { text, folded, held };
  }
  const { text, folded } = best;
  const [start, end] = firstPlace(folded, words);
  const snippet = cut(text, placeIn(text, folded, start), end - start);
  return { snippet, matches: placesIn(snippet, words) };
}

/** The beginning when the database found what we do not see. */
function firstPlace(folded: string, words: string[]): Place {
  const places = words
    .map((word): Place => [folded.indexOf(word), folded.indexOf(word) + word.length])
    .filter(([start]) => start >= 0);
  return places.toSorted((a, b) => a[0] - b[0])[0] ?? [0, 0];
}

/** Folding keeps nearly every letter in its place; where it does not, they are counted, as far as possible many at once. */
function placeIn(text: string, folded: string, at: number): number {
  if (folded.length === text.length) return at;
  let left = at;
  let place = 0;
  for (; place < text.length; place += STRETCH) {
    const { length } = fold(text.slice(place, place + STRETCH));
    if (length >= left) break;
    left -= length;
  }
  for (const letter of text.slice(place)) {
    if (left <= 0) break;
    left -= fold(letter).length;
    place += letter.length;
  }
  return place;
}

/** Line ends become spaces: the excerpt is one line, in which every place stays where it is. */
function cut(text: string, first: number, length: number): string {
  const from = beginning(text, first);
  const room = text.slice(from, Math.max(from + EXCERPT_LENGTH, first + length));
  const next = text.charAt(from + room.length);
  return ending(room, next).replace(/\s/g, ' ').trim();
}

function beginning(text: string, first: number): number {
  if (first <= LEAD_LENGTH) return 0;
  const border = text.slice(first - LEAD_LENGTH, first).search(/\s\S/);
  return border < 0 ? first : first - LEAD_LENGTH + border + 1;
}

/** `next` is the letter behind it, if any. */
function ending(room: string, next: string): string {
  if (next === '' || /\s/.test(next)) return room;
  const whole = room.replace(/\s+\S*$/, '');
  // A "word" longer than the excerpt is cut where it is, but not within a character.
  if (whole.length > room.length / 2 && whole.length < room.length) return whole;
  return /[\ud800-\udbff]$/.test(room) ? room.slice(0, -1) : room;
}

/** Letter by letter, because folding may make letters more or fewer; overlapping and touching places as one. */
function placesIn(text: string, words: string[]): Place[] {
  const from: number[] = [];
  const to: number[] = [];
  let folded = '';
  let at = 0;
  for (const letter of text) {
    const plain = fold(letter);
    for (let unit = 0; unit < plain.length; unit += 1) {
      from.push(at);
      to.push(at + letter.length);
    }
    // A mark that stands alone belongs to the letter before it.
    if (plain === '' && to.length) to[to.length - 1] = at + letter.length;
    folded += plain;
    at += letter.length;
  }
  const places = words.flatMap((word) =>
    occurrences(folded, word).map((start): Place => [from[start] ?? 0, to[start + word.length - 1] ?? at]),
  );
  return joined(places);
}

function occurrences(text: string, word: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) found.push(at);
  return found;
}

function joined(places: Place[]): Place[] {
  const all: Place[] = [];
  for (const [start, end] of places.toSorted((a, b) => a[0] - b[0])) {
    const last = all.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else all.push([start, end]);
  }
  return all;
}
