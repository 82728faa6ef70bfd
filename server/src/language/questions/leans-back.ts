/** Questions that say too little by themselves, such as «E para quem mora fora?». */
import { isFunctionWord } from '../stop-words.ts';
import { wordsOf } from '../words.ts';

/** Words that point back, folded. */
const POINTING = new Set(
  `isso isto disso disto nisso nisto esse essa esses essas desse dessa nesse nessa ele ela eles elas dele dela deles
  delas nele nela mesmo mesma anterior antes outro outra outros outras la ali`.split(/\s+/),
);
const OPENING = new Set(['e', 'mas', 'entao', 'ou', 'tambem']);
/** With more to go by, a question stands for itself. */
const TELLING_MAX = 4;

/** Whether a question can only be understood with the one before it. */
export function leansBack(question: string): boolean {
  const words = wordsOf(question);
  const telling = words.filter((word) => !isFunctionWord(word) && !POINTING.has(word) && !OPENING.has(word));
  if (telling.length > TELLING_MAX) return false;
  return telling.length === 0 || OPENING.has(words[0] ?? '') || words.some((word) => POINTING.has(word));
}
