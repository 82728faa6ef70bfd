/** Underlines the numbers of an answer that come from none of its sources. */
import { Fragment, type ReactNode } from 'react';
import type { UncheckedNumber } from '#contract/table-result.ts';
import { texts } from '../texts.ts';

/** Characters of private use: Markdown reads them as letters, so that they divide no emphasis. */
const OPEN = '\uE000';
const CLOSE = '\uE001';
const MARKS = /[\uE000\uE001]/;

/** `text`, which begins at `from` in its answer, with marks around the numbers. A text with such marks of its own gets none. */
export function withUncheckedMarks(text: string, numbers: UncheckedNumber[], from = 0): string {
  if (numbers.length === 0 || MARKS.test(text)) return text;
  let marked = '';
  let at = 0;
  for (const { start, end } of numbers) {
    const [first, last] = [start - from, end - from];
    if (first < at || last > text.length) continue;
    marked += text.slice(at, first) + OPEN + text.slice(first, last) + CLOSE;
    at = last;
  }
  return marked + text.slice(at);
}

/** Draws a text with `drawPlain`, its marked stretches underlined. A mark may be closed in another element. */
export function drawUnchecked(text: string, drawPlain: (text: string) => ReactNode): ReactNode {
  if (!MARKS.test(text)) return drawPlain(text);
  const closes = text.indexOf(CLOSE);
  const opens = text.indexOf(OPEN);
  let isMarked = closes >= 0 && (opens < 0 || closes < opens);
  return text.split(MARKS).map((piece, index) => {
    if (index > 0) isMarked = !isMarked;
    return (
      <Fragment key={index}>
        {isMarked && piece ? <UncheckedWords>{piece}</UncheckedWords> : piece && drawPlain(piece)}
      </Fragment>
    );
  });
}

const UncheckedWords = ({ children }: { children: string }) => (
  <mark className="unchecked" title={texts.uncheckedNumber} tabIndex={0}>
    {children}
  </mark>
);
