/** A found stretch of text as the sidebar shows it: short, with the found words marked. */

export type Piece = { text: string; found: boolean };

/** How much stands before the first found word, so that it is seen without opening anything; UTF-16 code units. */
const LEAD = 28;

/** `matches` are [start, end) in UTF-16 code units; what is out of order or out of bounds is left unmarked. */
export function excerptOf(snippet: string, matches: [number, number][]): Piece[] {
  const pieces: Piece[] = [];
  let at = beginning(snippet, matches[0]?.[0] ?? 0);
  if (at > 0) pieces.push({ text: '…', found: false });
  for (const [start, end] of matches) {
    if (start < at || end <= start || end > snippet.length) continue;
    if (start > at) pieces.push({ text: snippet.slice(at, start), found: false });
    pieces.push({ text: snippet.slice(start, end), found: true });
    at = end;
  }
  if (at < snippet.length) pieces.push({ text: snippet.slice(at), found: false });
  return pieces;
}

/** The first whole word that is near enough to the first found one. */
function beginning(snippet: string, first: number): number {
  if (first <= LEAD) return 0;
  const space = snippet.slice(first - LEAD, first).search(/\s\S/);
  return space === -1 ? first : first - LEAD + space + 1;
}
