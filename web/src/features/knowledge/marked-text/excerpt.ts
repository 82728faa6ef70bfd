import { fenceLines } from '#contract/markdown/lines.ts';

/** A passage with the words that were asked for marked, cut to what a list has room for. */
export type Span = { start: number; end: number };
/** `start`: its place in the text it was cut from. */
export type Piece = { text: string; start: number; marked: boolean };

/** How much is shown before the first marked word. */
const LEAD = 80;

/** The text in pieces, marked and not, without the lines around code. Spans may overlap, come in any order or reach beyond the text. */
export function piecesOf(text: string, spans: Span[]): Piece[] {
  const hidden = fenceLines(text);
  return hidden.length
    ? allPieces(text, spans).flatMap((piece) => outside(piece, hidden))
    : allPieces(text, spans);
}

function outside({ text, start, marked }: Piece, hidden: Span[]): Piece[] {
  const end = start + text.length;
  const kept: Piece[] = [];
  let at = start;
  for (const span of [...hidden.filter((one) => one.start < end && one.end > start), { start: end, end }]) {
    if (span.start > at) kept.push({ text: text.slice(at - start, span.start - start), start: at, marked });
    at = Math.max(at, span.end);
  }
  return kept;
}

function allPieces(text: string, spans: Span[]): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const { start, end } of inOrder(spans)) {
    const from = Math.max(start, at);
    const to = Math.min(end, text.length);
    if (to <= from) continue;
    if (from > at) pieces.push({ text: text.slice(at, from), start: at, marked: false });
    const last = pieces.at(-1);
    if (last?.marked && start < at) last.text += text.slice(from, to);
    else pieces.push({ text: text.slice(from, to), start: from, marked: true });
    at = to;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), start: at, marked: false });
  return pieces;
}

/** At most about `room` characters around the first match, from word to word. */
export function excerptOf(text: string, spans: Span[], room: number): Piece[] {
  if (text.length <= room) return piecesOf(text, spans);
  const first = inOrder(spans)[0]?.start ?? 0;
  const latest = text.length - room;
  const from = wordStart(text, Math.max(0, Math.min(first - LEAD, latest)));
  const to = wordEnd(text, Math.min(text.length, from + room));
  const within = spans.map(({ start, end }) => ({ start: Math.max(0, start - from), end: end - from }));
  const pieces = piecesOf(text.slice(from, to), within);
  if (from > 0) pieces.unshift({ text: '… ', start: -1, marked: false });
  if (to < text.length) pieces.push({ text: ' …', start: to, marked: false });
  return pieces;
}

const inOrder = (spans: Span[]) => [...spans].sort((one, other) => one.start - other.start);

/** Words longer than this are cut after all. */
const LONGEST_WORD = 40;

function wordStart(text: string, at: number): number {
  if (at === 0) return 0;
  const space = text.slice(at, at + LONGEST_WORD).search(/\s/);
  return space < 0 ? at : at + space + 1;
}

function wordEnd(text: string, at: number): number {
  if (at === text.length) return at;
  const before = text.slice(Math.max(0, at - LONGEST_WORD), at).search(/\s\S*$/);
  return before < 0 ? at : Math.max(0, at - LONGEST_WORD) + before;
}
