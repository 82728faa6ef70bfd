/** Parses GFM tables: header row, delimiter row, body rows. */
import { indentOf, interrupts, isBlank, isLoneTag } from './lines.ts';
import type { Align, BlockRead } from './tree.ts';

const DASHES = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

/** Short rows are filled with empty cells, up to this many in a table: 20 KB could otherwise ask for millions. */
const FILLED_MAX = 2_000;

export function readTable(lines: string[], at: number): BlockRead | undefined {
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

/** A `|` in a code span divides too, unless it is escaped; the escape is not shown. */
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
