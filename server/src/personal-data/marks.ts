/** Marks such as `[CPF 1]` that take the place of personal data before a text leaves, and how they are put back. */
import type { PersonalDataKind } from '#contract/personal-data.ts';
import { findPersonalData } from './scan.ts';

const LABELS = {
  cpf: 'CPF',
  cnpj: 'CNPJ',
  pis: 'PIS',
  cns: 'CNS',
  card: 'CARTÃO',
  email: 'E-MAIL',
  phone: 'TELEFONE',
} as const satisfies Record<PersonalDataKind, string>;

/** How many there are of each kind. */
export type KindCounts = Partial<Record<PersonalDataKind, number>>;

/** A mark is at most this long in UTF-16 code units, however a model spells it. */
const MARK_MAX = 20;
const ALTERNATIVES = Object.values(LABELS).join('|');
const MARK = new RegExp(`[\\[【]\\s?(${ALTERNATIVES})\\s?(\\d{1,7})\\s?[\\]】]`, 'giu');
const TYPED_MARK = new RegExp(`[\\[【](\\s?(?:${ALTERNATIVES})\\s?\\d{1,7}\\s?)[\\]】]`, 'giu');
/** The beginning of a mark at the end of a text. */
const UNFINISHED = new RegExp(`[\\[【]\\s?(?:${Object.values(LABELS).map(beginningOf).join('|')})?$`, 'iu');

function beginningOf(label: string): string {
  const [first = '', ...letters] = label;
  const rest = letters.reduceRight((after, letter) => `(?:${letter}${after})?`, '(?:\\s?\\d{0,7}\\s?)?');
  return first + rest;
}

type Mark = { text: string; original: string; isPutBack: boolean };

/** The marks of one model call. Nothing of it is kept afterwards. */
export class Marks {
  readonly #kinds: readonly PersonalDataKind[];
  readonly #byValue = new Map<string, Mark>();
  readonly #byMark = new Map<string, Mark>();
  readonly counts: KindCounts = {};

  constructor(kinds: readonly PersonalDataKind[]) {
    this.#kinds = kinds;
  }

  /** How many different values have a mark. */
  get size(): number {
    return this.#byValue.size;
  }

  /**
   * Numbers follow the order of the calls, and the same value in another spelling has the number it has. A mark whose
   * value came with `isPutBack` at least once is put back. A mark that somebody typed becomes `(CPF 1)`.
   */
  mask(text: string, isPutBack = true): string {
    const found = findPersonalData(text, this.#kinds);
    let masked = '';
    let from = 0;
    for (const { kind, value, start, end } of found) {
      const mark = this.#markOf(kind, value, text.slice(start, end));
      mark.isPutBack ||= isPutBack;
      masked += withoutTypedMarks(text.slice(from, start)) + mark.text;
      from = end;
    }
    return masked + withoutTypedMarks(text.slice(from));
  }

  /** Puts the values back in the first spelling in which they came; unknown marks stay. */
  putBack(text: string, written = (original: string) => original): string {
    if (!this.size) return text;
    return text.replace(MARK, (found, label: string, number: string) => {
      const mark = this.#byMark.get(`[${label.toUpperCase()} ${Number(number)}]`);
      return mark?.isPutBack ? written(mark.original) : found;
    });
  }

  #markOf(kind: PersonalDataKind, value: string, original: string): Mark {
    const key = `${kind} ${value}`;
    const known = this.#byValue.get(key);
    if (known) return known;
    const number = (this.counts[kind] ?? 0) + 1;
    this.counts[kind] = number;
    const mark = { text: `[${LABELS[kind]} ${number}]`, original, isPutBack: false };
    this.#byValue.set(key, mark);
    this.#byMark.set(mark.text, mark);
    return mark;
  }
}

const withoutTypedMarks = (text: string) => text.replace(TYPED_MARK, '($1)');

/** Marks without numbers, for a text whose like must have the like embedding. */
export function maskUnnumbered(text: string, kinds: readonly PersonalDataKind[]): string {
  let masked = '';
  let from = 0;
  for (const { kind, start, end } of findPersonalData(text, kinds)) {
    masked += `${text.slice(from, start)}[${LABELS[kind]}]`;
    from = end;
  }
  return masked + text.slice(from);
}

/** How a value stands inside a string of JSON. */
export const insideJson = (original: string): string => JSON.stringify(original).slice(1, -1);

/** Puts marks back in a text that comes in pieces, wherever it is cut. */
export class MarkedStream {
  readonly #marks: Marks;
  readonly #written: ((original: string) => string) | undefined;
  #pending = '';

  constructor(marks: Marks, written?: (original: string) => string) {
    this.#marks = marks;
    this.#written = written;
  }

  /** Keeps back only an end that may still become a mark. */
  take(piece: string): string {
    const text = this.#pending + piece;
    const from = Math.max(0, text.length - MARK_MAX);
    const held = UNFINISHED.exec(text.slice(from));
    const until = held ? from + held.index : text.length;
    this.#pending = text.slice(until);
    return this.#marks.putBack(text.slice(0, until), this.#written);
  }

  /** The end that was kept back, as it is. */
  end(): string {
    const pending = this.#pending;
    this.#pending = '';
    return pending;
  }
}
