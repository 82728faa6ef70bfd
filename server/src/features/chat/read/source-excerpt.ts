/** Excerpts of a document around a cited span: enough to judge the citation by, cut where a reader would cut. */
export type Span = { start: number; end: number };
export type SourceExcerpt = Span & {
  text: string;
  /** Whether the document goes on before and after it. */
  more_before: boolean;
  more_after: boolean;
};

/** Shown before and after the span, at most. */
const CONTEXT_LENGTH = 1_500;
/** A border that would leave less than this is not worth stopping at. */
const CONTEXT_MIN_LENGTH = 500;

/** Ends of paragraphs, of sentences and of words: the first kind that offers one is taken. */
const BORDERS = [/\n\s*\n\s*/g, /(?:[.!?…]["”»)]?\s+|\n\s*)(?=\S)/g, /\s+(?=\S)/g];

/** `span` lies in `text`; the span of what is returned lies in its stretch. In UTF-16 code units, like all places. */
export function excerptAround(text: string, span: Span): SourceExcerpt {
  const from = beginning(text, span.start);
  const to = ending(text, span.end);
  return {
    text: text.slice(from, to),
    start: span.start - from,
    end: span.end - from,
    more_before: /\S/.test(text.slice(0, from)),
    more_after: /\S/.test(text.slice(to)),
  };
}

/**
 * Where the cited words stand: where they stood, else, in a document that was replaced, the nearest place that has
 * them literally; null when none does.
 */
export function findSpan(text: string, snippet: string, stood: number): Span | null {
  if (snippet === '') return null;
  if (text.startsWith(snippet, stood)) return { start: stood, end: stood + snippet.length };
  const before = text.lastIndexOf(snippet, stood);
  const after = text.indexOf(snippet, stood);
  const start = before < 0 || (after >= 0 && after - stood < stood - before) ? after : before;
  return start < 0 ? null : { start, end: start + snippet.length };
}

function beginning(text: string, start: number): number {
  const earliest = start - CONTEXT_LENGTH;
  if (earliest <= 0) return leadingSpace(text, 0, start);
  const room = text.slice(earliest, start);
  for (const border of BORDERS) {
    const first = [...room.matchAll(border)][0];
    const at = first ? first.index + first[0].length : room.length;
    if (room.length - at >= CONTEXT_MIN_LENGTH) return earliest + at;
  }
  return earliest + (isHalved(text, earliest) ? 1 : 0);
}

function ending(text: string, end: number): number {
  const room = text.slice(end, end + CONTEXT_LENGTH);
  if (end + room.length === text.length) return end + room.trimEnd().length;
  for (const border of BORDERS) {
    const last = [...room.matchAll(border)].at(-1);
    const at = last ? last.index + last[0].trimEnd().length : 0;
    if (at >= CONTEXT_MIN_LENGTH) return end + at;
  }
  return end + room.length - (isHalved(text, end + room.length) ? 1 : 0);
}

const leadingSpace = (text: string, from: number, to: number) =>
  from + (/^\s*/.exec(text.slice(from, to))?.[0].length ?? 0);

/** Whether a cut here would part the halves of one character. */
const isHalved = (text: string, at: number) => /[\udc00-\udfff]/.test(text.charAt(at));
