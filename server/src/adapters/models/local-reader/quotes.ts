/** Chooses the spans of the found passages that answer a question best. Each is a literal piece of a passage. */

import { stemsOf } from '../../../language/stems.ts';
import type { Prompt, PromptPassage } from '../model.ts';
import { isSource } from '../passage-text.ts';
import { formAsked } from './asked-form.ts';
import { type Block, blocksOf, isTitle, type Span } from './blocks.ts';
import { clausesAround } from './clauses.ts';
import { type Scored, scoredBlocks, termsOf } from './scores.ts';

/** Pieces of one passage that are shown together: usually one, for a long table its head and some rows. */
export type Quote = { passage: PromptPassage; kind: Block['kind'] | 'source'; spans: Span[] };

const PASSAGES_MAX = 3;
const WORDS_MAX = 150;
/** A block up to this size is quoted whole. */
const BLOCK_WORDS = 110;
/** A single unit up to this size is quoted whole; of a longer one the clauses that were asked about. */
const UNIT_WORDS = 120;
/** A sentence before a list or a table is quoted with it up to this size. */
const LEAD_SENTENCE_WORDS = 40;
/** Another passage must come this close to the best one. */
const CLOSE_ENOUGH = 0.55;
/** Below this more of the same passage is welcome, or of one nearly as good, even if it adds nothing but detail. */
const ENOUGH_WORDS = 60;
const DETAIL_CLOSE_ENOUGH = 0.74;
/** Where the best ones lack the form that is asked for, one of another passage that has it must come this close. */
const FORM_CLOSE_ENOUGH = 0.35;

type Asked = Pick<Prompt, 'question' | 'passages' | 'history'> & {
  /** An exact answer stands already: a passage is quoted only where it has every word that was asked about. */
  isAnswered?: boolean;
};

export function quotesFor({ question, passages, history, isAnswered = false }: Asked): Quote[] {
  if (!passages?.length) return [];
  const terms = termsOf(question, history);
  const candidates = scoredBlocks(passages, terms, question).sort((one, other) => other.score - one.score);
  const best = candidates[0];
  if (!best) return [];
  if (isAnswered && best.terms.size < terms.size) return [];
  if (best.terms.size === 0) return beginning(passages);

  const selection = new Selection(best, terms.size);
  for (const candidate of candidates) {
    if (selection.isComplete(candidate)) break;
    selection.consider(candidate);
  }
  const quotes = inReadingOrder(selection.quotes);
  const hasForm = formAsked(question);
  if (!hasForm || quotes.some((quote) => hasForm(textOf(quote)))) return quotes;
  const close = candidates.filter(
    ({ passage, score }) =>
      score >= FORM_CLOSE_ENOUGH * best.score || (passage === best.passage && score > 0),
  );
  return close
    .map(quoteOf)
    .filter((quote) => hasForm(textOf(quote)))
    .slice(0, 1);
}

/** The quotes that were chosen so far; each further one must add something and fit. */
class Selection {
  readonly quotes: Quote[] = [];
  readonly #covered = new Set<string>();
  readonly #best: Scored;
  /** How many terms the question has. */
  readonly #terms: number;
  #words = 0;

  constructor(best: Scored, terms: number) {
    this.#best = best;
    this.#terms = terms;
  }

  isComplete({ score }: Scored): boolean {
    if (!this.quotes.length) return false;
    const isEnough = this.#words >= ENOUGH_WORDS && this.#covered.size === this.#terms;
    return isEnough || score < CLOSE_ENOUGH * this.#best.score;
  }

