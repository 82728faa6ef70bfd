/** The sentences of a passage with their places, and the span of a document from one of them to another. */
import type { QuotablePassage, VerifiedSource } from '#contract/verified-answers.ts';

/** `start` and `end` are places in the passage, without the blanks around the sentence. */
export type Sentence = { text: string; start: number; end: number };

const segmenter = new Intl.Segmenter('pt-BR', { granularity: 'sentence' });

export function sentencesOf(text: string): Sentence[] {
  return [...segmenter.segment(text)].flatMap(({ segment, index }) => {
    const words = segment.trim();
    const start = index + segment.indexOf(words);
    return words ? [{ text: words, start, end: start + words.length }] : [];
  });
}

/** Literally the words of the document; undefined where there are no such sentences. */
export function spanOf(
  { text, start, ...passage }: QuotablePassage,
  sentences: Sentence[],
  [first, last]: [first: number, last: number],
): VerifiedSource | undefined {
  const [from, to] = [sentences[first]?.start, sentences[last]?.end];
  if (from === undefined || to === undefined) return undefined;
  return { ...passage, start: start + from, end: start + to, text: text.slice(from, to) };
}
