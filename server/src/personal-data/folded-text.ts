/** A text for the scanner: every digit, blank and dash in its ASCII form, without invisible characters inside a number. */

export type FoldedText = {
  text: string;
  /** The index in the original text for one in the folded text. */
  origin(index: number): number;
};

const UNUSUAL =
  /[^\P{Nd}0-9]|[\u00a0\u2000-\u200d\u2010-\u2015\u202f\u2060\u2212\u3000\ufeff\u00ad\uff01-\uff5e]/u;
const REPLACED = /[^\P{Nd}0-9]|[\u00a0\u2000-\u200a\u2010-\u2015\u202f\u2212\u3000\uff01-\uff5e]/gu;
/** Fills the second half of a surrogate pair, so that lengths stay; a private character. */
const FILLER = '\uf8e0';
/** Soft hyphens and characters without width, as text copied out of a PDF has them, and fillers. */
const DROPPED = /\uf8e0|(?<=[0-9A-Z./-])[\u00ad\u200b-\u200d\u2060\ufeff]{1,8}(?=[0-9A-Z./-])/g;

export function foldText(original: string): FoldedText {
  if (!UNUSUAL.test(original)) return { text: original, origin: (index) => index };
  const even = original.replace(REPLACED, ascii);
  if (even.search(DROPPED) < 0) return { text: even, origin: (index) => index };
  const origins: number[] = [];
  let text = '';
  let from = 0;
  const keep = (until: number) => {
    for (let at = from; at < until; at += 1) origins.push(at);
    text += even.slice(from, until);
  };
  for (const { 0: dropped, index } of even.matchAll(DROPPED)) {
    keep(index);
    from = index + dropped.length;
  }
  keep(even.length);
  // An end is after its last character, and after what was dropped behind that.
  return { text, origin: (index) => origins[index] ?? even.length };
}

function ascii(character: string): string {
  if (/\p{Nd}/u.test(character)) return digitOf(character) + FILLER.repeat(character.length - 1);
  const code = character.charCodeAt(0);
  if (code > 0xff00) return String.fromCharCode(code - 0xfee0);
  return /[\u2010-\u2015\u2212]/.test(character) ? '-' : ' ';
}

/** Unicode keeps the ten digits of a script together in their order, so the value is the distance to the first. */
function digitOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  let first = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((code - first) % 10);
}