  consider(candidate: Scored): void {
    if (!this.#isWelcome(candidate)) return;
    const quote = quoteOf(candidate);
    const size = wordsIn(quote);
    if (this.quotes.length && (this.#words + size > WORDS_MAX || this.#hasRepetition(quote))) return;
    this.quotes.push(quote);
    for (const term of candidate.terms) this.#covered.add(term);
    this.#words += size;
  }

  /** It names a term that no quote has yet, or there is room for more detail. */
  #isWelcome({ passage, score, terms }: Scored): boolean {
    const known = new Set(this.quotes.map((quote) => quote.passage.index));
    const isOther = !known.has(passage.index);
    if (isOther && known.size === PASSAGES_MAX) return false;
    const adds = [...terms].some((term) => !this.#covered.has(term));
    const isCloseDetail = !isOther || score >= DETAIL_CLOSE_ENOUGH * this.#best.score;
    return !this.quotes.length || adds || (this.#words < ENOUGH_WORDS && isCloseDetail);
  }

  #hasRepetition = (quote: Quote): boolean => this.quotes.some((other) => repeats(quote, other));
}

function quoteOf(candidate: Scored): Quote {
  const { passage, block } = candidate;
  const isLong = countWords(passage.text, block) > BLOCK_WORDS;
  // Part of a fenced block, or one that never ends, would swallow what follows it: its lines get a fence of their own.
  const isBare = block.kind === 'code' && (isLong || block.isOpen === true);
  if (isSource(passage.title) || isBare)
    return { passage, kind: 'source', spans: shortened(candidate, windowOf(candidate)) };
  if (block.kind === 'table' && isLong) return { passage, kind: 'table', spans: tableSpans(candidate) };
  const spans = isLong ? shortened(candidate, windowOf(candidate)) : [block];
  const [span] = spans;
  return {
    passage,
    kind: block.kind,
    spans: span && spans.length === 1 ? [withCompany(candidate, span)] : spans,
  };
}

/** A text that is too long as a whole is cut to the clauses that have most of the words asked about. */
function shortened({ passage: { text }, terms }: Scored, span: Span): Span[] {
  if (countWords(text, span) <= UNIT_WORDS) return [span];
  const scoreOf = (piece: string) => new Set(stemsOf(piece).filter((stem) => terms.has(stem))).size;
  return clausesAround(text, span, scoreOf, { words: BLOCK_WORDS, lead_words: LEAD_SENTENCE_WORDS });
}

/** Neighbouring units around the best one, the better neighbour first, as many as fit. */
function windowOf({ passage, block, units }: Scored): Span {
  const best = units.reduce((top, unit, index) => (unit.score > (units[top]?.score ?? 0) ? index : top), 0);
  let [first, last] = [best, best];
  const span = (): Span => ({
    start: units[first]?.span.start ?? block.start,
    end: units[last]?.span.end ?? block.end,
  });
  for (;;) {
    const before = units[first - 1];
    const after = units[last + 1];
    const forward = after && (!before || after.score >= before.score);
    const next = forward ? after : before;
    if (!next) return span();
    const grown = {
      start: Math.min(span().start, next.span.start),
      end: Math.max(span().end, next.span.end),
    };
    if (countWords(passage.text, grown) > BLOCK_WORDS) return span();
    if (forward) last += 1;
    else first -= 1;
  }
}

/** A list or a table comes with the sentence that leads to it, and such a sentence with its list, a title with its text. */
function withCompany(candidate: Scored, span: Span): Span {
  const start = leadOf(candidate, span);
  if (start !== undefined) return { start, end: span.end };
  const whole = { start: span.start, end: followerOf(candidate, span)?.end ?? span.end };
  return countWords(candidate.passage.text, whole) <= WORDS_MAX ? whole : span;
}

/** Where the sentence begins that leads to a list or a table. */
function leadOf({ passage: { text }, blocks, block }: Scored, span: Span): number | undefined {
  const before = blocks[blocks.indexOf(block) - 1];
  if (block.kind === 'paragraph' || span.start !== block.start) return undefined;
  if (before?.kind !== 'paragraph' || before.heading !== block.heading) return undefined;
  const lead = before.units.at(-1);
  return lead && endsInColon(text, lead) && countWords(text, lead) <= LEAD_SENTENCE_WORDS
    ? lead.start
    : undefined;
}

/** The block that a sentence with a colon or a title leads to, though not across another heading. */
function followerOf({ passage: { text }, blocks, block }: Scored, span: Span): Block | undefined {
  const at = blocks.indexOf(block);
  const after = blocks[at + 1];
  const announces = block.kind === 'paragraph' && endsInColon(text, span) && after?.kind !== 'paragraph';
  const isExample = span.end === block.end && isExampleOf(after, block);
  const entitles = at === 0 && isTitle(text, block) && after?.heading === text.slice(block.start, block.end);
  return announces || isExample || entitles ? after : undefined;
}

/** Code right below a text is the example of that text: «Consegue-se com um dos seguintes comandos.» */
const isExampleOf = (after: Block | undefined, block: Block): boolean =>
  after?.kind === 'code' && !after.isOpen && after.heading === block.heading && block.kind !== 'code';

/** The head of a long table and the rows that the question is about. */
function tableSpans({ passage, block, units }: Scored): Span[] {
  if (!block.head) return [{ start: block.start, end: block.end }];
  const best = Math.max(...units.map(({ score }) => score));
  const rows = units.filter(({ score }) => score >= 0.6 * best).map(({ span }) => span);
  const spans: Span[] = [block.head];
  let words = countWords(passage.text, block.head);
  for (const row of rows) {
    words += countWords(passage.text, row);
    if (spans.length > 1 && words > BLOCK_WORDS) break;
    spans.push(row);
  }
  return spans;
}

/** No word of the question is in the passages. The search found them for another reason, so its first choice is quoted. */
function beginning(passages: PromptPassage[]): Quote[] {
  const passage = passages[0] as PromptPassage;
  const blocks = blocksOf(passage.text, isSource(passage.title));
  const block = blocks.find(({ kind }) => kind === 'paragraph') ?? blocks[0];
  if (!block) return [];
  const units = block.units.map((span, index) => ({ span, score: index === 0 ? 1 : 0 }));
  return [quoteOf({ passage, rank: 0, blocks, block, units, score: 0, terms: new Set() })];
}

/** The best passage first; within a passage, and between quotes that touch, as the document has it. */
function inReadingOrder(quotes: Quote[]): Quote[] {
  const order = [...new Set(quotes.map(({ passage }) => passage.index))];
  const sorted = order.flatMap((index) =>
    quotes
      .filter(({ passage }) => passage.index === index)
      .sort((one, other) => (one.spans[0]?.start ?? 0) - (other.spans[0]?.start ?? 0)),
  );
  return sorted.filter(
    (quote, at) =>
      !sorted.some(
        (other, place) => place !== at && contains(other, quote) && (place < at || !contains(quote, other)),
      ),
  );
}

function contains(outer: Quote, inner: Quote): boolean {
  if (outer.passage.index !== inner.passage.index || outer.spans.length > 1 || inner.spans.length > 1)
    return false;
  const [one, other] = [outer.spans[0], inner.spans[0]];
  return one !== undefined && other !== undefined && one.start <= other.start && one.end >= other.end;
}

/** Passages overlap and documents copy each other: the same words twice help nobody. Other figures are other words. */
function repeats(quote: Quote, other: Quote): boolean {
  const words = new Set(stemsOf(textOf(quote)));
  const known = new Set(stemsOf(textOf(other)));
  const shared = [...words].filter((word) => known.has(word));
  const figures = [...words].filter((word) => /\p{N}/u.test(word));
  return (
    shared.length >= 0.8 * Math.min(words.size, known.size) && figures.every((figure) => known.has(figure))
  );
}

export function textOf({ passage, spans }: Quote): string {
  return spans.map(({ start, end }) => passage.text.slice(start, end)).join('\n');
}

const endsInColon = (text: string, { end }: Span) => text.slice(0, end).endsWith(':');
const countWords = (text: string, { start, end }: Span) =>
  text.slice(start, end).split(/\s+/).filter(Boolean).length;
const wordsIn = (quote: Quote) => textOf(quote).split(/\s+/).filter(Boolean).length;
