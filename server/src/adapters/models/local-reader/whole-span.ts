/** A reader understands a piece of a passage only together with its lead, its beginning or its example. */
import { type Block, isTitle, type Span } from './blocks.ts';
import type { Scored } from './scores.ts';

/** A quotation has at most so many words. */
export const WORDS_MAX = 220;
/** A sentence before a list or a table, or the first half of one, is quoted up to this size. */
export const LEAD_SENTENCE_WORDS = 40;

/** A term and other forms of it, of which a text is the explanation. */
const TERM_WORDS = 6;
const TERM = /^[^\p{Lu}\p{N}\n][^\n]*[^.!?:;,…\n]$/u;

/** A list or a table comes with the sentence that leads to it, and such a sentence with its list, a title with its text. */
export function wholeSpan(candidate: Scored, span: Span): Span {
  const start = leadOf(candidate, span) ?? beginningOf(candidate, span) ?? termOf(candidate, span);
  if (start !== undefined) return { start, end: span.end };
  const whole = { start: span.start, end: followerOf(candidate, span)?.end ?? span.end };
  return countWords(candidate.passage.text, whole) <= WORDS_MAX ? whole : span;
}

/** Where the sentence begins that leads to a list or a table. */
const leadOf = (candidate: Scored, span: Span): number | undefined =>
  span.start === candidate.block.start ? leadSentence(candidate)?.start : undefined;

/** The sentence that leads to a list or a table: without «É vedado:» an item may say the contrary of what it means. */
export function leadSentence({ passage: { text }, blocks, block }: Scored): Span | undefined {
  const before = blocks[blocks.indexOf(block) - 1];
  if (block.kind === 'paragraph') return undefined;
  if (before?.kind !== 'paragraph' || before.heading !== block.heading) return undefined;
  const lead = before.units.at(-1);
  return lead && endsInColon(text, lead) && countWords(text, lead) <= LEAD_SENTENCE_WORDS ? lead : undefined;
}

/** Code or a command in a line of its own, as it stands between the halves of a sentence. */
const isDisplay = (text: string, { kind, start }: Block): boolean => kind === 'code' || text[start] === '\\';
/** After a colon and what is displayed, these go on with the sentence. */
const GOES_ON = /^(?:e|em que|onde|ou|que|sendo)\s/;

/**
 * Where the sentence begins whose second half the span is: it begins with a small letter, and stands below a command or the
 * like that parts the sentence.
 */
function beginningOf({ passage: { text }, blocks, block }: Scored, span: Span): number | undefined {
  const own = text.slice(span.start, span.end);
  if (block.kind !== 'paragraph' || span.start !== block.start || !/^\p{Ll}/u.test(own)) return undefined;
  const above = blocks.slice(0, blocks.indexOf(block));
  const at = above.findLastIndex((other) => !isDisplay(text, other));
  const before = above[at];
  const lead = before?.units.at(-1);
  if (!lead || before?.kind !== 'paragraph' || at === above.length - 1) return undefined;
  // Half a sentence in a line of its own looks like a title.
  const looksLikeTitle = block.heading === text.slice(before.start, before.end);
  if (before.heading !== block.heading && !looksLikeTitle) return undefined;
  const goesOn = endsInColon(text, lead)
    ? GOES_ON.test(own)
    : !/[.!?;…]["'”’»)\]]?$/u.test(text.slice(lead.start, lead.end));
  const isShort = countWords(text, { start: lead.start, end: span.start }) <= LEAD_SENTENCE_WORDS;
  return goesOn && isShort ? lead.start : undefined;
}

/**
 * A short line above a text is what the text explains: «-f, --force» above «Força a conversão de arquivos binários.» One
 * that begins as titles do, with a capital or a number, is taken for a title.
 */
function termOf({ passage: { text }, blocks, block }: Scored, span: Span): number | undefined {
  const before = blocks[blocks.indexOf(block) - 1];
  if (block.kind !== 'paragraph' || span.start !== block.start || before?.kind !== 'paragraph')
    return undefined;
  const isTerm =
    TERM.test(text.slice(before.start, before.end)) && !text.slice(before.end, block.start).trim();
  return isTerm && countWords(text, before) <= TERM_WORDS ? before.start : undefined;
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

const endsInColon = (text: string, { end }: Span) => text.slice(0, end).endsWith(':');
export const countWords = (text: string, { start, end }: Span): number =>
  text.slice(start, end).split(/\s+/).filter(Boolean).length;
