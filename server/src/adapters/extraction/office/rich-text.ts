/** Rich Text Format: paragraphs, headings by their outline or style, tables row by row, footnotes where they are called. */
import { type Extracted, notesOf, Unreadable } from '../extracted.ts';
import { withHandMadeHeadings } from '../markup/hand-made-headings.ts';
import { MarkupBuilder } from '../markup/markup-builder.ts';
import { writeMarkup } from '../markup/write-markup.ts';
import { withoutPages } from '../text/plain-text.ts';
import { CHARSETS, encodingOf, type RtfToken, rtfTokens } from './rtf-tokens.ts';

/** Groups within groups; word processors write some thirty. */
const DEPTH_MAX = 1_000;

export function readRtf(bytes: Buffer): Extracted {
  if (!bytes.subarray(0, 64).includes('{\\rtf')) throw new Unreadable('file_not_what_it_says');
  const reader = new RtfReader();
  for (const token of rtfTokens(bytes.toString('latin1'))) reader.read(token);
  return withoutPages(reader.written(), notesOf({ struck: reader.struck }));
}

/** Destinations whose text is no part of the document. */
const LEFT_OUT = new Set(
  'colortbl info pict object objdata header headerl headerr headerf footer footerl footerr footerf fldinst listtable listoverridetable themedata datastore xmlnstbl filetbl revtbl rsidtbl generator nonshppict annotation atnid atnauthor do latentstyles colorschememapping'.split(
    ' ',
  ),
);
/** Destinations behind `\*` that are read all the same. */
const KNOWN = new Set(['fldrslt', 'shptxt', 'footnote', 'pntext', 'listtext']);

const WORDS: Record<string, string> = {
  emdash: '—',
  endash: '–',
  emspace: ' ',
  enspace: ' ',
  qmspace: ' ',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  tab: '\t',
};
const SYMBOLS: Record<string, string> = { '~': '\u00a0', _: '-', '\\': '\\', '{': '{', '}': '}' };

/** Words that begin struck, hidden or deleted text, and end it with a zero. */
const UNSEEN = new Set(['strike', 'striked', 'v', 'deleted']);
const HEADING_STYLE = /^(?:heading|título|titulo|cabeçalho)\s+([1-6])/i;
const STRONG = /^(?:b|ul(?:w|d|db|th|none)?)$/;
type Destination = 'body' | 'fonts' | 'styles' | 'note' | 'bullet' | 'none';

type Group = {
  destination: Destination;
  /** Struck through, hidden or deleted text. */
  isUnseen: boolean;
  /** Bold or underlined. */
  isStrong: boolean;
  font: number;
  /** How many characters stand for a Unicode one in readers that know none. */
  fallback: number;
};

class RtfReader {
  /** Passages that are struck through, and left out. */
  struck = 0;
  readonly #markup = new MarkupBuilder();
  readonly #notes = new MarkupBuilder();
  readonly #groups: Group[] = [];
  #group: Group = { destination: 'body', isUnseen: false, isStrong: false, font: 0, fallback: 1 };
  #encoding = 'windows-1252';
  readonly #fontEncodings = new Map<number, string>();
  readonly #headingStyles = new Map<number, number>();
  /** The font or style that its table describes at the moment. */
  #described = 0;
  #styleName = '';
  #heading = 0;
  #isInTable = false;
  #bullet = '';
  #noteNumber = 0;
  #isIgnorable = false;
  /** Characters to pass over behind a Unicode one. */
  #toSkip = 0;
  #bytes: number[] = [];

  constructor() {
    this.#notes.begin('ol');
  }

