/** Chooses the spans of the found passages that answer a question best. Each is a literal piece of a passage. */

import { plainQuestion } from '../../../language/questions/plain-question.ts';
import { stemsOf } from '../../../language/stems.ts';
import type { Prompt, PromptPassage } from '../model.ts';
import { isSource } from '../passage-text.ts';
import { asksForMany, type FormAsked, formAsked, type Grade } from './asked-form.ts';
import { askedTerms, columnsOf } from './asked-terms.ts';
import { type Block, blocksOf, isTitle, type Span } from './blocks.ts';
import { clausesAround } from './clauses.ts';
import { itemsOf, leadsTo } from './list-items.ts';
import { type Scored, scoredBlocks, termsOf } from './scores.ts';
import { countWords, LEAD_SENTENCE_WORDS, WORDS_MAX, wholeSpan } from './whole-span.ts';

/** Pieces of one passage that are shown together: usually one, for a long table its head and some rows. */
export type Quote = { passage: PromptPassage; kind: Block['kind'] | 'source'; spans: Span[] };

const PASSAGES_MAX = 3;
/** A block of the passage that is quoted first is quoted whole up to so many words, one of another passage up to fewer. */
const BLOCK_WORDS = { first: 130, other: 60 };
/** Rows of a table that are written as a list are quoted together up to this size: a table is read by comparing them. */
const SHORT_TABLE_WORDS = 60;
/** A single unit up to this size is quoted whole; of a longer one the clauses that were asked about. */
const UNIT_WORDS = 120;
/** Another passage must come this close to the best one. */
const CLOSE_ENOUGH = 0.6;
/**
 * The passages that the search ranks first are quoted, each by its best block, where that comes so close to the best of
 * all: the words of a question alone choose between blocks worse than the search does between passages. A best block that
 * has all of these words needs less beside it.
 */
const RANKED_CLOSE_ENOUGH = { beside_all: 0.75, beside_some: 0.6 };
/** Below this more of the same passage is welcome, or of one nearly as good, even if it adds nothing but detail. */
const ENOUGH_WORDS = 120;
const DETAIL_CLOSE_ENOUGH = 0.6;
/** A text with the form must name so much less of what is asked about, against the best, to be passed over. */
const NEARLY = 0.8;
/** Where the best ones lack the form that is asked for, one of another passage that has it must come this close. */
const FORM_CLOSE_ENOUGH = 0.35;
const FORM_CANDIDATES = 40;

type Asked = Pick<Prompt, 'question' | 'passages' | 'history'> & {
  /** An exact answer stands already: a passage is quoted only where it has every word that was asked about. */
  isAnswered?: boolean;
};

export function quotesFor({ question: typed, passages, history, isAnswered = false }: Asked): Quote[] {
  if (!passages?.length) return [];
  const question = plainQuestion(typed);
  const terms = termsOf(question, history);
  const candidates = scoredBlocks(passages, terms, question).sort((one, other) => other.score - one.score);
  const best = candidates[0];
  if (!best) return [];
  if (isAnswered && best.terms.size < terms.size) return [];
  if (best.terms.size === 0) return beginning(passages);

  const isOfMany = asksForMany(question);
  const quoteOf = (candidate: Scored, words: number = BLOCK_WORDS.first): Quote =>
    quoteFor(candidate, { isOfMany, words });
  const selection = new Selection(best, terms.size, quoteOf);
  for (const candidate of bestOfRanked(passages, candidates, terms.size)) selection.consider(candidate, true);
  for (const candidate of candidates) {
    if (selection.isComplete(candidate)) break;
    selection.consider(candidate);
  }
  const quotes = inReadingOrder(selection.quotes);
  const columns = columnsOf(passages.map(({ text }) => text).join('\n'));
  const form = formAsked(question, { terms: askedTerms(passages, terms, question), columns });
  const near = candidates.filter(
    ({ passage, score }) =>
      score > 0 && (score >= FORM_CLOSE_ENOUGH * best.score || passage === best.passage),
  );
  return ofForm(quotes, form, [quoteOf(best), ...near.slice(0, FORM_CANDIDATES).map((one) => quoteOf(one))]);
}

