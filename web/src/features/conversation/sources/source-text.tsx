/** Stored text as it is read: headings stand out and their marks, like the lines around code, are left out. */
import type { ReactNode } from 'react';
import { fenceLines, withoutFenceLines } from '#contract/markdown/lines.ts';

/** The stretch [from, to) of a text; a heading may begin before it or end behind it. */
export function SourceText({
  text,
  from = 0,
  to = text.length,
}: {
  text: string;
  from?: number;
  to?: number;
}) {
  const drawn: ReactNode[] = [];
  let at = from;
  const within = (place: number) => Math.min(to, Math.max(from, place));
  for (const heading of headingLines(text)) {
    if (heading.end <= from || heading.start >= to) continue;
    drawn.push(withoutFenceLines(text.slice(at, within(heading.start))));
    drawn.push(
      <strong key={heading.start} className="font-semibold">
        {text.slice(within(heading.text), within(heading.end))}
      </strong>,
    );
    at = within(heading.end);
  }
  drawn.push(withoutFenceLines(text.slice(at, to)));
  return drawn;
}

/** The lines of headings outside fenced code: `start` is on the marks, `text` on the first word, `end` behind the last. */
function headingLines(text: string): { start: number; text: number; end: number }[] {
  const fences = fenceLines(text);
  return [...text.matchAll(/^( {0,3}#{1,6}[ \t]+)(?=\S).*$/gm)]
    .filter(({ index }) => fences.filter(({ start }) => start < index).length % 2 === 0)
    .map(({ 0: line, 1: marks = '', index }) => ({
      start: index,
      text: index + marks.length,
      end: index + line.length,
    }));
}
