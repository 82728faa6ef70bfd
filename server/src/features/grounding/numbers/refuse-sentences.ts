/** Takes the sentences with unchecked numbers out of a model's text while it comes; its blocks, tables and lists stay. */
import { ListReader, readLists } from './list-counts.ts';
import { type TextPiece, TextPieces } from './text-pieces.ts';

export const REFUSED_SENTENCE = '(frase retirada: número que não vem da fonte)';

/** Whether a piece holds an unchecked number; `counted` are counts of what is listed around it. */
export type IsRefused = (piece: string, counted: Iterable<number>) => boolean;

const RULE = /^[ \t>]*\|[ \t:|-]+$/;
const BLOCK_PREFIX = /^[\s>]*(?:(?:[-*+•]|\d{1,3}[.)]|#{1,6})[ \t]+)?(?:\[[ xX]\][ \t]+)?/;

export class SentenceFilter {
  readonly #isRefused: IsRefused;
  readonly #pieces: TextPieces;
  /** The lists of what has passed; `#line` is its last line. */
  readonly #lists = new ListReader();
  #line = '';
  #isBold = false;
  /** Rows of the table so far, below its rule. */
  #rows = 0;
  #isClosed = false;

  constructor(isRefused: IsRefused) {
    this.#isRefused = isRefused;
    this.#pieces = new TextPieces((line) => isRefused(line, this.#lists.counts()));
  }

  /** Goes on after a text that has passed. */
  resume(text: string): void {
    this.#note(text);
    this.#pieces.resume(text);
  }

  /** Returns the sentences that are complete. */
  take(words: string): string {
    this.#pieces.append(words);
    return this.#pass();
  }

  /** The answer was cut off: its last sentence, which is not complete, never passes. */
  close(): void {
    this.#isClosed = true;
  }

  /** The rest of a text that has come to its end. */
  end(): string {
    if (!this.#isClosed) this.#pieces.end();
    return this.#pass();
  }

  #pass(): string {
    let out = '';
    for (let piece = this.#pieces.next(); piece; piece = this.#pieces.next()) {
      const passed = this.#checked(piece);
      this.#note(passed);
      out += passed;
    }
    return out;
  }

  #note(passed: string): void {
    const lines = (this.#line + passed).split('\n');
    this.#line = lines.pop() ?? '';
    for (const line of lines) this.#lists.add(line);
  }

  #checked(piece: TextPiece): string {
    if (piece.type === 'row') return this.#checkedRow(piece.text);
    this.#rows = 0;
    return piece.type === 'code' ? piece.text : this.#checkedSentence(piece);
  }

  #checkedSentence({ text, opensLine }: TextPiece): string {
    const mark = this.#boldMark(text);
    if (!this.#isRefused(text, []) || !this.#isRefused(text, this.#countedAround(text))) return text;
    const prefix = (opensLine ? BLOCK_PREFIX : /^\s*/).exec(text)?.[0] ?? '';
    const suffix = /\s*$/.exec(text)?.[0] ?? '';
    return `${prefix}${mark.before}${REFUSED_SENTENCE}${mark.after}${suffix}`;
  }

  /** The mark of bold text that a sentence opens for the next one, or closes for the one before. */
  #boldMark(text: string): { before: string; after: string } {
    const wasBold = this.#isBold && !/^\s*$/.test(this.#line);
    const isOdd = (text.split('**').length - 1) % 2 === 1;
    this.#isBold = isOdd !== wasBold;
    if (!isOdd) return { before: '', after: '' };
    return wasBold ? { before: '', after: '**' } : { before: '**', after: '' };
  }

  /** Counts of what was listed before, and of the list that a sentence announces. */
  #countedAround(text: string): Set<number> {
    const announced = readLists(this.#pieces.listAfter(text)).counts();
    return new Set([...this.#lists.counts(), ...announced]);
  }

  /** A cell is taken out by itself, so that the table keeps its columns. */
  #checkedRow(row: string): string {
    if (RULE.test(row.trimEnd())) {
      this.#rows = 0;
      return row;
    }
    this.#rows += 1;
    const rank = new RegExp(`^[\\s*_]*${this.#rows}[ºª.°]?[\\s*_]*$`);
    const counted = this.#lists.counts();
    return row
      .split(/((?<!\\)\|)/)
      .map((cell, place) => {
        const isRank = place === 2 && rank.test(cell);
        if (cell === '|' || isRank || !this.#isRefused(cell, counted)) return cell;
        return ` ${REFUSED_SENTENCE}${/\s*$/.exec(cell)?.[0] ?? ''}`;
      })
      .join('');
  }
}
