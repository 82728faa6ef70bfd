/** Letters with accents, and patterns of the spellings that fold to a text. */
export const ACCENTED = 'áàâãäéèêëíìîïóòôõöúùûüçñÁÀÂÃÄÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑ';
export const PLAIN = 'aaaaaeeeeiiiiooooouuuucnAAAAAEEEEIIIIOOOOOUUUUCN';

/**
 * A pattern of all spellings that fold to a text: asking for it costs a tenth of folding. Null for a letter whose capital
 * some locales do not know.
 */
export function spellingsOf(folded: string): string | null {
  const signs = Array.from(folded, (sign) => {
    if (/[a-z]/.test(sign)) return `[${sign}${sign.toUpperCase()}${accented(sign)}]`;
    if (sign.toUpperCase() !== sign) return null;
    return sign.replace(/[\\^$.|?*+()[\]{}]/, String.raw`\$&`);
  });
  return signs.includes(null) ? null : signs.join('');
}

const accented = (letter: string): string =>
  Array.from(ACCENTED)
    .filter((_, place) => PLAIN[place]?.toLowerCase() === letter)
    .join('');

/** The beginning of a text or of a word in it; not every locale counts letters with accents among those of words. */
export const WORD_START = String.raw`(?:^|[^\w${ACCENTED}])`;