/** The best block of all and the best ones of the passages that the search ranks first; `asked`: how many terms the question has. */
function bestOfRanked(passages: PromptPassage[], candidates: Scored[], asked: number): Scored[] {
  const [best] = candidates;
  if (!best) return [];
  const { beside_all, beside_some } = RANKED_CLOSE_ENOUGH;
  const share = best.terms.size >= asked ? beside_all : beside_some;
  const close = passages
    .filter(({ score }) => score !== undefined)
    .slice(0, PASSAGES_MAX)
    .flatMap((ranked) => candidates.find(({ passage }) => passage === ranked) ?? [])
    .filter(({ score }) => score >= share * best.score);
  return [...new Set([best, ...close])];
}

/** The quotes, or better ones among those that are near, where the question asks for something that has a form of its own. */
function ofForm(quotes: Quote[], { required, given, preferred }: FormAsked, near: Quote[]): Quote[] {
  const grades = (required ? [required, given] : [preferred]).filter((grade) => grade !== null);
  if (!grades.length) return quotes;
  const gradeWith = (grade: Grade) => (quote: Quote) => grade(textOf(quote), headingOf(quote));
  // Where nothing that has the form names enough of what is asked about, what names most of it is quoted.
  const gradeOf = grades.map(gradeWith).find((grade) => near.some((quote) => grade(quote) > 0));
  if (!gradeOf) return required ? [] : quotes;
  const better = near.reduce((top, quote) => (gradeOf(quote) > gradeOf(top) ? quote : top));
  const reached = Math.max(...quotes.map(gradeOf));
  if (reached >= NEARLY * gradeOf(better)) return quotes;
  // The quotation that has most words of the question stays beside the better one, unless it has nothing of the form.
  const others = quotes.filter((quote) => !repeats(better, quote) && (!required || gradeOf(quote) > 0));
  return inReadingOrder([better, ...others.slice(0, 1)]);
}

/** The quotes that were chosen so far; each further one must add something and fit. */
class Selection {
  readonly quotes: Quote[] = [];
  readonly #covered = new Set<string>();
  readonly #best: Scored;
  /** How many terms the question has. */
  readonly #terms: number;
  #words = 0;

  readonly #quoteOf: (candidate: Scored, words: number) => Quote;
  /** An item of a list has all that is asked about. */
  #isExact = false;

  constructor(best: Scored, terms: number, quoteOf: (candidate: Scored, words: number) => Quote) {
    this.#best = best;
    this.#terms = terms;
    this.#quoteOf = quoteOf;
  }

  isComplete({ score }: Scored): boolean {
    if (!this.quotes.length) return false;
    const isEnough = this.#words >= ENOUGH_WORDS && this.#covered.size === this.#terms;
    return this.#isExact || isEnough || score < CLOSE_ENOUGH * this.#best.score;
  }

