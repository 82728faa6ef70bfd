/** Words that a line's end or a font's accents have taken apart. */
import { wordsOf } from '../../../../language/words.ts';
import type { Line } from './lines.ts';

/** Pronouns that hang on a verb keep their hyphen ("encontra-se"); most other short ends are syllables ("regi-me"). */
const HANGS = [/\p{L}{3}[aemr][-\u2010]\nse(?!\p{L})/u, /\p{L}{3}[-\u2010]\nlhes?(?!\p{L})/u];
/** First parts of words that are written with a hyphen. */
const PREFIXES = new Set(
  'anti auto bem co contra ex extra inter mal mini multi nao pos pre pro recem sem semi sub super vice'.split(
    ' ',
  ),
);
/** So often both parts stand alone before a word that is never whole keeps its hyphen. */
const ALONE_MIN = 2;
const ENDS_IN_HYPHEN = /([\p{L}\p{N}\-\u2010]*\p{L})[-\u2010]$/u;
const ENDS_IN_ADDRESS = /(?:https?:\/\/|www\.)\S+$/;
/** An address goes on without a blank in its first letters. */
const ADDRESS_PART = /^[\w./?=&%#~+-][^\s]{7}/;
const HYPHENATED = /\p{L}+(?:[-\u2010]\p{L}+)+/gu;

/** Joins the lines of a paragraph by the words that stand elsewhere in the file. */
export class LineJoiner {
  readonly #counts = new Map<string, number>();
  readonly #hyphenated = new Set<string>();
  readonly #addresses: Set<string>;

  /** `addresses`: where the links of the file lead. */
  constructor(lines: Line[], addresses: Iterable<string> = []) {
    this.#addresses = new Set(addresses);
    for (const { text } of lines) {
      // The last word may be a part of one, and so may the first.
      const inner = text.replace(/\S+[-\u2010\u00ad]$/, '');
      for (const word of wordsOf(inner)) this.#counts.set(word, this.#count(word) + 1);
      for (const [word] of inner.matchAll(HYPHENATED)) this.#hyphenated.add(keyOf(word));
    }
  }

  /** `blank` stands between two words. */
  join(text: string, next: string, blank = ' '): string {
    if (text.endsWith('\u00ad')) return text.slice(0, -1) + next;
    // A paragraph grows line by line: only its last word is looked at.
    const last = text.slice(Math.max(text.lastIndexOf(' '), text.lastIndexOf('\n')) + 1);
    if (this.#goesOnInAddress(last, next)) return text + next;
    const left = ENDS_IN_HYPHEN.exec(last)?.[1];
    const right = /^\p{Ll}[\p{L}]*(?:[-\u2010]\p{L}+)*/u.exec(next)?.[0];
    if (left === undefined || right === undefined) return text + blank + next;
    return (this.#keepsHyphen(left, right, `${text.slice(-5)}\n${next}`) ? text : text.slice(0, -1)) + next;
  }

  #keepsHyphen(left: string, right: string, edge: string): boolean {
    if (/[-\u2010]/.test(left)) return true;
    const first = wordsOf(left).join('');
    const [second = ''] = wordsOf(right);
    const whole = this.#count(first + second);
    if (whole) return false;
    if (this.#hyphenated.has(keyOf(`${left}-${right}`))) return true;
    if (HANGS.some((hangs) => hangs.test(edge)) || PREFIXES.has(first)) return true;
    return this.#count(first) >= ALONE_MIN && this.#count(second) >= ALONE_MIN;
  }

  #goesOnInAddress(text: string, next: string): boolean {
    const address = ENDS_IN_ADDRESS.exec(text)?.[0];
    if (!address) return false;
    const bare = (url: string) => url.replace(/[.,;:)\]]+$/, '');
    const part = /^\S*/.exec(next)?.[0] ?? '';
    if (this.#leadsTo(bare(address + part))) return true;
    return !this.#leadsTo(bare(address)) && ADDRESS_PART.test(next);
  }

  #leadsTo(address: string): boolean {
    return ['', 'http://', 'https://'].some((protocol) =>
      ['', '/'].some((end) => this.#addresses.has(protocol + address + end)),
    );
  }

  #count(word: string): number {
    return this.#counts.get(word) ?? 0;
  }
}

const keyOf = (word: string) => wordsOf(word).join('-');

/** Accents that stand by themselves, the mark that composes each, and the letters it stands on. */
const ACCENTS: Record<string, { mark: string; letters: string }> = {
  '\u00b4': { mark: '\u0301', letters: 'aeiouc\u0131ny' },
  '\u02c6': { mark: '\u0302', letters: 'aeo' },
  '\u02dc': { mark: '\u0303', letters: 'ano' },
  '\u00a8': { mark: '\u0308', letters: 'ui' },
  '\u00b8': { mark: '\u0327', letters: 'c' },
};
const ACCENT = /[\u00b4\u02c6\u02dc\u00a8\u00b8]/g;
/** So many of them are no chance. */
const ACCENTS_MIN = 3;
const BEFORE = /([\u00b4\u02c6\u02dc\u00a8\u00b8]) ?([a-z\u0131])/giu;
const AFTER = /([a-z\u0131]) ?([\u00b4\u02c6\u02dc\u00a8\u00b8])/giu;
/** The grave is an opening quotation mark but in «à» and «às». */
const GRAVE = /(?<!\p{L})` ?(a)(?=s?(?!\p{L}))/giu;

/** Composes the accents that a font draws apart from their letters, where a file has several; never in code. */
export function composeAccents(lines: Line[]): void {
  const prose = lines.filter(({ isMono }) => !isMono);
  const all = prose.map(({ text }) => text).join('\n');
  if ((all.match(ACCENT)?.length ?? 0) < ACCENTS_MIN) return;
  const before = countOf(all, BEFORE, (accent, letter) => standsOn(accent, letter));
  const after = countOf(all, AFTER, (letter, accent) => standsOn(accent, letter));
  const compose =
    before >= after ? (text: string) => afterwards(first(text)) : (text: string) => first(afterwards(text));
  for (const line of prose) {
    line.text = compose(line.text)
      .replace(GRAVE, (_, letter: string) => `${letter}\u0300`)
      .normalize('NFC');
    for (const { cells } of line.table?.rows ?? [])
      for (const [column, cell] of cells.entries()) cells[column] = compose(cell).normalize('NFC');
  }
}

const first = (text: string) =>
  text.replace(BEFORE, (all, accent: string, letter: string) => composed(all, letter, accent));
const afterwards = (text: string) =>
  text.replace(AFTER, (all, letter: string, accent: string) => composed(all, letter, accent));

const standsOn = (accent: string, letter: string): boolean =>
  ACCENTS[accent]?.letters.includes(letter.toLowerCase()) ?? false;

const composed = (all: string, letter: string, accent: string): string =>
  standsOn(accent, letter) ? `${letter === '\u0131' ? 'i' : letter}${ACCENTS[accent]?.mark}` : all;

function countOf(text: string, places: RegExp, counts: (one: string, other: string) => boolean): number {
  let count = 0;
  for (const [, one = '', other = ''] of text.matchAll(places)) if (counts(one, other)) count += 1;
  return count;
}
