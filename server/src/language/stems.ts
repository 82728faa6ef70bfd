/** Portuguese words without their endings. */

import { isFunctionWord, isStopWord } from './stop-words.ts';
import { namesWithin, tokensOf } from './words.ts';

/** Longest first; each leaves at least three letters, so that short words keep what tells them apart. */
const ENDINGS =
  `amentos imentos amento imento acoes icoes ucoes acao icao ucao coes cao soes sao adores edores idores
  adoras adora ador edor idor antes entes ante ente aveis iveis avel ivel mente aram eram iram avam ando endo indo ados
  idos adas idas ado ido ada ida aria eria iria arem erem irem amos emos imos ares eres ires ais eis ois uis ias ios ar
  er ir am em ou eu iu ia io al el il ol ul oes aes aos ns as es os is a e o m s`
    .split(/\s+/)
    .sort((one, other) => other.length - one.length);

export function stemOf(word: string): string {
  if (word.length <= 3 || /\p{N}/u.test(word)) return word;
  const ending = ENDINGS.find((end) => word.endsWith(end) && word.length - end.length >= 3);
  return ending ? word.slice(0, -ending.length) : word;
}

/** The stems of a text in their order, everything included. */
export const stemsOf = (text: string): string[] => tokensOf(text).map(stemOf);

/** The stems that a question asks about; a question of nothing but stop words keeps them. */
export const questionStems = (question: string): string[] => [...new Set(askedWords(question).map(stemOf))];

/**
 * The stems of a text in their order, to be compared with those of the question. A function word has none, so that «com»
 * does not stand for «comer», unless the question asks for that very word.
 */
export function stemsBeside(question: string): (text: string) => string[] {
  const asked = new Set(askedWords(question));
  return (text) =>
    tokensOf(text).map((token) => (isFunctionWord(token) && !asked.has(token) ? '' : stemOf(token)));
}

function askedWords(question: string): string[] {
  const tokens = tokensOf(question);
  // «o plano Pro» is a name, and no «pro».
  const names = new Set(namesWithin(question).flatMap(tokensOf));
  const content = tokens.filter((token) => names.has(token) || !isStopWord(token));
  return content.length > 0 ? content : tokens;
}

const PREFIX_LETTERS = 6;

/**
 * The first letters of a word, for texts of which every word is compared: Portuguese endings begin late, and what two
 * forms of a word share is nearly always within six letters.
 */
export const prefixStemOf = (word: string): string => word.slice(0, PREFIX_LETTERS);
