/** The markers `[1]` with which an answer cites its sources. */

const MARKER = /[ \t]?\[(\d{1,3}(?:\s*[,;]\s*\d{1,3}){0,9})\]/g;

/** `numbers` stands between the brackets; `written` is all of it, brackets and a space before them included. */
export type Marker = { numbers: string; written: string };

/** Words and the markers among them; whether a marker names a source is decided when it is shown. */
export function markersIn(text: string): (string | Marker)[] {
  const pieces: (string | Marker)[] = [];
  let from = 0;
  for (const found of text.matchAll(MARKER)) {
    if (found.index > from) pieces.push(text.slice(from, found.index));
    pieces.push({ numbers: found[1] as string, written: found[0] });
    from = found.index + found[0].length;
  }
  if (from < text.length) pieces.push(text.slice(from));
  return pieces;
}
