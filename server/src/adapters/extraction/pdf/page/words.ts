/** Words that a line's end or a font's accents have taken apart. */

/** Pronouns that hang on a verb keep their hyphen ("encontra-se"); most other short ends are syllables ("regi-me"). */
const HANGS = [/\p{L}{3}[aemr][-\u2010]\nse(?!\p{L})/u, /\p{L}{3}[-\u2010]\nlhes?(?!\p{L})/u];

/** The text and the next line of its paragraph, in which a word may go on. */
export function joinLines(text: string, next: string, blank = ' '): string {
  if (text.endsWith('\u00ad')) return text.slice(0, -1) + next;
  if (/\p{L}[-\u2010]$/u.test(text) && /^\p{Ll}/u.test(next))
    return HANGS.some((hangs) => hangs.test(`${text.slice(-5)}\n${next}`))
      ? text + next
      : text.slice(0, -1) + next;
  return text + blank + next;
}