  /** One of a passage that is ranked high needs to add nothing. */
  consider(candidate: Scored, isRanked = false): void {
    if (this.#isExact || !(isRanked || this.#isWelcome(candidate))) return;
    const passage = this.quotes[0]?.passage ?? candidate.passage;
    const quote = this.#quoteOf(
      candidate,
      passage === candidate.passage ? BLOCK_WORDS.first : BLOCK_WORDS.other,
    );
    const size = wordsIn(quote);
    if (this.quotes.length && (this.#words + size > WORDS_MAX || this.#hasRepetition(quote))) return;
    this.quotes.push(quote);
    for (const term of candidate.terms) this.#covered.add(term);
    this.#words += size;
    const { start, end } = quote.spans.at(-1) ?? candidate.block;
    const isPart = start > candidate.block.start || end < candidate.block.end;
    const isItem = quote.kind === 'list' && (isPart || isOfTable(quote));
    this.#isExact ||= isItem && candidate.terms.size === this.#terms;
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

type Cut = { isOfMany: boolean /** A longer block is cut. */; words: number };

function quoteFor(candidate: Scored, { isOfMany, words }: Cut): Quote {
  const { passage, block } = candidate;
  const size = countWords(passage.text, block);
  const isLong = size > words;
  // Part of a fenced block, or one that never ends, would swallow what follows it: its lines get a fence of their own.
  const isBare = block.kind === 'code' && (isLong || block.isOpen === true);
  if (isSource(passage.title) || isBare)
    return { passage, kind: 'source', spans: shortened(candidate, windowOf(candidate, words), words) };
  if (block.kind === 'table' && isLong)
    return { passage, kind: 'table', spans: tableSpans(candidate, words) };
  const isShortTable = size <= SHORT_TABLE_WORDS && isOfTable({ passage, spans: [block] });
  if (block.kind === 'list' && (isLong || (!isOfMany && !isShortTable)))
    return { passage, kind: 'list', spans: listSpans(candidate, { isOfMany, words }) };
  const spans = isLong ? shortened(candidate, windowOf(candidate, words), words) : [block];
  const [span] = spans;
  return {
    passage,
    kind: block.kind,
    spans: span && spans.length === 1 ? [wholeSpan(candidate, span)] : spans,
  };
}

/** Some items of a list, and what leads to them. */
function listSpans(candidate: Scored, { isOfMany, words }: Cut): Span[] {
  const spans = shortened(candidate, isOfMany ? windowOf(candidate, words) : itemsOf(candidate), words);
  const [first] = spans;
  const leads = first && first.start > candidate.block.start ? leadsTo(candidate, first) : [];
  if (leads.length) return [...leads, ...spans];
  return first && spans.length === 1 ? [wholeSpan(candidate, first)] : spans;
}

/** A text that is too long as a whole is cut to the clauses that have most of the words asked about. */
function shortened({ passage: { text }, terms }: Scored, span: Span, words: number): Span[] {
  if (countWords(text, span) <= UNIT_WORDS) return [span];
  const scoreOf = (piece: string) => new Set(stemsOf(piece).filter((stem) => terms.has(stem))).size;
  return clausesAround(text, span, scoreOf, { words, lead_words: LEAD_SENTENCE_WORDS });
}

/** Neighbouring units around the best one, the better neighbour first, as many as fit. */
function windowOf({ passage, block, units }: Scored, words: number): Span {
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
    if (countWords(passage.text, grown) > words) return span();
    if (forward) last += 1;
    else first -= 1;
  }
}

/** The head of a long table and the rows that the question is about. */
function tableSpans({ passage, block, units }: Scored, most: number): Span[] {
  if (!block.head) return [{ start: block.start, end: block.end }];
  const best = Math.max(...units.map(({ score }) => score));
  const rows = units.filter(({ score }) => score >= 0.6 * best).map(({ span }) => span);
  const spans: Span[] = [block.head];
  let words = countWords(passage.text, block.head);
  for (const row of rows) {
    words += countWords(passage.text, row);
    if (spans.length > 1 && words > most) break;
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
  return [
    quoteFor(
      { passage, rank: 0, blocks, block, units, score: 0, terms: new Set() },
      { isOfMany: true, words: BLOCK_WORDS.first },
    ),
  ];
}

/** The best passage first; within a passage, and between quotes that touch, as the document has it. */
function inReadingOrder(quotes: Quote[]): Quote[] {
  const order = [...new Set(quotes.map(({ passage }) => passage.index))];
  const sorted = order.flatMap((index) =>
    quotes
      .filter(({ passage }) => passage.index === index)
      .sort((one, other) => (one.spans[0]?.start ?? 0) - (other.spans[0]?.start ?? 0)),
  );
  const joined: Quote[] = [];
  for (const quote of sorted) {
    const last = joined.at(-1);
    const whole = last ? joinedQuote(last, quote) : null;
    joined.splice(whole ? -1 : joined.length, 1, whole ?? quote);
  }
  return joined;
}

/** Two quotes of one passage as one, the second of which begins before the first ends; null for others. */
function joinedQuote(one: Quote, other: Quote): Quote | null {
  const [first, second] = [one.spans[0], other.spans[0]];
  if (!first || !second || one.spans.length > 1 || other.spans.length > 1) return null;
  if (one.passage.index !== other.passage.index || second.start >= first.end) return null;
  if (second.end <= first.end) return one;
  if (second.start === first.start) return other;
  if (one.kind === 'source' || other.kind === 'source') return null;
  return { ...other, spans: [{ start: first.start, end: second.end }] };
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

/** The heading that a passage stands under, and the title that it begins with. */
function headingOf({ passage: { section, text } }: Quote): string {
  const [first = ''] = text.split('\n', 1);
  const title = isTitle(text, { kind: 'paragraph', start: 0, end: first.length }) ? first : '';
  return `${section.split(' › ').at(-1)}\n${title}`;
}

const isOfTable = (quote: Pick<Quote, 'passage' | 'spans'>): boolean => columnsOf(textOf(quote)).size > 0;

export function textOf({ passage, spans }: Pick<Quote, 'passage' | 'spans'>): string {
  return spans.map(({ start, end }) => passage.text.slice(start, end)).join('\n');
}

const wordsIn = (quote: Quote) => textOf(quote).split(/\s+/).filter(Boolean).length;