  written(): string {
    this.#flush();
    const { body } = this.#markup;
    const headed = withHandMadeHeadings(body);
    return writeMarkup({ ...headed, children: [...headed.children, ...this.#notes.body.children] });
  }

  read(token: RtfToken): void {
    if (token.kind === 'byte') {
      this.#byte(token.byte);
      return;
    }
    this.#flush();
    if (token.kind === 'begin') this.#beginGroup();
    else if (token.kind === 'end') this.#endGroup();
    else if (token.kind === 'text') this.#characters(token.text);
    else if (token.kind === 'symbol') this.#symbol(token.symbol);
    else if (this.#isIgnorable && !KNOWN.has(token.word)) {
      this.#isIgnorable = false;
      this.#group.destination = 'none';
    } else {
      this.#isIgnorable = false;
      this.#word(token.word, token.number);
    }
  }

  #beginGroup(): void {
    if (this.#groups.length >= DEPTH_MAX) throw new Unreadable('file_corrupt');
    this.#groups.push(this.#group);
    this.#group = { ...this.#group };
    this.#toSkip = 0;
  }

  #endGroup(): void {
    const outer = this.#groups.pop();
    if (!outer) return;
    if (this.#group.destination === 'note' && outer.destination !== 'note') this.#notes.end('li');
    if (this.#group.destination === 'styles') this.#endStyle();
    this.#group = outer;
    this.#isIgnorable = false;
    this.#toSkip = 0;
  }

  #endStyle(): void {
    const level = HEADING_STYLE.exec(this.#styleName.trim())?.[1];
    if (level) this.#headingStyles.set(this.#described, Number(level));
    this.#styleName = '';
  }

  #symbol(symbol: string): void {
    if (symbol === '*') this.#isIgnorable = true;
    else if (symbol === '\n' || symbol === '\r') this.#endParagraph();
    else this.#characters(SYMBOLS[symbol] ?? '');
  }

  /** Bytes are decoded together: in some encodings a character takes two. */
  #byte(byte: number): void {
    if (this.#toSkip > 0) this.#toSkip -= 1;
    else this.#bytes.push(byte);
  }

  #flush(): void {
    if (this.#bytes.length === 0) return;
    const encoding = this.#fontEncodings.get(this.#group.font) ?? this.#encoding;
    const text = new TextDecoder(encoding).decode(Uint8Array.from(this.#bytes));
    this.#bytes = [];
    this.#write(text);
  }

  #characters(text: string): void {
    const skipped = Math.min(this.#toSkip, text.length);
    this.#toSkip -= skipped;
    this.#write(text.slice(skipped));
  }

  #write(text: string): void {
    if (!text || this.#group.isUnseen) return;
    const { destination } = this.#group;
    if (destination === 'styles') this.#styleName += text;
    else if (destination === 'bullet') this.#bullet += text;
    else if (destination === 'note') this.#notes.text(text);
    else if (destination === 'body') {
      this.#place(text);
      if (this.#group.isStrong) this.#markup.begin('strong');
      this.#markup.text(text);
      if (this.#group.isStrong) this.#markup.end('strong');
    }
  }

  /** Opens the cell, the heading or the paragraph that the text belongs to. */
  #place(text: string): void {
    const markup = this.#markup;
    if (this.#isInTable) {
      for (const tag of ['table', 'tr', 'td']) if (!markup.isWithin(tag)) markup.begin(tag);
    } else if (markup.isWithin('table')) markup.end('table');
    if (this.#isInTable || markup.isWithin('p') || markup.isWithin(`h${this.#heading}`) || !text.trim())
      return;
    markup.begin(this.#heading > 0 ? `h${this.#heading}` : 'p');
    if (this.#heading === 0 && this.#bullet.trim())
      markup.text(/\d|\p{L}/u.test(this.#bullet) ? `${this.#bullet.trim()} ` : '- ');
    this.#bullet = '';
  }

  #endParagraph(): void {
    if (this.#group.destination === 'note') this.#notes.lineBreak();
    if (this.#group.destination !== 'body') return;
    if (this.#isInTable) this.#markup.lineBreak();
    else for (const tag of ['p', `h${this.#heading}`]) this.#markup.end(tag);
    this.#bullet = '';
  }

  #word(word: string, number: number | null): void {
    const group = this.#group;
    if (LEFT_OUT.has(word)) group.destination = 'none';
    else if (WORDS[word]) this.#characters(WORDS[word] ?? '');
    else if (!this.#destination(word) && !this.#paragraphWord(word, number)) this.#textWord(word, number);
  }

  #destination(word: string): boolean {
    const group = this.#group;
    if (word === 'fonttbl') group.destination = 'fonts';
    else if (word === 'stylesheet') group.destination = 'styles';
    else if (word === 'listtext' || word === 'pntext') group.destination = 'bullet';
    else if (word === 'footnote') this.#beginNote();
    else return false;
    return true;
  }

  #beginNote(): void {
    this.#noteNumber += 1;
    this.#group.destination = 'note';
    this.#place('…');
    this.#markup.begin('a', `href="#footnote-${this.#noteNumber}"`);
    this.#markup.text(String(this.#noteNumber));
    this.#markup.end('a');
    this.#notes.begin('li', `id="footnote-${this.#noteNumber}"`);
  }

  #paragraphWord(word: string, number: number | null): boolean {
    if (this.#group.destination === 'styles' && word === 's') this.#described = number ?? 0;
    if (this.#group.destination !== 'body') return this.#noteWord(word);
    const act = this.#paragraphActs[word];
    act?.(number);
    return act !== undefined;
  }

  readonly #paragraphActs: Record<string, ((number: number | null) => void) | undefined> = {
    par: () => this.#endParagraph(),
    sect: () => this.#endParagraph(),
    page: () => this.#endParagraph(),
    line: () => this.#markup.lineBreak(),
    pard: () => {
      this.#isInTable = false;
      this.#heading = 0;
    },
    intbl: () => {
      this.#isInTable = true;
    },
    cell: () => this.#endCell(),
    nestcell: () => this.#endCell(),
    row: () => this.#markup.end('tr'),
    s: (number) => {
      this.#heading = this.#headingStyles.get(number ?? 0) ?? this.#heading;
    },
    outlinelevel: (number) => {
      if (number !== null && number < 6) this.#heading = number + 1;
    },
  };

  #endCell(): void {
    this.#place('');
    this.#markup.end('td');
  }

  #noteWord(word: string): boolean {
    if (word === 'par') this.#endParagraph();
    return word === 'par';
  }

  #textWord(word: string, number: number | null): void {
    const group = this.#group;
    if (word === 'u') this.#unicode(number ?? 0);
    else if (word === 'uc') group.fallback = number ?? 1;
    else if (UNSEEN.has(word)) {
      group.isUnseen = number !== 0;
      if (group.isUnseen && word.startsWith('strike')) this.struck += 1;
    } else if (word === 'plain') {
      group.isUnseen = false;
      group.isStrong = false;
    } else if (STRONG.test(word)) group.isStrong = word !== 'ulnone' && number !== 0;
    else if (word === 'ansicpg') this.#encoding = encodingOf(`windows-${number}`) ?? this.#encoding;
    else if (word === 'f' || word === 'fcharset') this.#fontWord(word, number ?? 0);
  }

  #fontWord(word: 'f' | 'fcharset', number: number): void {
    const encoding = CHARSETS[number];
    if (word === 'fcharset') {
      if (encoding) this.#fontEncodings.set(this.#described, encoding);
    } else if (this.#group.destination === 'fonts') this.#described = number;
    else this.#group.font = number;
  }

  /** Numbers above 32,767 are written as negative ones. */
  #unicode(number: number): void {
    this.#toSkip = 0;
    this.#write(String.fromCharCode((number + 0x10000) % 0x10000));
    this.#toSkip = this.#group.fallback;
  }
}
