/** Finds the tables of stored text, which readers of files write with bars, and the places of their cells in it. */
import { fenceLines } from '#contract/markdown/lines.ts';

type Span = { start: number; end: number };
export type TextTable = Span & { head: Span[][]; rows: Span[][] };

/** Lines of bars that follow one another; a stretch of a text may begin or end within them. */
const LINES = /(?:^[ \t]{0,3}\|.*\|[ \t]*(?:\n|$))+/gm;
const DASHES = /^\s*\|(?:\s*:?-+:?\s*\|)+\s*$/;

export function tablesOf(text: string): TextTable[] {
  const fences = text.includes('|') ? fenceLines(text) : [];
  return [...text.matchAll(LINES)].flatMap(({ 0: lines, index }) => {
    const isCode = fences.filter(({ start }) => start < index).length % 2 === 1;
    const table = isCode ? undefined : tableAt(lines, index);
    return table ?? [];
  });
}

function tableAt(lines: string, start: number): TextTable | undefined {
  const rows: Span[][] = [];
  let head: Span[][] = [];
  let at = start;
  let hasDashes = false;
  for (const line of lines.split('\n')) {
    if (!hasDashes && DASHES.test(line)) {
      hasDashes = true;
      head = rows.splice(0);
    } else if (line) rows.push(cellsOf(line, at));
    at += line.length + 1;
  }
  const widths = new Set(rows.map((cells) => cells.length));
  // Without its line of dashes a lone line with bars may be anything.
  const isTable = hasDashes || (rows.length > 1 && widths.size === 1 && !widths.has(1));
  return isTable ? { start, end: start + lines.length, head, rows } : undefined;
}

function cellsOf(line: string, at: number): Span[] {
  const cells: Span[] = [];
  const inner = /^\s*\|(.*)\|\s*$/.exec(line)?.[1] ?? '';
  let place = at + line.indexOf('|') + 1;
  for (const cell of inner.split(/(?<!\\)\|/)) {
    const start = place + cell.length - cell.trimStart().length;
    cells.push({ start, end: start + cell.trim().length });
    place += cell.length + 1;
  }
  return cells;
}
