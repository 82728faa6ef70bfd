/** Cuts what is too long for one passage, where it hurts least. */

import { endsSentence } from '../../../language/sentence-ends.ts';
import type { Block } from './blocks.ts';
import { opensItem, type Span } from './headings.ts';

/** A passage's size in words. Measured: smaller loses the thread, larger crowds out the next-best passage. */
export const PASSAGE_WORDS = 180;
/** A paragraph this long is no paragraph: its text came without paragraph marks. */
const WALL_WORDS = 360;
const WINDOW_MIN = 120;
const OVERLAP = { min: 30, usual: 35, max: 40 };
/** A word of more letters counts for several, so that a text without spaces is cut as well. */
const WORD_LETTERS = 20;
const LETTERS_PER_WORD = 10;
const PIECE_LETTERS = 200;

export function sizeOf(text: string, span: Span): number {
  let size = 0;
  // Every text is measured word by word: as `wordsIn` goes, without making anything of the words.
  for (let start = span.start; start < span.end; ) {
    if (isSpace(text, start)) {
      start += 1;
      continue;
    }
    const end = wordEnd(text, start, span.end);
    size += weightOf(end - start);
    start = end;
  }
  return size;
}

/** The block in spans of at most PASSAGE_WORDS, in order. */
export function cutBlock(text: string, block: Block): Span[] {
  if (sizeOf(text, block) <= PASSAGE_WORDS) return [{ start: block.start, end: block.end }];
  if (block.kind === 'prose') return cutProse(text, block);
  return packed(text, block.kind === 'list' ? itemsOf(text, block) : block.lines);
}

type Word = Span & { size: number };

function* wordsIn(text: string, span: Span): Generator<Word> {
  for (let start = span.start; start < span.end; ) {
    if (isSpace(text, start)) {
      start += 1;
      continue;
    }
    const end = wordEnd(text, start, span.end);
    yield { start, end, size: weightOf(end - start) };
    start = end;
  }
}

function wordEnd(text: string, start: number, most: number): number {
  let end = start + 1;
  while (end < most && end - start < PIECE_LETTERS && !isSpace(text, end)) end += 1;
  return end - start === PIECE_LETTERS ? wholeUntil(text, end) : end;
}

const weightOf = (letters: number) => (letters <= WORD_LETTERS ? 1 : letters / LETTERS_PER_WORD);

const isSpace = (text: string, at: number) => {
  const code = text.charCodeAt(at);
  return code === 32 || (code >= 9 && code <= 13) || (code >= 160 && /\s/.test(text.charAt(at)));
};

/** Not between the halves of a surrogate pair. */
const wholeUntil = (text: string, at: number) => (/[\uD800-\uDBFF]/.test(text.charAt(at - 1)) ? at - 1 : at);

function cutProse(text: string, span: Span): Span[] {
  const words = [...wordsIn(text, span)];
  const ruler = rulerOf(text, words);
  const total = ruler.size(0, words.length);
  const cuts = total > WALL_WORDS ? windows(ruler, words.length) : evenPieces(ruler, words.length);
  return cuts.map(([from, to]) => ({
    start: words[from]?.start ?? span.start,
    end: words[to - 1]?.end ?? span.end,
  }));
}

type Ruler = {
  /** Size of the words from `from` up to and without `to`. */
  size(from: number, to: number): number;
  /** Whether a sentence ends before word `index`. */
  isBorder(index: number): boolean;
};

function rulerOf(text: string, words: Word[]): Ruler {
  const sums = [0];
  const borders = new Set<number>();
  let opens = true;
  for (const [index, word] of words.entries()) {
    sums.push((sums.at(-1) ?? 0) + word.size);
    const next = words[index + 1];
    opens =
      next !== undefined &&
      endsSentence(text.slice(word.start, word.end), text.slice(next.start, next.end), opens);
    if (opens) borders.add(index + 1);
  }
  return {
    size: (from, to) => (sums[to] ?? 0) - (sums[from] ?? 0),
    isBorder: (index) => borders.has(index),
  };
}

type Cut = [from: number, to: number];

/** As few pieces as fit, of about the same size, each ending with a sentence where one ends near. */
function evenPieces(ruler: Ruler, end: number): Cut[] {
  const cuts: Cut[] = [];
  let from = 0;
  while (ruler.size(from, end) > PASSAGE_WORDS) {
    const rest = ruler.size(from, end);
    const target = rest / Math.ceil(rest / PASSAGE_WORDS);
    const to = nearest(ruler, from, target, end);
    cuts.push([from, to]);
    from = to;
  }
  cuts.push([from, end]);
  return cuts;
}

function nearest(ruler: Ruler, from: number, target: number, end: number): number {
  let border = -1;
  let last = from + 1;
  for (let to = from + 1; to <= end && ruler.size(from, to) <= PASSAGE_WORDS; to += 1) {
    const size = ruler.size(from, to);
    if (size <= target) last = to;
    const distance = Math.abs(size - target);
    if (
      ruler.isBorder(to) &&
      size > target / 2 &&
      (border < 0 || distance < Math.abs(ruler.size(from, border) - target))
    )
      border = to;
  }
  return border > 0 ? border : last;
}

/** Windows that end with a sentence and begin a little before the end of the one before. */
function windows(ruler: Ruler, end: number): Cut[] {
  const cuts: Cut[] = [];
  let from = 0;
  while (ruler.size(from, end) > PASSAGE_WORDS) {
    const to = windowEnd(ruler, from, end);
    cuts.push([from, to]);
    from = Math.max(from + 1, overlapStart(ruler, from, to));
  }
  cuts.push([from, end]);
  return cuts;
}

function windowEnd(ruler: Ruler, from: number, end: number): number {
  let last = from + 1;
  for (let to = from + 1; to < end && ruler.size(from, to) <= PASSAGE_WORDS; to += 1) {
    if (ruler.size(from, to) >= WINDOW_MIN && ruler.isBorder(to)) return to;
    last = to;
  }
  return last;
}

function overlapStart(ruler: Ruler, from: number, to: number): number {
  let usual = to;
  for (let start = to - 1; start > from && ruler.size(start, to) <= OVERLAP.max; start -= 1) {
    if (ruler.size(start, to) <= OVERLAP.usual) usual = start;
    if (ruler.isBorder(start) && ruler.size(start, to) >= OVERLAP.min) return start;
  }
  return usual;
}

/** Items with the lines that continue them. */
function itemsOf(text: string, block: Block): Span[] {
  const items: Span[] = [];
  for (const line of block.lines) {
    const open = items.at(-1);
    if (open && !opensItem(text.slice(line.start, line.end))) open.end = line.end;
    else items.push({ ...line });
  }
  return items;
}

/** Neighbouring rows or items together, as many as fit in pieces of about the same size. */
function packed(text: string, parts: Span[]): Span[] {
  const sizes = parts.map((part) => sizeOf(text, part));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const target = total / Math.ceil(total / PASSAGE_WORDS);
  const spans: Span[] = [];
  let open: (Span & { size: number }) | null = null;
  for (const [index, part] of parts.entries()) {
    const size = sizes[index] ?? 0;
    if (open && open.size < target && open.size + size <= PASSAGE_WORDS) {
      open.end = part.end;
      open.size += size;
      continue;
    }
    if (open) spans.push({ start: open.start, end: open.end });
    open = null;
    if (size > PASSAGE_WORDS) spans.push(...cutProse(text, part));
    else open = { ...part, size };
  }
  if (open) spans.push({ start: open.start, end: open.end });
  return spans;
}
