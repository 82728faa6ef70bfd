/** Stored text as it is read: headings, bold words, code, items of lists and tables stand out without their marks; the lines around code are left out. */
import type { ReactNode } from 'react';
import { fenceLines, withoutFenceLines } from '#contract/markdown/lines.ts';
import { classes } from '../../../ui/classes.ts';
import { type TextTable, tablesOf } from './source-tables.ts';
import { texts } from './texts.ts';

/** The stretch [from, to) of a text; a marked part or a table may begin before it or end behind it. */
export function SourceText({
  text,
  from = 0,
  to = text.length,
}: {
  text: string;
  from?: number;
  to?: number;
}) {
  const parts = markedParts(text);
  const words = (start: number, end: number) =>
    drawnWords(text, parts, Math.max(from, start), Math.min(to, end));
  const drawn: ReactNode[] = [];
  let at = from;
  for (const table of tablesOf(text)) {
    if (table.end <= at || table.start >= to) continue;
    drawn.push(
      at < table.start && words(at, table.start),
      <DrawnTable key={table.start} {...{ table, text, from, to, words }} />,
    );
    at = table.end;
  }
  return [...drawn, at < to ? words(at, to) : null];
}

type DrawnTableProps = {
  table: TextTable;
  text: string;
  from: number;
  to: number;
  words: (start: number, end: number) => ReactNode[];
};

/** Draws the rows of a table that have words within the stretch. */
function DrawnTable({ table: { head, rows }, text, from, to, words }: DrawnTableProps) {
  const within = (lines: TextTable['rows']) =>
    lines.filter((cells) => cells.some(({ start, end }) => end > from && start < to && end > start));
  const isFigure = (place: number) =>
    rows.length > 0 &&
    rows.every((cells) => FIGURE.test(text.slice(cells[place]?.start ?? 0, cells[place]?.end ?? 0)));
  const row = (cells: TextTable['rows'][number], Cell: 'th' | 'td') => (
    <tr key={cells[0]?.start}>
      {cells.map(({ start, end }, place) => (
        <Cell
          key={start}
          className={classes(
            'border-b border-line px-2.5 py-1.5 align-top first:pl-0 last:pr-0',
            Cell === 'th' && 'font-medium text-ink-2',
            isFigure(place) ? 'text-right whitespace-nowrap tabular-nums' : 'text-left',
          )}
        >
          {end > from && start < to && words(start, end).map(withoutEscapes)}
        </Cell>
      ))}
    </tr>
  );
  const [heads, bodies] = [within(head), within(rows)];
  if (heads.length + bodies.length === 0) return null;
  return (
    <section tabIndex={0} aria-label={texts.table} className="overflow-x-auto whitespace-normal">
      <table className="border-collapse text-small leading-normal wrap-normal [mark_&]:bg-ipe-soft">
        {heads.length > 0 && <thead>{heads.map((cells) => row(cells, 'th'))}</thead>}
        <tbody>{bodies.map((cells) => row(cells, 'td'))}</tbody>
      </table>
    </section>
  );
}

/** A bar that does not divide is escaped in a table. */
const withoutEscapes = (part: ReactNode): ReactNode =>
  typeof part === 'string' ? part.replaceAll('\\|', '|') : part;

/** «R$ 1.240,50», «12 %», «−3», or nothing: a column of them is read from the right. */
const FIGURE = /^$|^[-−+]?\s*(?:R\$|US\$|€)?\s*\d[\d.,\s]*%?$/;

function drawnWords(text: string, parts: MarkedPart[], from: number, to: number): ReactNode[] {
  const drawn: ReactNode[] = [];
  let at = from;
  const within = (place: number) => Math.min(to, Math.max(from, place));
  for (const part of parts) {
    if (part.end <= at || part.start >= to) continue;
    drawn.push(withoutFenceLines(text.slice(at, within(part.start))));
    const isCut = part.kind === 'item' && part.start < from;
    if (!isCut) drawn.push(drawnPart(part, text.slice(within(part.text), within(part.textEnd))));
    at = within(part.end);
  }
  drawn.push(withoutFenceLines(text.slice(at, to)));
  return drawn;
}

function drawnPart({ kind, start }: MarkedPart, words: string): ReactNode {
  if (kind === 'item') return '•\u2002';
  const { Tag, look } = LOOKS[kind];
  return (
    <Tag key={start} className={look}>
      {words}
    </Tag>
  );
}

const LOOKS = {
  strong: { Tag: 'strong', look: 'font-semibold' },
  code: { Tag: 'code', look: 'font-mono text-[.92em]' },
} as const;

/** `start` is on the marks before it, `text` on its first letter, `textEnd` behind its last, `end` behind the marks. */
type MarkedPart = {
  kind: keyof typeof LOOKS | 'item';
  start: number;
  text: number;
  textEnd: number;
  end: number;
};

/** The line of a heading, the dash of an item, «`code`» and «**bold**» within a line; inside fenced code marks are what they are. */
const MARKED =
  /^(?<heading> {0,3}#{1,6}[ \t]+)(?=\S).*$|(?<=^[ \t]*)(?<dash>[-*+][ \t]+)(?=\S)|(?<![`\\])(?<tick>`)(?=[^`\n]+`(?!`))[^`\n]+`|(?<![*\\])(?<stars>\*\*)(?=[^\s*])[^*\n]*[^\s*]\*\*(?!\*)/gm;

function markedParts(text: string): MarkedPart[] {
  const fences = fenceLines(text);
  return [...text.matchAll(MARKED)]
    .filter(({ index }) => fences.filter(({ start }) => start < index).length % 2 === 0)
    .map(({ 0: whole, index, groups = {} }) => {
      const { heading, dash, tick, stars } = groups;
      const before = (heading ?? dash ?? tick ?? stars ?? '').length;
      const end = index + whole.length;
      return {
        kind: dash ? 'item' : tick ? 'code' : 'strong',
        start: index,
        text: index + before,
        textEnd: (heading ?? dash) === undefined ? end - before : end,
        end,
      };
    });
}
