/**
 * Completes the unfinished end of streamed Markdown, so that nothing flashes in a wrong form: an open `**` is closed,
 * half a link shows its text only, half a table its header row.
 */
import { openFence } from './split-blocks.ts';

/** A line of marks whose meaning (heading, rule, list item, fence) depends on the next character. */
const MARKS_ONLY = /^[\s>]*(?:[-*+_=#~`|:]+|\d{1,9}[.)]?)\s*$/;

export function completePartial(text: string): string {
  const fence = openFence(text);
  if (fence !== undefined) return withoutHalfFence(text, fence);

  const lastLine = text.lastIndexOf('\n') + 1;
  const whole = MARKS_ONLY.test(text.slice(lastLine)) && !isTableRow(text, lastLine);
  const kept = whole ? text.slice(0, lastLine) : text;

  const start = paragraphStart(kept);
  const paragraph = kept.slice(start);
  return kept.slice(0, start) + completeInline(withDelimiterRow(paragraph));
}

function withoutHalfFence(text: string, fence: string): string {
  const lastLine = text.lastIndexOf('\n') + 1;
  const last = text.slice(lastLine).trim();
  const half = lastLine > 0 && last !== '' && last.length < fence.length && fence.startsWith(last);
  return half ? text.slice(0, lastLine) : text;
}

const isTableRow = (text: string, lastLine: number) =>
  text.slice(paragraphStart(text), lastLine).includes('|');

/** The start of the last paragraph. */
function paragraphStart(text: string): number {
  const body = text.trimEnd();
  let start = 0;
  for (const blank of body.matchAll(/\n[ \t]*\n/g)) start = blank.index + blank[0].length;
  return start;
}

/** A table needs its delimiter row: it is added until it arrives. */
function withDelimiterRow(paragraph: string): string {
  const lines = paragraph.split('\n');
  const [header = '', delimiter = ''] = lines;
  if (!header.trimStart().startsWith('|') || header.trim().length < 2) return paragraph;
  if (lines.length > 2 || !/^[\s|:-]*$/.test(delimiter)) return paragraph;
  const row = header.trimEnd().endsWith('|') ? header.trimEnd() : `${completeInline(header).trimEnd()} |`;
  const cells = row.replace(/\\\|/g, '').split('|').length - 2;
  return `${row}\n${'| --- '.repeat(cells)}|`;
}

const completeInline = (text: string) => closeMarks(completeLastBracket(text));

/** Half a citation, image or tag is hidden; half a link already shows its text. */
function completeLastBracket(text: string): string {
  const open: number[] = [];
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (character === '\\') i++;
    else if (character === '`') i = afterCode(text, i) - 1;
    else if (character === '<' && /^<[a-zA-Z/!][^\s<>]*$/.test(text.slice(i))) return text.slice(0, i);
    else if (character === '[') open.push(i);
    else if (character === ']') {
      const from = open.pop();
      if (from === undefined) continue;
      const end = text[i + 1] === '(' ? linkEnd(text, i + 1) : i;
      if (end === text.length || i === text.length - 1) return withoutAddress(text, from, i);
      i = end;
    }
  }
  return withoutOpenBracket(text, open.at(-1));
}

/** Nothing closes the bracket yet: its words stay, unless they are numbers of sources or belong to an image. */
function withoutOpenBracket(text: string, from: number | undefined): string {
  if (from === undefined) return text;
  if (text[from - 1] === '!') return text.slice(0, from - 1);
  const words = text.slice(from + 1);
  return text.slice(0, from) + (NUMBERS.test(words) ? '' : words);
}

const NUMBERS = /^[\d\s,;^]*$/;

function withoutAddress(text: string, from: number, to: number): string {
  const words = text.slice(from + 1, to);
  const complete = to === text.length - 1 && (NUMBERS.test(words) || /^[ xX]$/.test(words));
  if (complete) return text;
  return text[from - 1] === '!' ? text.slice(0, from - 1) : text.slice(0, from) + words;
}

/** The index of the bracket that closes a link's address, or the text's length when it is still open. */
function linkEnd(text: string, from: number): number {
  let depth = 0;
  for (let i = from; i < text.length; i++) {
    if (text[i] === '\n') return i;
    if (text[i] === '(') depth++;
    if (text[i] === ')' && --depth === 0) return i;
  }
  return text.length;
}

type Opened = { mark: string; length: number };

function closeMarks(text: string): string {
  const open: Opened[] = [];
  for (let i = 0; i < text.length; ) {
    const character = text[i] as string;
    if (character === '\\') {
      if (i === text.length - 1) return close(text.slice(0, i), open);
      i += 2;
    } else if (character === '`') {
      const end = afterCode(text, i);
      if (end > text.length) return close(withCodeClosed(text, i), open);
      i = end;
    } else if (character === ']' && text[i + 1] === '(') {
      i = linkEnd(text, i + 1) + 1;
    } else if (character === '*' || character === '_' || character === '~') {
      const run = runAt(text, i);
      if (isSingleTilde(text, i, run)) {
        i++;
        continue;
      }
      if (i + run === text.length && !closes(text, i, run, open)) return close(text.slice(0, i), open);
      applyRun(text, i, run, open);
      i += run;
    } else {
      i++;
    }
  }
  return close(text, open);
}

/** One tilde strikes nothing; at the end of the text another one may follow. */
const isSingleTilde = (text: string, at: number, run: number): boolean =>
  text[at] === '~' && run === 1 && at + 1 < text.length;

/** The end of a code span; beyond the text when it is still open. */
function afterCode(text: string, from: number): number {
  const run = runAt(text, from);
  const marks = text.slice(from, from + run);
  for (let i = text.indexOf(marks, from + run); i !== -1; i = text.indexOf(marks, i)) {
    const length = runAt(text, i);
    if (length === run) return i + length;
    i += length;
  }
  return text.length + 1;
}

function withCodeClosed(text: string, from: number): string {
  const run = runAt(text, from);
  const body = text.slice(from + run).replace(/`+$/, '');
  return body.trim() ? text.slice(0, from + run) + body + '`'.repeat(run) : text.slice(0, from);
}

function runAt(text: string, from: number): number {
  let end = from;
  while (text[end] === text[from]) end++;
  return end - from;
}

const blank = (character: string | undefined) => character === undefined || /\s/.test(character);
const wordlike = (character: string | undefined) =>
  character !== undefined && /[\p{L}\p{N}]/u.test(character);

function closes(text: string, at: number, run: number, open: Opened[]): boolean {
  const mark = text[at];
  if (blank(text[at - 1])) return false;
  if (mark === '_' && wordlike(text[at + run])) return false;
  return open.some((opened) => opened.mark === mark);
}

/** Applies a delimiter run: it closes what it can and opens with the rest. */
function applyRun(text: string, at: number, run: number, open: Opened[]) {
  const mark = text[at] as string;
  let left = run;
  while (left > 0 && closes(text, at, run, open)) {
    const index = open.findLastIndex((opened) => opened.mark === mark);
    const opened = open[index] as Opened;
    const used = Math.min(left, opened.length);
    left -= used;
    opened.length -= used;
    open.length = opened.length > 0 ? index + 1 : index;
  }
  const insideWord = mark === '_' && wordlike(text[at - 1]);
  if (left > 0 && !blank(text[at + run]) && !insideWord) open.push({ mark, length: left });
}

const OPEN_MAX = 8;

/** Closes open marks from the inside out; a mark that nothing follows yet is left out. */
function close(text: string, open: Opened[]): string {
  // That many marks are not emphasis, and closing them would nest each in all before it.
  if (open.length === 0 || open.length > OPEN_MAX) return text;
  const ends = open.map(({ mark, length }) => mark.repeat(length)).reverse();
  return text.trimEnd() + ends.join('');
}
