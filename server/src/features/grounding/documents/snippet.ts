/** The lines of a passage that show best why it was found: a literal span of the document, without the marks around code. */

import { fenceLines } from '#contract/markdown/lines.ts';
import { endsSentence } from '../../../language/sentence-ends.ts';
import { prefixStemOf } from '../../../language/stems.ts';
import { isFunctionWord } from '../../../language/stop-words.ts';
import { fold, wordsOf } from '../../../language/words.ts';
import type { Span } from '../../knowledge/search/fill-context.ts';

export const SNIPPET_LENGTH = 240;
/** A snippet that ends with a sentence may be this much shorter, not less. */
const SNIPPET_MIN_LENGTH = 80;
/** How much is shown before a word in the midst of a long sentence. */
const LEAD_LENGTH = 60;

type Hit = { at: number; end: number; stem: string };

type Snippet = {
  snippet: string;
  start: number;
  end: number;
  /** On which the snippet begins; null where the document has none. */
  page: number | null;
};

export function snippetOf(spans: Span[], question: string): Snippet {
  const asked = new Set(
    wordsOf(question)
      .filter((word) => !isFunctionWord(word))
      .map(prefixStemOf),
  );
  const { start = 0, page = null } = spans[0] ?? {};
  let best: Snippet & { score: number } = { snippet: '', start, end: start, page, score: -1 };
  for (const span of spans) {
    const hits = hitsIn(span.content, asked);
    const fences = fenceLines(span.content);
    const starts = beginnings(span.content, hits).filter(
      ({ at }) => !fences.some((fence) => fence.start <= at && at < fence.end),
    );
    for (const { at, isSentence } of starts) {
      const next = fences.find((fence) => fence.start >= at)?.start;
      const end = endFrom(span.content.slice(0, next), at);
      const score = scoreOf(hits, at, end) + (isSentence ? 0.5 : 0);
      if (end > at && score > best.score)
        best = {
          snippet: span.content.slice(at, end),
          start: span.start + at,
          end: span.start + end,
          page: pageAt(span, at),
          score,
        };
    }
  }
  const { score: _, ...snippet } = best;
  return snippet;
}

/** A page of a text ends with a form feed. */
const pageAt = ({ page, content }: Span, at: number): number | null =>
  page === null ? null : page + content.slice(0, at).split('\f').length - 1;

function hitsIn(content: string, asked: Set<string>): Hit[] {
  return [...content.matchAll(/[\p{L}\p{N}\p{M}]+/gu)]
    .map((word) => ({ at: word.index, end: word.index + word[0].length, stem: prefixStemOf(fold(word[0])) }))
    .filter(({ stem }) => asked.has(stem));
}

/** Where a snippet may begin: at sentences and lines, and shortly before a word that was asked for. */
function beginnings(content: string, hits: Hit[]): { at: number; isSentence: boolean }[] {
  const sentences = bordersIn(content).map(({ start }) => ({ at: start, isSentence: true }));
  const words = hits.map(({ at }) => {
    const border = content.slice(0, Math.max(0, at - LEAD_LENGTH)).search(/\S*$/);
    return { at: border + (/^\s*/.exec(content.slice(border))?.[0].length ?? 0), isSentence: false };
  });
  return [...sentences, ...words];
}

type Border = {
  /** Behind the words before it. */
  end: number;
  /** On the first word behind it. */
  start: number;
  isSentence: boolean;
};

/** The beginning of a text and where its sentences and lines begin; «Art. 5º» is one beginning. */
function bordersIn(content: string): Border[] {
  const words = [...content.matchAll(/\S+/g)];
  const borders: Border[] = [];
  let opens = true;
  for (const [place, word] of words.entries()) {
    const before = words[place - 1];
    const end = before ? before.index + before[0].length : 0;
    const isSentence: boolean = before !== undefined && endsSentence(before[0], word[0], opens);
    opens = !before || isSentence || content.slice(end, word.index).includes('\n');
    if (opens) borders.push({ end, start: word.index, isSentence });
  }
  return borders;
}

/** The end of the last sentence that fits, else of the last word; never within a character. */
function endFrom(content: string, at: number): number {
  const room = content.slice(at, at + SNIPPET_LENGTH);
  if (at + room.length === content.length) return at + room.trimEnd().length;
  // The next word decides whether a full stop ends a sentence.
  const next = /^\S*\s+\S+/.exec(content.slice(at + room.length))?.[0] ?? '';
  const ends = bordersIn(room + next).filter(({ end, isSentence }) => isSentence && end <= room.length);
  const sentence = ends.at(-1)?.end ?? 0;
  if (sentence >= SNIPPET_MIN_LENGTH) return at + sentence;
  const whole = /\s/.test(content.charAt(at + SNIPPET_LENGTH)) ? room : room.replace(/\s+\S*$/, '');
  return at + (/[\ud800-\udbff]$/.test(whole) ? whole.slice(0, -1) : whole).trimEnd().length;
}

/** Different words count; then how soon the first one comes, then how many there are. */
function scoreOf(hits: Hit[], start: number, end: number): number {
  const inside = hits.filter((hit) => hit.at >= start && hit.end <= end);
  const lead = inside[0] ? (inside[0].at - start) / SNIPPET_LENGTH : 1;
  return new Set(inside.map(({ stem }) => stem)).size - 0.4 * lead + inside.length / 1_000;
}
