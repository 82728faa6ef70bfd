/** Limits the nesting of JSON: parsing a million brackets would block the event loop. */

const DEPTH_MAX = 100;
/** Shorter texts need no check. */
const HARMLESS_LENGTH = 8_192;

const QUOTE = 34;
const BACKSLASH = 92;
const OPENS = new Set([91, 123]);
const CLOSES = new Set([93, 125]);

export function isTooDeep(json: string): boolean {
  if (json.length <= HARMLESS_LENGTH) return false;
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (quoted) {
      if (code === BACKSLASH) at += 1;
      else if (code === QUOTE) quoted = false;
    } else if (code === QUOTE) quoted = true;
    else if (OPENS.has(code)) {
      depth += 1;
      if (depth > DEPTH_MAX) return true;
    } else if (CLOSES.has(code)) depth -= 1;
  }
  return false;
}
