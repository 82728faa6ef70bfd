/** Looking for words in a text that may have millions of characters. */
import type { Span } from './excerpt.ts';
import type { TextBlock } from './text-blocks.ts';

/** More are not shown: nobody goes through them one by one. */
export const PLACES_MAX = 2_000;
/** A single letter is found everywhere. */
export const TERM_MIN = 2;

/** Without case and accents, every letter in its place: where something is found here, it is found in the text. */
export function folded(text: string): string {
  const lower = text
    .replaceAll('İ', 'i')
    .toLowerCase()
    .replace(/[\u00c0-\u024f]/g, (letter) => letter.normalize('NFD').charAt(0));
  return lower.length === text.length ? lower : text;
}

export function placesOf(foldedText: string, term: string): Span[] {
  const wanted = folded(term.normalize('NFC').trim());
  const places: Span[] = [];
  if (wanted.length < TERM_MIN) return places;
  for (let at = foldedText.indexOf(wanted); at >= 0 && places.length < PLACES_MAX; ) {
    places.push({ start: at, end: at + wanted.length });
    at = foldedText.indexOf(wanted, at + wanted.length);
  }
  return places;
}

/** What is marked in each block, by the block's index. Both come in the order of the text. */
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
