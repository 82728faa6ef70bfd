/** Divides Markdown that comes in chunks into sentences, table rows and lines of code, each once it is complete. */
import { endsSentence } from '../../../language/sentence-ends.ts';

export type TextPiece = { type: 'code' | 'row' | 'sentence'; text: string; opensLine: boolean };

const FENCE = /^[ \t>]*(?:```|~~~)/;
const ROW = /^[ \t>]*\|/;
const BLANK_LINE = /^[ \t]*\n/;
/** A line that goes on with the sentence of the line before. */
const GOES_ON = /^[ \t]*(?:\p{Ll}|R\$|\d(?!\d{0,2}[.)][ \t]))/u;
const LISTED = /^[ \t>]*(?:$|[-*+•|]|\(?\d{1,3}[.)][ \t]| {2})/;
const MARKERS = /(?:\[\d{1,3}(?:, ?\d{1,3}){0,5}\])+$/;
const FIRST_MARKERS = /^(?:\[[\d, ]*\]?\s*)+/;
/** The most words of markers after a stop. */
const MARKERS_MAX = 12;
/** A line is looked at once this much of it has come. */
const LINE_START = 8;
const ANNOUNCES_LIST = /:[\s*]*$/;

type Word = { start: number; end: number; core: string; between: string; next: string; isDecided: boolean };

export class TextPieces {
  readonly #waitsForList: (line: string) => boolean;
  #pending = '';
  /** No sentence ends before this place of `#pending`. */
  #looked = 0;
  #opensLine = true;
  #isFenced = false;
  #isEnded = false;

  /** `waitsForList`: whether a line such as «Há 3 grupos:» is complete only with the list after it. */
  constructor(waitsForList: (line: string) => boolean) {
    this.#waitsForList = waitsForList;
  }

  /** Goes on after a text. */
  resume(text: string): void {
    this.#opensLine = text === '' || text.endsWith('\n');
    this.#isFenced = text.split('\n').filter((line) => FENCE.test(line)).length % 2 === 1;
  }

  append(words: string): void {
    this.#pending += words;
  }

  /** Nothing more will come: the rest is complete. */
  end(): void {
    this.#isEnded = true;
  }

  /** The next complete piece; null where none is. */
  next(): TextPiece | null {
    const type = this.#type();
    const length = this.#pending === '' || !type ? 0 : this.#lengthOf(type);
    if (!type || length === 0) return null;
    const text = this.#pending.slice(0, length);
    const piece = { type, text, opensLine: this.#opensLine };
    if (type === 'code' && FENCE.test(text)) this.#isFenced = !this.#isFenced;
    this.#pending = this.#pending.slice(length);
    this.#looked = 0;
    this.#opensLine = text.endsWith('\n');
    return piece;
  }

  /** The list that `line` announces, as far as it has come; empty where it announces none. */
  listAfter(line: string): string {
    if (!ANNOUNCES_LIST.test(line)) return '';
    const end = this.#listEnd(0);
    return this.#pending.slice(0, end < 0 ? undefined : end);
  }

  /** Null while too little of a line has come. */
  #type(): TextPiece['type'] | null {
    const text = this.#pending;
    if (!this.#opensLine) return 'sentence';
    if (!this.#isEnded && !text.includes('\n') && text.length < LINE_START) return null;
    if (BLANK_LINE.test(text)) return 'sentence';
    if (this.#isFenced || FENCE.test(text)) return 'code';
    return ROW.test(text) ? 'row' : 'sentence';
  }

  #lengthOf(type: TextPiece['type']): number {
    const lineEnd = this.#pending.indexOf('\n') + 1;
    if (type !== 'sentence') return lineEnd || (this.#isEnded ? this.#pending.length : 0);
    if (BLANK_LINE.test(this.#pending)) return lineEnd;
    return this.#sentenceEnd() || (this.#isEnded ? this.#pending.length : 0);
  }

  #sentenceEnd(): number {
    const words = /\S+/g;
    words.lastIndex = this.#looked;
    /** The end of a sentence with the markers after its stop, as far as they have come. */
    let stopped = 0;
    let markers = 0;
    for (let match = words.exec(this.#pending); match; match = words.exec(this.#pending)) {
      const word = this.#wordAt(match);
      if (stopped && (word.core !== '' || markers === MARKERS_MAX)) return stopped;
      if (!word.isDecided) return this.#wait(stopped ? this.#looked : word.start);
      const stops = word.core === '' ? stopped > 0 : this.#stops(word);
      if (word.between.includes('\n')) {
        if (stops || !this.#isWrapped(word)) return this.#lineEnd(word);
      } else if (stops) {
        if (!word.next.startsWith('[')) return word.end;
        if (!stopped) this.#looked = word.start;
        stopped = word.end;
        markers += 1;
      }
    }
    return this.#wait(this.#looked);
  }

  #wordAt(match: RegExpExecArray): Word {
    const start = match.index;
    const end = start + match[0].length;
    const between = /^\s*/.exec(this.#pending.slice(end))?.[0] ?? '';
    const from = end + between.length;
    const next = this.#pending.slice(from, from + LINE_START * 2);
    const isDecided = this.#isEnded || next.length > LINE_START || /\s/.test(next);
    return { start, end, core: match[0].replace(MARKERS, ''), between, next, isDecided };
  }

  /** Whether a sentence ends after a word; never within code. */
  #stops({ start, end, core, next }: Word): boolean {
    if (next === '') return false;
    const opens = this.#opensLine && /^[\s>#*_-]*$/.test(this.#pending.slice(0, start));
    if (!endsSentence(core, next.replace(FIRST_MARKERS, ''), opens)) return false;
    return (this.#pending.slice(0, end).split('`').length - 1) % 2 === 0;
  }

  /** Whether the next line goes on with the sentence of this one. */
  #isWrapped({ between, next }: Word): boolean {
    const isHeading = this.#opensLine && /^[ \t>]*#/.test(this.#pending);
    return GOES_ON.test(next) && !/\n[ \t]*\n/.test(between) && !isHeading;
  }

  #lineEnd({ end, between }: Word): number {
    const lineEnd = end + between.lastIndexOf('\n') + 1;
    const line = this.#pending.slice(0, lineEnd);
    const isComplete = this.#isEnded || !ANNOUNCES_LIST.test(line) || this.#listEnd(lineEnd) >= 0;
    return isComplete || !this.#waitsForList(line) ? lineEnd : this.#wait(0);
  }

  #wait(at: number): number {
    this.#looked = at;
    return 0;
  }

  /** Where the list or table that begins at a place ends; -1 while it may go on. */
  #listEnd(from: number): number {
    for (let start = from; ; ) {
      const lineEnd = this.#pending.indexOf('\n', start);
      const line = this.#pending.slice(start, lineEnd < 0 ? undefined : lineEnd);
      const isWhole = lineEnd >= 0 || line.length >= LINE_START;
      if (isWhole && !LISTED.test(line)) return start;
      if (lineEnd < 0) return -1;
      start = lineEnd + 1;
    }
  }
}
