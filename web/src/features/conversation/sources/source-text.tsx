/** Stored text as it is read: headings stand out and their marks, like the lines around code, are left out. */
import type { ReactNode } from 'react';
import { headingLines, withoutFenceLines } from '#contract/markdown/lines.ts';

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
