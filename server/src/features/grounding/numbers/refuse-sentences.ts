/** Takes the sentences with unchecked numbers out of a model's text while it comes; its blocks, tables and lists stay. */
import { endsSentence } from '../../../language/sentence-ends.ts';
import { ListReader, readLists } from './list-counts.ts';

export const REFUSED_SENTENCE = '(frase retirada: número que não vem da fonte)';

/** Whether a piece holds an unchecked number; `counted` are counts of what was listed before. */
export type IsRefused = (piece: string, counted: Iterable<number>) => boolean;

const FENCE = /^[ \t>]*(?:```|~~~)/;
const ROW = /^[ \t>]*\|/;
const RULE = /^[ \t>]*\|[ \t:|-]+$/;
const BLOCK_PREFIX = /^[\s>]*(?:(?:[-*+•]|\d{1,3}[.)]|#{1,6})[ \t]+)?(?:\[[ xX]\][ \t]+)?/;
/** A line that goes on with the sentence of the line before. */
const GOES_ON = /^[ \t]*(?:\p{Ll}|R\$|\d(?!\d{0,2}[.)][ \t]))/u;
const LISTED = /^[ \t>]*(?:$|[-*+•|]|\(?\d{1,3}[.)][ \t]| {2})/;
const MARKERS = /(?:\[\d{1,3}(?:, ?\d{1,3}){0,5}\])+$/;
const FIRST_MARKERS = /^(?:\[[\d, ]*\]?\s*)+/;
/** The most words of markers after a stop. */
const MARKERS_MAX = 12;
/** A line is looked at once this much of it has come. */
const LINE_START = 8;

export class SentenceFilter {
  readonly #isRefused: IsRefused;
  /** The lists of what has passed; `#line` is its last line. */
  readonly #lists = new ListReader();
  #line = '';
  #pending = '';
  /** No sentence ends before this place of `#pending`. */
  #looked = 0;
  #opensLine = true;
  #isFenced = false;
  #isBold = false;
  /** Rows of the table so far, below its rule. */
  #rows = 0;
  #isEnded = false;

  constructor(isRefused: IsRefused) {
    this.#isRefused = isRefused;
  }

  /** Goes on after a text that has passed. */
  resume(text: string): void {
    this.#note(text);
    this.#opensLine = text === '' || text.endsWith('\n');
    this.#isFenced = text.split('\n').filter((line) => FENCE.test(line)).length % 2 === 1;
  }

  /** Returns the sentences that are complete. */
  take(words: string): string {
    this.#pending += words;
    return this.#pass();
  }

  /** The rest of a text that has come to its end. */
  end(): string {
    this.#isEnded = true;
    return this.#pass();
  }

  /** The sentence that was cut off never passes. */
  drop(): void {
    this.#pending = '';
    this.#looked = 0;
  }

  #pass(): string {
    let out = '';
    for (let length = this.#cut(); length > 0; length = this.#cut()) {
      const piece = this.#pending.slice(0, length);
      const passed = this.#checked(piece);
      this.#pending = this.#pending.slice(length);
      this.#looked = 0;
      this.#note(passed);
      this.#opensLine = piece.endsWith('\n');
      out += passed;
    }
    return out;
  }

  #note(passed: string): void {
    const lines = (this.#line + passed).split('\n');
    this.#line = lines.pop() ?? '';
    for (const line of lines) this.#lists.add(line);
  }

  /** The length of the next complete piece of the pending text; 0 while it is not complete. */
  #cut(): number {
    const text = this.#pending;
    if (text === '') return 0;
    const lineEnd = text.indexOf('\n');
    const isWhole = lineEnd >= 0 || this.#isEnded;
    if (this.#opensLine) {
      if (!isWhole && text.length < LINE_START) return 0;
      const isBlank = lineEnd >= 0 && text.slice(0, lineEnd).trim() === '';
      if (isBlank || this.#isFenced || FENCE.test(text) || ROW.test(text))
        return isWhole ? (lineEnd < 0 ? text.length : lineEnd + 1) : 0;
    }
    return this.#sentenceEnd() || (this.#isEnded ? text.length : 0);
  }

  #sentenceEnd(): number {
    const text = this.#pending;
    const word = /\S+/g;
    word.lastIndex = this.#looked;
    /** The end of a sentence with the markers after its stop, as far as they have come. */
    let stopped = 0;
    let markers = 0;
    for (let match = word.exec(text); match; match = word.exec(text)) {
      const end = match.index + match[0].length;
      const core = match[0].replace(MARKERS, '');
      if (stopped && (core !== '' || markers === MARKERS_MAX)) return stopped;
      const between = /^\s*/.exec(text.slice(end))?.[0] ?? '';
      const next = text.slice(end + between.length, end + between.length + LINE_START * 2);
      const isDecided = this.#isEnded || next.length > LINE_START || /\s/.test(next);
      if (!isDecided) return this.#wait(stopped ? this.#looked : match.index);
      const opens = this.#opensLine && /^[\s>#*_-]*$/.test(text.slice(0, match.index));
      const stops = core === '' ? stopped > 0 : endsSentence(core, next.replace(FIRST_MARKERS, ''), opens);
      if (between.includes('\n')) {
        if (stops || !this.#isWrapped(between, next)) return this.#withList(end + between.lastIndexOf('\n') + 1);
      } else if (stops && next !== '' && !isInCode(text.slice(0, end))) {
        if (!next.startsWith('[')) return end;
        if (!stopped) this.#looked = match.index;
        stopped = end;
        markers += 1;
      }
    }
    return this.#wait(this.#looked);
  }

  /** Whether the next line goes on with the sentence of this one. */
  #isWrapped(between: string, next: string): boolean {
    const isHeading = this.#opensLine && /^[ \t>]*#/.test(this.#pending);
    return GOES_ON.test(next) && !/\n[ \t]*\n/.test(between) && !isHeading;
  }

  #wait(at: number): number {
    this.#looked = at;
    return 0;
  }

  /** «Há 3 licitações:» waits for the list that it counts, where its number is not known otherwise. */
  #withList(end: number): number {
    const line = this.#pending.slice(0, end);
    if (!/:[\s*]*$/.test(line) || !this.#isRefused(line, this.#lists.counts())) return end;
    return this.#isEnded || this.#listEnd(end) >= 0 ? end : this.#wait(0);
  }

  /** Where the list or table that begins at a place ends; -1 while it may go on. */
  #listEnd(from: number): number {
    let start = from;
    for (;;) {
      const lineEnd = this.#pending.indexOf('\n', start);
      const line = this.#pending.slice(start, lineEnd < 0 ? undefined : lineEnd);
      if (line.length >= LINE_START && !LISTED.test(line)) return start;
      if (lineEnd < 0) return -1;
      if (!LISTED.test(line)) return start;
      start = lineEnd + 1;
    }
  }

  #checked(piece: string): string {
    if (this.#opensLine && (this.#isFenced || FENCE.test(piece))) {
      if (FENCE.test(piece)) this.#isFenced = !this.#isFenced;
      return piece;
    }
    if (this.#opensLine && ROW.test(piece)) return this.#checkedRow(piece);
    this.#rows = 0;
    if (piece.trim() === '') {
      this.#isBold = false;
      return piece;
    }
    const wasBold = this.#isBold;
    const isOdd = (piece.split('**').length - 1) % 2 === 1;
    if (isOdd) this.#isBold = !wasBold;
    if (!this.#isRefused(piece, []) || !this.#isRefused(piece, this.#countedWith(piece))) return piece;
    const prefix = (this.#opensLine ? BLOCK_PREFIX : /^\s*/).exec(piece)?.[0] ?? '';
    const suffix = /\s*$/.exec(piece)?.[0] ?? '';
    const sentence = isOdd ? (wasBold ? `${REFUSED_SENTENCE}**` : `**${REFUSED_SENTENCE}`) : REFUSED_SENTENCE;
    return prefix + sentence + suffix;
  }

  /** Counts of what was listed before, and of the list that a piece announces. */
  #countedWith(piece: string): Set<number> {
    const counted = this.#lists.counts();
    if (!/:[\s*]*$/.test(piece)) return counted;
    const from = piece.length;
    const end = this.#listEnd(from);
    const list = this.#pending.slice(from, end < 0 ? undefined : end);
    return counted.union(readLists(list).counts());
  }

  /** A cell is taken out by itself, so that the table keeps its columns. */
  #checkedRow(row: string): string {
    if (RULE.test(row.trimEnd())) {
      this.#rows = 0;
      return row;
    }
    this.#rows += 1;
    const rank = new RegExp(`^[\\s*_]*${this.#rows}[ºª.°]?[\\s*_]*$`);
    return row
      .split(/((?<!\\)\|)/)
      .map((cell, place) => {
        if (place % 2 === 1 || (place === 2 && rank.test(cell))) return cell;
        return this.#isRefused(cell, this.#lists.counts()) ? ` ${REFUSED_SENTENCE}${/\s*$/.exec(cell)?.[0] ?? ''}` : cell;
      })
      .join('');
  }
}

const isInCode = (text: string): boolean => (text.split('`').length - 1) % 2 === 1;
