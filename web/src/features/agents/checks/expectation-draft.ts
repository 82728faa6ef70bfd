/** An expectation as it is being typed: one line for each of its parts. */
import { type Expectation, partsOf, type SingleExpectation } from '#contract/expectations.ts';

type Kind = SingleExpectation['kind'];

/** The typed values stay while the kind is changed. */
export type PartDraft = {
  /** Tells parts apart on the screen. */
  key: number;
  kind: Kind;
  text: string;
  page: string;
  most: string;
  mark: string;
  verified: string;
};

let keys = 0;

export function newPart(kind: Kind = 'contains'): PartDraft {
  keys += 1;
  return { key: keys, kind, text: '', page: '', most: '', mark: '4', verified: '' };
}

export const draftsOf = (expectation: Expectation | undefined): PartDraft[] =>
  expectation ? partsOf(expectation).map(draftOf) : [newPart()];

function draftOf(part: SingleExpectation): PartDraft {
  const draft = newPart(part.kind);
  switch (part.kind) {
    case 'contains':
    case 'equals':
    case 'cites':
      return { ...draft, text: part.value };
    case 'cites_page':
      return { ...draft, text: part.document, page: String(part.page) };
    case 'max_tokens':
    case 'max_ms':
      return { ...draft, most: String(part.n) };
    case 'rubric':
      return { ...draft, text: part.text, mark: String(part.pass) };
    case 'verified':
      return { ...draft, verified: String(part.id) };
    case 'refuses':
      return draft;
  }
}

/** Null while something is missing. */
export function expectationIn(drafts: PartDraft[]): Expectation | null {
  const parts = drafts.map(partIn);
  const complete = parts.filter((part) => part !== null);
  const [first] = complete;
  if (!first || complete.length < parts.length) return null;
  return complete.length === 1 ? first : { kind: 'all', of: complete };
}

function partIn({ kind, text, page, most, mark, verified }: PartDraft): SingleExpectation | null {
  const value = text.trim();
  if (kind === 'refuses') return { kind, value: null };
  if (kind === 'max_tokens' || kind === 'max_ms') return wholeIn(most, (n) => ({ kind, n }));
  if (kind === 'verified') return wholeIn(verified, (id) => ({ kind, id }));
  if (value === '') return null;
  if (kind === 'cites_page') return wholeIn(page, (number) => ({ kind, document: value, page: number }));
  if (kind === 'rubric') return { kind, text: value, pass: Number(mark) };
  return { kind, value };
}

function wholeIn(typed: string, made: (number: number) => SingleExpectation): SingleExpectation | null {
  const number = /^\d{1,7}$/.test(typed.trim()) ? Number(typed) : 0;
  return number > 0 ? made(number) : null;
}
