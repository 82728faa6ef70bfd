/** The bookmarks of a file, and the lines of its pages that they name. */
import type { getDocumentProxy } from 'unpdf';
import { wordsOf } from '../../../../language/words.ts';
import { type Matrix, times } from './drawing.ts';
import { type Line, median } from './lines.ts';
import { LineJoiner } from './words.ts';

/** `y`: from above in points, or null where the bookmark names the page alone. `depth`: from 0. */
export type Bookmark = { page: number; y: number | null; title: string; depth: number };

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;
type Entry = { title: string; dest: string | unknown[] | null; items: Entry[] };

const BOOKMARKS_MAX = 20_000;
const LEVEL_MAX = 6;

/** In the order of the file; an entry that leads nowhere in it is left out. */
export async function bookmarksOf(pdf: Pdf, views: Matrix[]): Promise<Bookmark[]> {
  const entries = flattened(((await pdf.getOutline().catch(() => null)) ?? []) as Entry[]);
  const named = entries.some(({ dest }) => typeof dest === 'string')
    ? await pdf.getDestinations().catch(() => ({}) as Awaited<ReturnType<Pdf['getDestinations']>>)
    : {};
  const places = new Map<string, number>();
  const bookmarks: Bookmark[] = [];
  for (const { title, dest, depth } of entries) {
    const place = typeof dest === 'string' ? named[dest] : dest;
    if (!Array.isArray(place)) continue;
    const page = await pageOf(pdf, place[0], places);
    const view = views[page];
    if (view) bookmarks.push({ page, y: heightOf(place, view), title: title.trim(), depth });
  }
  return bookmarks;
}

function flattened(roots: Entry[]): { title: string; dest: Entry['dest']; depth: number }[] {
  const seen = new Set<Entry>();
  const flat: { title: string; dest: Entry['dest']; depth: number }[] = [];
  const open = roots.toReversed().map((entry) => ({ entry, depth: 0 }));
  for (let next = open.pop(); next && flat.length < BOOKMARKS_MAX; next = open.pop()) {
    const { entry, depth } = next;
    if (seen.has(entry)) continue;
    seen.add(entry);
    flat.push({ title: entry.title, dest: entry.dest, depth });
    for (const child of (entry.items ?? []).toReversed()) open.push({ entry: child, depth: depth + 1 });
  }
  return flat;
}

async function pageOf(pdf: Pdf, target: unknown, places: Map<string, number>): Promise<number> {
  if (typeof target === 'number') return target;
  const key = JSON.stringify(target);
  const known = places.get(key);
  if (known !== undefined) return known;
  const page = await pdf.getPageIndex(target as never).catch(() => -1);
  places.set(key, page);
  return page;
}

/** `[page, {name: 'XYZ'}, x, y, zoom]` or `[page, {name: 'FitH'}, y]`. */
function heightOf(place: unknown[], view: Matrix): number | null {
  const kind = (place[1] as { name?: string } | undefined)?.name;
  const y = kind === 'XYZ' ? place[3] : kind === 'FitH' || kind === 'FitBH' ? place[2] : null;
  if (typeof y !== 'number') return null;
  return times(view, [1, 0, 0, 1, 0, y])[5] ?? null;
}

/** Points below the place of a bookmark in which its line stands, and by which it may stand above. */
const BELOW = 40;
const ABOVE = 4;
const ALIKE = 0.8;
/** Farther off the line must say just that, in letters that stand out. */
const SURE = 0.9;
/** A bookmark may be worded otherwise than its line, which then stands out at the place. */
const RESEMBLES = 0.6;
const LARGER = 1.1;
/** With so many bookmarks of which this share is found, they are the outline of the file. */
const OUTLINE_MIN = 5;
const OUTLINE_FOUND = 0.6;
const NUMBER = /^(?:[\dA-Z]{1,2}(?:\.\d{1,3}){0,5}[.)]?|[IVXLC]+[.)-])\s+/;

/** Pages whose lines are headings where bookmarks name them; `isWhole`: the bookmarks are the outline of the file. */
export function withBookmarks(pages: Line[][], bookmarks: Bookmark[]): { pages: Line[][]; isWhole: boolean } {
  const marked = [...pages];
  let found = 0;
  /** The bookmark above and those that it stands under, with the level that each has in the text. */
  const open: { depth: number; level: number; isFound: boolean }[] = [];
  for (const bookmark of bookmarks) {
    const heading = lineOf(bookmark, marked);
    while ((open.at(-1)?.depth ?? -1) >= bookmark.depth) open.pop();
    const level = levelUnder(open.at(-1));
    open.push({ depth: bookmark.depth, level, isFound: heading !== null });
    if (!heading) continue;
    found += 1;
    marked[heading.page] = (marked[heading.page] ?? []).flatMap((line) => {
      if (line === heading.lines[0]) return [{ ...joined(heading.lines), level }];
      return heading.lines.includes(line) ? [] : [line];
    });
  }
  const isWhole = bookmarks.length >= OUTLINE_MIN && found >= OUTLINE_FOUND * bookmarks.length;
  return { pages: marked, isWhole };
}

/**
 * A bookmark takes the level of its parent where the line of the parent is not found: it would stand under the section before.
 */
