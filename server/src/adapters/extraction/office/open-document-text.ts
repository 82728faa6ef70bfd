/** OpenDocument texts: headings, lists, tables row by row, notes where they are called. */
import { type Extracted, notesOf, Unreadable } from '../extracted.ts';
import { withHandMadeHeadings } from '../markup/hand-made-headings.ts';
import { MarkupBuilder } from '../markup/markup-builder.ts';
import { writeMarkup } from '../markup/write-markup.ts';
import { type Attributes, readXml } from '../packed/xml.ts';
import { readZip } from '../packed/zip.ts';
import { withoutPages } from '../text/plain-text.ts';

const PARTS = /^(?:content\.xml|META-INF\/manifest\.xml)$/;

/** Elements whose text is no part of the document: comments, deleted text, descriptions of pictures. */
const LEFT_OUT = new Set([
  'tracked-changes',
  'annotation',
  'title',
  'desc',
  'event-listeners',
  'forms',
  'note-citation',
]);

export function readOdt(bytes: Buffer): Extracted {
  const parts = readZip(bytes, (name) => PARTS.test(name));
  if (parts.get('META-INF/manifest.xml')?.includes('encryption-data')) throw new Unreadable('file_encrypted');
  const content = parts.get('content.xml');
  if (!content) throw new Unreadable('file_corrupt');
  const reader = new OdtReader();
  readXml(content, reader);
  return withoutPages(
    writeMarkup(withHandMadeHeadings(reader.markup.body)),
    notesOf({ struck: reader.struck }),
  );
}

/** Elements that the tree has under names of its own. */
const TAGS: Record<string, string> = {
  'list-item': 'li',
  table: 'table',
  'table-header-rows': 'thead',
  'table-row': 'tr',
};

/** The automatic styles that say what a stretch of text is. */
type Styles = {
  struck: Set<string>;
  /** Bold or underlined. */
  strong: Set<string>;
  titles: Map<string, string>;
  ordered: Set<string>;
};

class OdtReader {
  readonly markup = new MarkupBuilder();
  /** Passages that are struck through, and left out. */
  struck = 0;
  readonly #styles: Styles = {
    struck: new Set(),
    strong: new Set(),
    titles: new Map([
      ['Title', 'h1'],
      ['Subtitle', 'h2'],
    ]),
    ordered: new Set(),
  };
  /** The notes of the document, each under its number. */
  readonly #notes = new MarkupBuilder();
  #target = this.markup;
  #style = '';
  #noteNumber = 0;
  #isInBody = false;
  /** Depth within an element that is left out, or that is struck through. */
  #skipped = 0;
  /** The tags in the tree of the elements that are open, innermost last; empty where the tree has none. */
  readonly #tags: string[] = [];

  constructor() {
    this.#notes.begin('ol');
  }

  readonly open = (name: string, attributes: Attributes): void => {
    if (this.#isInBody && this.#skipped === 0 && name === 'note') this.#callNote();
    const isStruck = this.#isStruck(name, attributes);
    if (this.#skipped === 0 && isStruck) this.struck += 1;
    if (this.#skipped > 0 || (this.#isInBody && LEFT_OUT.has(name)) || isStruck) {
      this.#skipped += 1;
      return;
    }
    if (name === 'body') this.#isInBody = true;
    if (!this.#isInBody) this.#learnStyle(name, attributes);
    this.#tags.push(this.#isInBody ? this.#begin(name, attributes) : '');
  };

  readonly close = (name: string): void => {
    if (this.#skipped > 0) {
      this.#skipped -= 1;
      return;
    }
    const tag = this.#tags.pop();
    if (tag) this.#target.end(tag);
    if (name === 'note-body') this.#target = this.markup;
    if (name === 'body') this.#endNotes();
  };

  readonly text = (piece: string): void => {
    if (this.#isInBody && this.#skipped === 0) this.#target.text(piece);
  };

  #callNote(): void {
    this.#noteNumber += 1;
    this.#target.begin('a', `href="#footnote-${this.#noteNumber}"`);
    this.#target.text(String(this.#noteNumber));
    this.#target.end('a');
  }

  #isStruck(name: string, { 'style-name': style = '' }: Attributes): boolean {
    return this.#isInBody && (name === 'span' || name === 'p') && this.#styles.struck.has(style);
  }

  #learnStyle(name: string, attributes: Attributes): void {
    if (name === 'style' || name === 'list-style') {
      this.#style = attributes.name ?? '';
      const title = this.#styles.titles.get(attributes['parent-style-name'] ?? '');
      if (title) this.#styles.titles.set(this.#style, title);
    }
    const crossed = attributes['text-line-through-style'] ?? attributes['text-line-through-type'] ?? 'none';
    if (name === 'text-properties' && crossed !== 'none') this.#styles.struck.add(this.#style);
    if (name === 'text-properties' && isEmphasis(attributes)) this.#styles.strong.add(this.#style);
    if (name === 'list-level-style-number' && attributes.level === '1') this.#styles.ordered.add(this.#style);
  }

  /** The tag that the element has in the tree, which it begins; empty for one that only holds others. */
  #begin(name: string, attributes: Attributes): string {
    const markup = this.#target;
    switch (name) {
      case 'h':
        return this.#heading(`h${Math.min(6, Math.max(1, Number(attributes['outline-level']) || 1))}`);
      case 'p': {
        const title = this.#styles.titles.get(attributes['style-name'] ?? '');
        if (title) return this.#heading(title);
        const tag = started(markup, 'p');
        if (this.#styles.strong.has(attributes['style-name'] ?? '')) markup.begin('strong');
        return tag;
      }
      case 'span':
        return this.#styles.strong.has(attributes['style-name'] ?? '') ? started(markup, 'strong') : '';
      case 'list':
        return started(markup, this.#styles.ordered.has(attributes['style-name'] ?? '') ? 'ol' : 'ul');
      case 'table-cell':
        return started(markup, 'td', spans(attributes));
      case 'note-body':
        this.#target = this.#notes;
        return started(this.#notes, 'li', `id="footnote-${this.#noteNumber}"`);
      default:
        return this.#beginPlain(name, attributes);
    }
  }

  #beginPlain(name: string, attributes: Attributes): string {
    const markup = this.#target;
    const tag = TAGS[name] ?? '';
    if (tag) markup.begin(tag);
    else if (name === 's') markup.text(' '.repeat(Math.min(100, Number(attributes.c ?? 1) || 1)));
    else if (name === 'tab') markup.text('\t');
    else if (name === 'line-break') markup.lineBreak();
    return tag;
  }

  /** Numbered headings stand within lists, which they are no items of. */
  #heading(tag: string): string {
    while (this.#target.isWithin('li')) this.#target.end(this.#target.isWithin('ol') ? 'ol' : 'ul');
    return started(this.#target, tag);
  }

  #endNotes(): void {
    this.#isInBody = false;
    this.markup.body.children.push(...this.#notes.body.children);
  }
}

function started(markup: MarkupBuilder, tag: string, attributes = ''): string {
  markup.begin(tag, attributes);
  return tag;
}

const isEmphasis = (attributes: Attributes): boolean =>
  attributes['font-weight'] === 'bold' || (attributes['text-underline-style'] ?? 'none') !== 'none';

const spans = (attributes: Attributes): string =>
  `colspan="${attributes['number-columns-spanned'] ?? 1}" rowspan="${attributes['number-rows-spanned'] ?? 1}"`;
