/** Looking for words in a text that may have millions of characters. */
import type { Span } from '../marked-text/excerpt.ts';
import type { TextBlock } from './text-blocks.ts';

/** More are not shown: nobody goes through them one by one. */
export const PLACES_MAX = 2_000;
/** A single letter is found everywhere. */
export const TERM_MIN = 2;

/**
 * A text without case and accents. An accent is part of its letter or stands after it (as in what some systems
 * write), and both are read alike: `letters` has neither, and `accents` are the places in the text of those apart.
 */
export type Folded = { letters: string; accents: number[] };

export function folded(text: string): Folded {
  const lower = text
    .replaceAll('İ', 'i')
    .toLowerCase()
    .replace(/[\u00c0-\u024f\u0370-\u052f\u1e00-\u1fff]/g, bare);
  const accents: number[] = [];
  const letters = (lower.length === text.length ? lower : text).replace(
    /[\u0300-\u036f]/g,
    (_, at: number) => {
      accents.push(at);
      return '';
    },
  );
  return { letters, accents };
}

const bares = new Map<string, string>();

/** Letters of Latin, Greek and Cyrillic; each is taken apart once. */
function bare(letter: string): string {
  const known = bares.get(letter) ?? letter.normalize('NFD').charAt(0);
  bares.set(letter, known);
  return known;
}

/** In the text that was folded, whole letters with their accents. */
export function placesOf({ letters, accents }: Folded, term: string): Span[] {
  const { letters: wanted } = folded(term.normalize('NFC').trim());
  const places: Span[] = [];
  if (wanted.length < TERM_MIN) return places;
  const offsetOf = placing(accents);
  for (let at = letters.indexOf(wanted); at >= 0 && places.length < PLACES_MAX; ) {
    const end = at + wanted.length;
    places.push({ start: offsetOf(at), end: offsetOf(end) });
    at = letters.indexOf(wanted, end);
  }
  return places;
}

/** Where a letter stands in the text, behind all accents before it. Asked for letters in their order. */
function placing(accents: number[]): (letter: number) => number {
  let passed = 0;
  return (letter) => {
    while (passed < accents.length && (accents[passed] as number) <= letter + passed) passed += 1;
    return letter + passed;
  };
}

/** The marks of each block, by the block's index. Both come in the order of the text. */
export function marksByBlock(blocks: TextBlock[], places: Span[]): Map<number, Span[]> {
  const marks = new Map<number, Span[]>();
  let index = 0;
  for (const place of places) {
    while (index < blocks.length && endOf(blocks[index]) <= place.start) index += 1;
    const block = blocks[index];
    if (!block) break;
    if (block.start > place.start) continue;
    const there = marks.get(index) ?? [];
    there.push({ start: place.start - block.start, end: place.end - block.start });
    marks.set(index, there);
  }
  return marks;
}

const endOf = (block: TextBlock | undefined) => (block ? block.start + block.text.length : 0);
