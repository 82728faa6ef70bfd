/** Titles of a text that was typed by hand: underlined with dashes, numbered, in capitals, or short and before their text. */
import {
  isGreeting,
  isInCapitals,
  isRule,
  isSentence,
  looksLikeTitle,
  readsAsText,
} from '../../../adapters/extraction/text/title-looks.ts';
import { GUESSED_LEVEL, type Heading, type Line, NUMBERED_LEVEL, opensItem } from './headings.ts';

/** `underlines`: lines of dashes that only underline the heading above them. */
export type HeadingLines = { headings: Map<number, Heading>; underlines: Set<number> };

export type TitleFacts = { mayHead: (index: number) => boolean; isMarkdown: boolean; isMarked: boolean };

export const DOUBLE_LEVEL = 8;
export const SINGLE_LEVEL = 9;
/** Below every number. */
export const TITLE_LEVEL = 17;
/** Bold and alone on its line, below every marked heading. */
const BOLD_LEVEL = 7;
const BOLD = /^(\*\*|__)(?!\s)([^*_]+)\1$/;
export const TITLE_NUMBER =
  /^(?:(\d{1,2}(?:\.\d{1,2}){0,4})|([IVXLC]{1,6}))(?:[.)]\s*[-–—]?|\s*[-–—])?\s+(?=\p{Lu})/u;
/** Words of a line that only its place makes a title, and its length against the line below it. */
const WORDS_MAX = 8;
const SHORT = 0.75;
/** Lines between the end of a letter and the names below it. */
const SIGNATURE_REACH = 3;

export function withGuesses(lines: Line[], marked: Map<number, Heading>, facts: TitleFacts): HeadingLines {
  const headings = new Map(marked);
  const underlines = new Set<number>();
  const text = new TypedText(lines, headings, facts);
  // From the end, since a title stands before its text, which may begin with another title.
  for (const index of [...lines.keys()].reverse()) {
    const underline = text.underlined(index);
    if (underline) underlines.add(index + 1);
    const heading = underline ?? text.guessed(index);
    if (heading) headings.set(index, heading);
  }
  return { headings: new Map([...headings].sort(([one], [other]) => one - other)), underlines };
}

class TypedText {
  readonly #lines: Line[];
  readonly #headings: Map<number, Heading>;
  readonly #facts: TitleFacts;
  /** The first two lines with text. */
  readonly #first: number;
  readonly #second: number;

  constructor(lines: Line[], headings: Map<number, Heading>, facts: TitleFacts) {
    this.#lines = lines;
    this.#headings = headings;
    this.#facts = facts;
    this.#first = lines.findIndex(({ isBlank }) => !isBlank);
    this.#second = lines.findIndex(({ isBlank }, index) => !isBlank && index > this.#first);
  }

