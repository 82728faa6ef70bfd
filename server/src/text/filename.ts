/** The original name of an uploaded file: shown to people, never used as a path. */

const NAME_MAX = 255;
/** Invisible and bidirectional control characters: a name must look like what it is. */
const UNSEEN = /[\p{Cc}\p{Surrogate}\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

export function cleanFilename(name: string): string {
  const last = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  const clean = last.normalize('NFC').replace(/\s+/g, ' ').replace(UNSEEN, '').trim();
  if (clean.length <= NAME_MAX) return clean;
  const end = clean.slice(clean.lastIndexOf('.'));
  const kept = end.length < 20 ? end : '';
  return (
    clean
      .slice(0, NAME_MAX - kept.length)
      .toWellFormed()
      .replace(/\ufffd$/, '') + kept
  );
}

/** The lower-case extension, without its point; empty where there is none. */
export function extensionOf(name: string): string {
  const point = name.lastIndexOf('.');
  return point < 0 ? '' : name.slice(point + 1).toLowerCase();
}
