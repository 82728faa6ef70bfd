/** Stored text as it is read: headings, bold words, code and items of lists stand out without their marks; the lines around code are left out. */
import type { ReactNode } from 'react';
import { fenceLines, withoutFenceLines } from '#contract/markdown/lines.ts';

/** The stretch [from, to) of a text; a marked part may begin before it or end behind it. */
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
  for (const part of markedParts(text)) {
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
