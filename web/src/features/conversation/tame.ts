/** What of an answer's text is more than words, and which addresses may be followed. */

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

const SAFE = new Set(['http:', 'https:', 'mailto:']);

/** The address when it is one that may be followed, else nothing. */
export function safeUrl(url: string): string {
  try {
    return SAFE.has(new URL(url).protocol) ? url : '';
  } catch {
    return '';
  }
}
