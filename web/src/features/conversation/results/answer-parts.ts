/** Finds the tables of results in the text of an answer. */
import type { TableResult } from '#contract/table-result.ts';

/** A stretch of the text from `start`; with `result` it is that result's table, or empty where the text holds none. */
export type AnswerPart = { start: number; text: string; result?: TableResult };

type Table = { start: number; end: number; head: string[] };

const DELIMITERS = /^\|(?:\s*:?-+:?\s*\|)+\s*$/;

export function answerParts(text: string, results: TableResult[]): AnswerPart[] {
  const tables = tablesIn(text);
  const places = results.map((result) => {
    // A result without rows has no table: one with its labels holds rows that are only related.
    const at = result.rows.length > 0 ? tables.findIndex(({ head }) => isHeadOf(head, result)) : -1;
    const [table] = at < 0 ? [] : tables.splice(at, 1);
    return table ? { result, ...table } : { result, ...afterMarker(text, result.index) };
  });
  const parts: AnswerPart[] = [];
  let from = 0;
  for (const { result, start, end } of places.sort((a, b) => a.start - b.start)) {
    // The place after a marker may lie before a table that was taken already.
    const begin = Math.max(from, start);
    if (text.slice(from, begin).trim()) parts.push({ start: from, text: text.slice(from, begin) });
    from = Math.max(begin, end);
    parts.push({ start: begin, text: text.slice(begin, from), result });
  }
  if (text.slice(from).trim()) parts.push({ start: from, text: text.slice(from) });
  return parts.filter((part) => part.result || !isOnlyMarkers(part.text, results));
}

/** A number that stood below a table: the block in its place begins with it. */
const isOnlyMarkers = (text: string, results: TableResult[]) =>
  /^\s*\[[\s,;[\]\d]+$/.test(text) &&
  text.match(/\d+/g)?.every((number) => results.some(({ index }) => index === Number(number)));

function tablesIn(text: string): Table[] {
  const tables: Table[] = [];
  const lines = [...text.matchAll(/.*(?:\n|$)/g)].map(({ 0: line, index }) => ({ line, index }));
  let isCode = false;
  let end = 0;
  for (const [at, { line, index }] of lines.entries()) {
    if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode;
    if (isCode || index < end || !line.startsWith('|') || !isDelimiters(lines[at + 1]?.line)) continue;
    const last = lines.findIndex((each, place) => place > at && !each.line.startsWith('|'));
    end = lines[last]?.index ?? text.length;
    tables.push({ start: index, end, head: cellsOf(line) });
  }
  return tables;
}

const isDelimiters = (line = '') => DELIMITERS.test(line.trimEnd());

/** The cells of a line; escaped characters stand for themselves. */
const cellsOf = (line: string): string[] =>
  line
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => plain(cell.replace(/\\([!-/:-@[-`{-~])/g, '$1')));

const plain = (label: string) => label.replace(/\s+/g, ' ').trim();

const isHeadOf = (head: string[], { columns }: TableResult) =>
  head.length === columns.length && columns.every(({ label }, place) => plain(label) === head[place]);

/** After the first paragraph that cites the result; a list or a quotation is not divided, so there it is the end. */
function afterMarker(text: string, index: number): { start: number; end: number } {
  const marker = new RegExp(`\\[(?:\\d+\\s*[,;]\\s*)*${index}(?:\\s*[,;]\\s*\\d+)*\\]`).exec(text);
  const isOnly = marker ? paragraphAt(text, marker.index) : null;
  const end =
    isOnly && !/^\s*(?:[-*+]\s|[>|]|#+\s|\d+[.)]\s|```)/.test(isOnly.text) ? isOnly.end : text.length;
  return { start: end, end };
}

function paragraphAt(text: string, at: number): { text: string; end: number } {
  const start = text.lastIndexOf('\n\n', at) + 1;
  const next = text.indexOf('\n\n', at);
  const end = next < 0 ? text.length : next;
  return { text: text.slice(start, end).replace(/^\n/, ''), end };
}
