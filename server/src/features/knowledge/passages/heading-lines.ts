/** Which lines of a text stand as headings: the marked ones, and those that their look and their neighbours tell. */

import { isRule } from '../../../adapters/extraction/text/title-looks.ts';
import {
  GUESSED_LEVEL,
  type Heading,
  type Line,
  markdownHeading,
  NUMBERED_LEVEL,
  plainHeading,
} from './headings.ts';
import {
  DOUBLE_LEVEL,
  type HeadingLines,
  indentOf,
  SINGLE_LEVEL,
  TITLE_LEVEL,
  TITLE_NUMBER,
  type TitleFacts,
  withGuesses,
} from './title-lines.ts';

export type ProseLayout = 'markdown' | 'marked' | 'plain';
type Found = { fences: Map<number, number>; contents: Set<number>; layout: ProseLayout; fileType: string };

/** With so many marked headings a text marks them all. */
const MARKED_MIN = 5;

export function headingsOf(lines: Line[], { fences, contents, layout, fileType }: Found): HeadingLines {
  const found = new Map<number, Heading>();
  const fenced = insideOf(fences);
  const isBlank = (index: number) => lines[index]?.isBlank ?? true;
  const mayHead = (index: number) => !isBlank(index) && !fenced.has(index) && !contents.has(index);
  if (layout !== 'plain')
    for (const [index, line] of lines.entries()) {
      const heading = mayHead(index) ? markdownHeading(line.text) : null;
      if (heading) found.set(index, heading);
    }
  if (fileType === 'txt' && !areHeadings([...found.keys()], isBlank)) found.clear();
  const isMarked = found.size >= MARKED_MIN;
  if (layout !== 'markdown')
    for (const [index, line] of lines.entries()) {
      if (!mayHead(index) || found.has(index)) continue;
      // "CAPÍTULO II" and, on the next line, "DAS FÉRIAS".
      const isAlone = (isBlank(index - 1) || found.has(index - 1)) && isBlank(index + 1);
      const heading = plainHeading(line.text, isAlone, isMarked);
      if (heading) found.set(index, heading);
    }
  const headings = layout === 'markdown' ? found : withoutListItems(lines, found);
  if (fileType !== 'txt' && fileType !== 'md') return { headings, underlines: new Set() };
  return typedHeadings(lines, headings, { mayHead, isMarkdown: layout === 'markdown', isMarked });
}

/** In a text file "# " begins comments and commands as often as headings, which stand alone. */
const ALONE = 0.6;
const areHeadings = (places: number[], isBlank: (index: number) => boolean) =>
  places.length >= 3 &&
  places.filter((index) => isBlank(index - 1) && isBlank(index + 1)).length >= ALONE * places.length;

/** Numbered lines one after the other, with no text between them, are a list. */
function withoutListItems(lines: Line[], headings: Map<number, Heading>): Map<number, Heading> {
  const filled = [...lines.keys()].filter((index) => !lines[index]?.isBlank);
  const isTwin = (one: number | undefined, other: number | undefined) => {
    const [a, b] = [headings.get(one ?? -1), headings.get(other ?? -1)];
    return (
      a !== undefined &&
      b !== undefined &&
      a.level >= GUESSED_LEVEL &&
      a.level === b.level &&
      /^\d/.test(a.title) &&
      /^\d/.test(b.title)
    );
  };
  const items = new Set(
    filled.filter((index, at) => isTwin(index, filled[at + 1]) || isTwin(index, filled[at - 1])),
  );
  return new Map([...headings].filter(([index]) => !items.has(index)));
}

function insideOf(fences: Map<number, number>): Set<number> {
  const inside = new Set<number>();
  for (const [from, to] of fences) for (let each = from; each <= to; each += 1) inside.add(each);
  return inside;
}

/** With the titles that were typed by hand: in Markdown only those that their line alone tells. */
function typedHeadings(lines: Line[], marked: Map<number, Heading>, facts: TitleFacts): HeadingLines {
  const found = withGuesses(lines, marked, facts);
  if (facts.isMarkdown) return found;
  // Which numbered lines are items shows only beside the others of their series.
  const items = itemsAmong(lines, found.headings);
  const kept = new Map([...marked].filter(([index]) => !items.has(index)));
  const mayHead = (index: number) => facts.mayHead(index) && !items.has(index);
  const { headings, underlines } = withGuesses(lines, kept, { ...facts, mayHead });
  return { headings: withRanks(lines, headings), underlines };
}

const NUMBER = /^\s*(\d{1,2})\s?(?:[.)]|\s[-–—])\s/;
const FIRST_NUMBER = /^(?:1|I)(?!\d)\s?[.)–—-]/;
type Member = { index: number; number: number; indent: number; isTitle: boolean; isSentence: boolean };
/** A series with a smaller share of lines that may be titles is a list. */
const TITLES = 0.75;
/** Words of an item that ends as a sentence; a shorter one may be a title with a full stop. */
const ITEM_WORDS = 6;

/** Numbered lines are items where others of their series are sentences. */
function itemsAmong(lines: Line[], headings: Map<number, Heading>): Set<number> {
  const items = new Set<number>();
  for (const series of seriesIn(lines, headings)) {
    const titles = series.filter(({ isTitle }) => isTitle);
    const isList = series.some((member) => member.isSentence) || titles.length < TITLES * series.length;
    if (!isList) continue;
    for (const { index } of titles) if ((headings.get(index)?.level ?? 0) > GUESSED_LEVEL) items.add(index);
  }
  return items;
}