function levelUnder(parent: { level: number; isFound: boolean } | undefined): number {
  if (!parent) return 1;
  return parent.isFound ? Math.min(LEVEL_MAX, parent.level + 1) : parent.level;
}

type Heading = { page: number; lines: Line[] };

/** The lines that say the bookmark's title: near its place, below it, or on the page that follows. */
function lineOf({ page, y, title }: Bookmark, pages: Line[][]): Heading | null {
  const wanted = wordsOf(title);
  if (!wanted.length) return null;
  const [lines, next] = [pages[page] ?? [], pages[page + 1] ?? []];
  const top = y ?? Number.NEGATIVE_INFINITY;
  const near = lines.filter(
    (line) => line.y >= top - ABOVE && (y === null || line.y - line.size <= y + BELOW),
  );
  const found = mostAlike(near, lines, wanted, ALIKE);
  if (found || y === null) return found && { page, lines: found };
  const isLarge = standsOut(lines);
  const below = lines.filter((line) => line.y > top && isLarge(line));
  const later =
    mostAlike(below, lines, wanted, SURE) ?? mostAlike(near.filter(isLarge), lines, wanted, RESEMBLES);
  if (later) return { page, lines: later };
  const over = mostAlike(next.filter(standsOut(next)), next, wanted, SURE);
  if (over) return { page: page + 1, lines: over };
  const resembling = mostAlike(below, lines, wanted, RESEMBLES);
  return resembling && { page, lines: resembling };
}

function standsOut(lines: Line[]): (line: Line) => boolean {
  const usual = median(lines.map(({ size }) => size));
  return ({ size, isBold }) => isBold || size >= LARGER * usual;
}

/** The larger one of two that are alike: a running head says the title as well. */
function mostAlike(starts: Line[], lines: Line[], wanted: string[], least: number): Line[] | null {
  const alike = starts
    .filter((line) => !line.table && line.level === undefined)
    .flatMap((line) => candidatesAt(line, lines))
    .map((candidate) => ({
      candidate,
      likeness: likenessOf(textOf(candidate), wanted),
      size: candidate[0]?.size ?? 0,
    }))
    .filter(({ likeness }) => likeness >= least)
    .sort((one, other) => other.likeness - one.likeness || other.size - one.size);
  return alike[0]?.candidate ?? null;
}

/** A long title goes over so many lines. */
const LINES_MAX = 4;

/** A line, with its number at its left, and with the lines on which it goes on. */
function candidatesAt(line: Line, lines: Line[]): Line[][] {
  const right = lines.filter(
    (other) =>
      other !== line &&
      !other.table &&
      Math.abs(other.y - line.y) <= 0.4 * line.size &&
      other.x >= line.right,
  );
  const row = [line, ...right.toSorted((one, other) => one.x - other.x)];
  const candidates = [[line], ...(row.length > 1 ? [row.slice(0, 2), row] : [])];
  for (const start of [...candidates]) {
    let whole = start;
    for (let more = 1; more < LINES_MAX; more += 1) {
      const next = nextLine(whole, lines);
      if (!next) break;
      whole = [...whole, next];
      candidates.push(whole);
    }
  }
  return candidates;
}

function nextLine(above: Line[], lines: Line[]): Line | undefined {
  const last = above.at(-1) as Line;
  return lines.find(
    (line) =>
      !line.table &&
      line.y > last.y &&
      line.y - last.y <= 1.8 * last.size &&
      Math.abs(line.size - last.size) <= 0.1 * last.size &&
      line.isBold === last.isBold &&
      above.some(({ x, right }) => line.x < right && line.right > x),
  );
}

/** Titles are compared with bookmarks, in which their words are whole. */
const TITLES = new LineJoiner([]);

const textOf = (lines: Line[]) =>
  lines.reduce((text, line) => (text ? TITLES.join(text, line.text) : line.text), '');

/** The share of words that both have, or of pairs of letters where blanks stand otherwise; a number before the title aside. */
function likenessOf(text: string, wanted: string[]): number {
  const title = pairsOf(wanted);
  const shares = [text, text.replace(NUMBER, '')].map((one) => {
    const words = wordsOf(one);
    return Math.max(shareOf(words, wanted), shareOf(pairsOf(words), title));
  });
  return Math.max(...shares);
}

function pairsOf(words: string[]): string[] {
  const letters = words.join('');
  return Array.from({ length: Math.max(0, letters.length - 1) }, (_, at) => letters.slice(at, at + 2));
}

function shareOf(some: string[], wanted: string[]): number {
  const left = new Map<string, number>();
  for (const one of wanted) left.set(one, (left.get(one) ?? 0) + 1);
  let both = 0;
  for (const one of some) {
    const count = left.get(one) ?? 0;
    if (!count) continue;
    both += 1;
    left.set(one, count - 1);
  }
  return (2 * both) / (some.length + wanted.length);
}

function joined(lines: Line[]): Line {
  const [first] = lines as [Line];
  return {
    ...first,
    text: textOf(lines),
    x: Math.min(...lines.map(({ x }) => x)),
    right: Math.max(...lines.map(({ right }) => right)),
  };
}
