/** The expectation of a check that is kept from an answer: the citation and the words that carry it. */

import type { Source } from '#contract/citations.ts';
import type { Expectation } from '#contract/expectations.ts';
import { citedFirst } from '../../conversation/sources/source-words.ts';

const TEXTS_MAX = 2;
/** Shorter words say little about the subject of a sentence. */
const WORD_MIN_LETTERS = 6;

/** The same document must be cited again, with the same facts; an answer that cites nothing must stay a refusal. */
export function expectationOf(
  { text, sources }: { text: string; sources: Source[] },
  question: string,
): Expectation {
  const { cited } = citedFirst(text, sources);
  const source = cited.find(({ kind }) => kind === 'document') ?? cited[0];
  if (!source) return { kind: 'refuses', value: null };
  const contains = tellingTexts(sentencesOf(text, source.index), question);
  if (!contains.length) return { kind: 'cites', value: source.title };
  const cites = { kind: 'cites' as const, value: source.title };
  return { kind: 'all', of: [cites, ...contains.map((value) => ({ kind: 'contains' as const, value }))] };
}

/** The sentences that the source stands for: those between the marker before and its own, without Markdown. */
function sentencesOf(text: string, index: number): string[] {
  const before = text.slice(0, text.indexOf(`[${index}]`)).replace(/(?:\s*\[\d+\])+$/, '');
  const own = before.slice(before.lastIndexOf(']') + 1);
  return own
    .split(/(?<=[.!?:])\s+|\n+/)
    .map((sentence) => sentence.replace(/[*_`#>|]/g, ' ').trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence) && !sentence.endsWith(':'));
}

/** Figures with their unit decide what an answer says; without figures, long words that the question lacks do. */
function tellingTexts(sentences: string[], question: string): string[] {
  const asked = folded(question);
  const isNew = (text: string) => !asked.includes(folded(text));
  const facts = sentences.flatMap((sentence) => sentence.match(FIGURE) ?? []).filter(isNew);
  if (facts.length) return [...new Set(facts)].slice(0, TEXTS_MAX);
  const words = [...new Set(sentences[0]?.match(/\p{L}+/gu) ?? [])];
  const telling = words.filter((word) => word.length >= WORD_MIN_LETTERS && isNew(word));
  const longest = telling.toSorted((a, b) => b.length - a.length).slice(0, TEXTS_MAX);
  return telling.filter((word) => longest.includes(word));
}

/** «R$ 1.250,00», «2%», «30 minutos»: the word after an amount of money is no unit of it. */
const FIGURE =
  /R\$\s?\d+(?:[.,]\d+)*(?:\s(?:mil|milhão|milhões|bilhão|bilhões)\b)?|\d+(?:[.,/:]\d+)*(?:\s?%|\s\p{Ll}{4,})?/gu;

const folded = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}+/gu, '');
