/**
 * Builds the tree that `writeMarkup` writes from the events of a reader: elements begin and end, text comes between.
 * Containers such as `div` are not kept: they only end the paragraph before them.
 */
import { type Element, isElement } from './markup-tree.ts';

/** Elements nested deeper than this give their text to the one at this depth; the writer calls itself for each level. */
const DEPTH_MAX = 100;

const BLOCKS = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'ul', 'ol', 'table', 'pre']);

export class MarkupBuilder {
  readonly body: Element = { tag: 'body', attributes: '', children: [] };
  readonly #open: Element[] = [this.body];
  /** Elements beyond the depth that is kept. */
  #beyond = 0;

  begin(tag: string, attributes = ''): void {
    if (this.#beyond > 0 || this.#open.length >= DEPTH_MAX) {
      this.#beyond += 1;
      return;
    }
    if (BLOCKS.has(tag)) this.breakParagraph();
    else if (this.#inner === this.body) this.#push('p', '');
    this.#push(tag, attributes);
  }

  /** Ends the innermost open element of this tag, with everything that was left open in it. */
  end(tag: string): void {
    if (this.#beyond > 0) {
      this.#beyond -= 1;
      return;
    }
    const place = this.#open.findLastIndex((element) => element.tag === tag);
    if (place > 0) this.#open.length = place;
  }

  text(piece: string): void {
    if (this.#inner === this.body) {
      if (!piece.trim()) return;
      this.#push('p', '');
    }
    this.#inner.children.push(piece);
  }

  /** Ends the open paragraph; within a cell or an item the following text begins a line of its own. */
  breakParagraph(): void {
    if (this.#beyond > 0) return;
    if (this.#open.length === 1) return;
    const place = this.#open.findLastIndex(({ tag }) => tag === 'p');
    const holder = this.#open.findLastIndex(({ tag }) => tag === 'li' || tag === 'td' || tag === 'th');
    if (place > holder) this.#open.length = place;
    const last = this.#inner.children.at(-1);
    if (this.#inner !== this.body && last !== undefined && !isElement(last, 'br')) this.lineBreak();
  }

  lineBreak(): void {
    this.#inner.children.push({ tag: 'br', attributes: '', children: [] });
  }

  isWithin(tag: string): boolean {
    return this.#open.some((element) => element.tag === tag);
  }

  get #inner(): Element {
    return this.#open.at(-1) ?? this.body;
  }

  #push(tag: string, attributes: string): void {
    const element: Element = { tag, attributes, children: [] };
    this.#inner.children.push(element);
    this.#open.push(element);
  }
}
