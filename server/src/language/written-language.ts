/** In which language the rows of a source are written: it decides how their words are stemmed. */
import { wordsOf } from './words.ts';

export type Language = 'portuguese' | 'english';

/** Words that hold an English sentence together, or with which people ask in English. None of them is Portuguese. */
const ENGLISH = new Set(
  `the of and in is to for with by from that was are were be been at on an or it its this these those which who whom
  what when where why how many much any there have has had not their they them you your we our his her list show find
  give tell please want need about into than then`.split(/\s+/),
);
/** The most frequent words of Portuguese, folded. None of them is English. */
const PORTUGUESE = new Set(
  `de da das dos em para que uma um na nas nos ao aos por pela pelo com sem sua seu os ou se mais foi sao como`.split(
    /\s+/,
  ),
);

export const isEnglishFunctionWord = (word: string): boolean => ENGLISH.has(word);

export function languageOf(texts: string[]): Language {
  let lead = 0;
  for (const word of texts.flatMap(wordsOf)) {
    if (ENGLISH.has(word)) lead += 1;
    else if (PORTUGUESE.has(word)) lead -= 1;
  }
  return lead > 0 ? 'english' : 'portuguese';
}