  /** A title over a line of dashes or equal signs. */
  underlined(index: number): Heading | null {
    const [title, rule] = [this.#at(index), this.#at(index + 1)];
    if (!/^(?:-{3,}|={3,})$/.test(rule) || !this.#mayBegin(index) || !looksLikeTitle(title)) return null;
    if (!this.#textAfter(index + 1) && !this.#headingAfter(index + 1, 0)) return null;
    const isDouble = rule.startsWith('=');
    const level = this.#facts.isMarkdown ? (isDouble ? 1 : 2) : isDouble ? DOUBLE_LEVEL : SINGLE_LEVEL;
    return { level, title };
  }

  guessed(index: number): Heading | null {
    const { isMarkdown, isMarked } = this.#facts;
    if (this.#headings.has(index) || !this.#mayBegin(index)) return null;
    const line = this.#at(index);
    if (isMarkdown) {
      const title = BOLD.exec(line)?.[2] ?? '';
      const isTitle = looksLikeTitle(title) && this.#textAfter(index, this.#isBelowTitle(index));
      return isTitle ? { level: BOLD_LEVEL, title } : null;
    }
    if (isMarked || !looksLikeTitle(line) || this.#isSigned(index)) return null;
    const [whole = '', number, roman] = TITLE_NUMBER.exec(line) ?? [];
    if (number || roman) return this.#numbered(index, number, line.slice(whole.length));
    if (isInCapitals(line)) {
      const heads = this.#textAfter(index) ?? this.#headingAfter(index, GUESSED_LEVEL);
      return heads ? { level: GUESSED_LEVEL, title: line } : null;
    }
    return this.#standsAsTitle(index) ? { level: TITLE_LEVEL, title: line } : null;
  }

  /** With text directly below it, which is no further line of an item. */
  #numbered(index: number, number: string | undefined, words: string): Heading | null {
    const after = this.#textAfter(index);
    const below = this.#lines[after?.from ?? index];
    // Between empty lines they are decided already, but for those with Roman numbers.
    const isDecided = number !== undefined && after?.from !== index + 1;
    const isItem = isDecided || !below || indentOf(below) > indentOf(this.#lines[index] as Line);
    if (!after || isItem || words.split(/\s+/).length > WORDS_MAX || /^\p{Ll}/u.test(below.text.trim()))
      return null;
    return {
      level: number ? NUMBERED_LEVEL + number.split('.').length : NUMBERED_LEVEL,
      title: this.#at(index),
    };
  }

  #standsAsTitle(index: number): boolean {
    const [line, after] = [this.#at(index), this.#textAfter(index)];
    const before = this.#filledBefore(index);
    if (!after || line.split(/\s+/).length > WORDS_MAX || /[:,]$/.test(before)) return false;
    if (after.opensList) return true;
    const below = this.#at(after.from);
    const isLonger = line.length <= SHORT * below.length;
    const isDeeper = indentOf(this.#lines[index] as Line) > indentOf(this.#lines[after.from] as Line);
    const isSetOff = !isDeeper || isRule(this.#at(index - 1));
    return isLonger && isSetOff && /^["“«(¿*]*\s*[\p{Lu}\p{N}]/u.test(below);
  }

  /** Where the text under a line begins, if text is what stands there. */
  #textAfter(index: number, isStrict = false): { from: number; opensList: boolean } | null {
    let from = index + 1;
    while (from < this.#lines.length && (this.#lines[from]?.isBlank || isRule(this.#at(from)))) from += 1;
    if (from >= this.#lines.length || this.#headings.has(from)) return null;
    if (opensItem(this.#at(from))) return { from, opensList: true };
    let text = '';
    for (let at = from; at < this.#lines.length && !this.#lines[at]?.isBlank; at += 1) {
      // A list that is announced, or a title, ends the paragraph.
      if (this.#headings.has(at) || (at > from && opensItem(this.#at(at)))) break;
      text += ` ${this.#at(at)}`;
    }
    return (isStrict ? isSentence(text) : readsAsText(text)) ? { from, opensList: false } : null;
  }

  /** The heading that follows with nothing between, if it is a weaker one. */
  #headingAfter(index: number, level: number): Heading | null {
    let at = index + 1;
    while (this.#lines[at]?.isBlank) at += 1;
    const heading = this.#headings.get(at);
    return heading && heading.level > level ? heading : null;
  }

  /** The first line below the heading with which the text begins. */
  #isBelowTitle(index: number): boolean {
    return index === this.#second && this.#headings.has(this.#first);
  }

  /** At the beginning, after an empty line, a line of dashes or a heading. */
  #mayBegin(index: number): boolean {
    if (!this.#facts.mayHead(index) || opensList(this.#at(index))) return false;
    const before = this.#lines[index - 1];
    return !before || before.isBlank || isRule(before.text);
  }

  #isSigned(index: number): boolean {
    let filled = 0;
    for (let at = index - 1; at >= 0 && filled < SIGNATURE_REACH; at -= 1) {
      const line = this.#at(at);
      if (!line) continue;
      filled += 1;
      if (isGreeting(line) || /^_{3,}/.test(line)) return true;
    }
    return false;
  }

  #filledBefore(index: number): string {
    let at = index - 1;
    while (at >= 0 && this.#lines[at]?.isBlank) at -= 1;
    return this.#at(at);
  }

  #at(index: number): string {
    return this.#lines[index]?.text.trim() ?? '';
  }
}

const opensList = (line: string): boolean => opensItem(line) && !TITLE_NUMBER.test(line);

export const indentOf = ({ text }: Line): number => text.length - text.trimStart().length;
