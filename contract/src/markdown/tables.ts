/** Tables: a row of names, a row of dashes, and as many rows as follow. */
import { indentOf, interrupts, isBlank, isLoneTag } from './lines.ts';
import type { Align, Read } from './tree.ts';

const DASHES = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

/** A row may be shorter than the first; so many cells are written for those that are not there, and no more. */
const FILLED_MAX = 2_000;

export function readTable(lines: string[], at: number): Read | undefined {
  const [first = '', second = ''] = [lines[at], lines[at + 1]];
  if (!/[|:]/.test(second) || !DASHES.test(second) || indentOf(first) >= 4) return undefined;
  const head = cellsOf(first);
  const columns = cellsOf(second).map(alignOf);
  if (head.length !== columns.length) return undefined;

  const rows: string[][] = [];
  let filled = 0;
  let next = at + 2;
  for (; next < lines.length; next++) {
    const line = lines[next] as string;
    if (isBlank(line) || interrupts(line) || isLoneTag(line) || indentOf(line) >= 4) break;
    const cells = cellsOf(line).slice(0, columns.length);
    const lacking = Math.min(columns.length - cells.length, FILLED_MAX - filled);
    filled += lacking;
    rows.push([...cells, ...Array<string>(lacking).fill('')]);
  }
  return { block: { kind: 'table', columns, head, rows }, next };
}

/** A bar in code divides too, unless it is escaped; the escape is not shown. */
function cellsOf(line: string): string[] {
  const row = line.trim().replace(/^\|/, '');
  const cells = row.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
  if (cells.length > 1 && cells.at(-1) === '') cells.pop();
  return cells;
}

function alignOf(dashes: string): Align {
  const left = dashes.startsWith(':');
  const right = dashes.endsWith(':');
  if (left && right) return 'center';
  return left ? 'left' : right ? 'right' : undefined;
}