function seriesIn(lines: Line[], headings: Map<number, Heading>): Member[][] {
  const all: Member[][] = [];
  for (const [index, line] of lines.entries()) {
    const number = Number(NUMBER.exec(line.text.slice(0, 80))?.[1]);
    if (!number) continue;
    const isTitle = headings.has(index);
    const isSentence = !isTitle && isItemSentence(line.text, lines[index + 1]);
    const member = { index, number, indent: indentOf(line), isTitle, isSentence };
    // Only the latest series are looked at, since older ones have ended.
    const isNext = (series: Member[], isAlike: boolean) => {
      const last = series.at(-1);
      return (
        last?.number === number - 1 && last.indent === member.indent && (!isAlike || last.isTitle === isTitle)
      );
    };
    const open = all.slice(-SERIES_REACH);
    const found = open.findLast((one) => isNext(one, true)) ?? open.findLast((one) => isNext(one, false));
    if (found) found.push(member);
    else all.push([member]);
  }
  return all;
}

const SERIES_REACH = 20;

function isItemSentence(text: string, below: Line | undefined): boolean {
  const goesOn = below !== undefined && !below.isBlank && /^\s*\p{Ll}/u.test(below.text);
  return goesOn || (/[.;,]\s*$/.test(text) && text.trim().split(/\s+/).length >= ITEM_WORDS);
}

/** Kinds of guessed headings, the stronger look first; their levels are those of their looks. */
const KINDS = [DOUBLE_LEVEL, SINGLE_LEVEL, GUESSED_LEVEL, NUMBERED_LEVEL, TITLE_LEVEL];

/**
 * A stronger look that appears only after a weaker one is no parent of it: the two stand beside each other. Between two
 * numbers of one series a title without a number stands under the first of them. After the last number it may head a
 * section of its own, and a path that says less is better than one that says something untrue.
 */
function withRanks(lines: Line[], headings: Map<number, Heading>): Map<number, Heading> {
  const levels = levelsOfKinds([...headings.values()]);
  const entries = [...headings].map(([index, heading]): [number, Heading] => [
    index,
    { ...heading, level: heading.level + (levels.get(kindOf(heading)) ?? kindOf(heading)) - kindOf(heading) },
  ]);
  const next = new NextNumbers(entries.map(([, heading]) => heading));
  /** The level of the series in which the text is. */
  let open: number | null = null;
  return new Map(
    entries.map(([index, heading], place): [number, Heading] => {
      const own = headings.get(index)?.level ?? 0;
      if (own < DOUBLE_LEVEL) open = null;
      if (own > GUESSED_LEVEL && own < TITLE_LEVEL) {
        if (open === null || heading.level <= open) open = heading.level;
        return [index, heading];
      }
      if (open === null || own < DOUBLE_LEVEL) return [index, heading];
      if (next.goesOn(place, open) && hasOwnText(lines, index, entries[place + 1]?.[0]))
        return [index, { ...heading, level: own === TITLE_LEVEL ? TITLE_LEVEL + 1 : TITLE_LEVEL }];
      return [index, { ...heading, level: Math.min(heading.level, open) }];
    }),
  );
}

/** The kind of a guessed heading: its level, but for the depth of its number. */
const kindOf = ({ level }: Heading): number =>
  level > NUMBERED_LEVEL && level < TITLE_LEVEL ? NUMBERED_LEVEL : level;

function levelsOfKinds(headings: Heading[]): Map<number, number> {
  const levels = new Map<number, number>();
  for (const [place, heading] of headings.entries()) {
    const kind = kindOf(heading);
    // The first line of a text may be its title, whatever its look, and a title below another heading belongs to that.
    const isOfItsText = kind === TITLE_LEVEL && (place === 0 || levels.size > 0);
    if (levels.has(kind) || isOfItsText || !KINDS.includes(kind)) continue;
    const weaker = [...levels].filter(([one]) => one !== TITLE_LEVEL || kind !== NUMBERED_LEVEL);
    levels.set(kind, Math.max(kind, ...weaker.map(([, level]) => level)));
  }
  return levels;
}

/** Looks ahead to the next number of a series, each heading once for all that stand before it. */
class NextNumbers {
  readonly #headings: Heading[];
  #known = { from: -1, level: -1, at: -1 };

  constructor(headings: Heading[]) {
    this.#headings = headings;
  }

  /** Whether the series of this level goes on after the place, before another part begins. */
  goesOn(place: number, level: number): boolean {
    const { from, level: knownLevel, at } = this.#known;
    if (knownLevel !== level || place < from || place >= at)
      this.#known = { from: place, level, at: this.#next(place, level) };
    const next = this.#headings[this.#known.at];
    return next?.level === level && TITLE_NUMBER.test(next.title) && !FIRST_NUMBER.test(next.title);
  }

  #next(place: number, level: number): number {
    let at = place + 1;
    while (at < this.#headings.length && !this.#ends(at, level)) at += 1;
    return at;
  }

  #ends(at: number, level: number): boolean {
    const own = this.#headings[at]?.level ?? 0;
    return own < DOUBLE_LEVEL || own === level;
  }
}

const hasOwnText = (lines: Line[], from: number, to = lines.length): boolean =>
  lines.slice(from + 1, to).some(({ isBlank, text }) => !isBlank && !isRule(text));
