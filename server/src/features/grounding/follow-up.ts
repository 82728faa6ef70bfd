/** «E para quem mora fora?» says nothing to a search: such a question is looked up together with the one before. */
import { isFunctionWord } from '../../language/stop-words.ts';
import { wordsOf } from '../../language/words.ts';

/** Words that point back, folded. */
const POINTING = new Set(
  `isso isto disso disto nisso nisto esse essa esses essas desse dessa nesse nessa ele ela eles elas dele dela deles
  delas nele nela mesmo mesma anterior antes outro outra outros outras la ali`.split(/\s+/),
);
const OPENING = new Set(['e', 'mas', 'entao', 'ou', 'tambem']);
/** With more to go by, a question stands for itself. */
const TELLING_MAX = 4;
/** Characters; the subject of a pasted page stands in its beginning. */
const BEFORE_MAX = 2_000;

export function searchedAs(question: string, history: { question: string }[]): string {
  const before = history.at(-1)?.question;
  if (!before || !leansBack(question)) return question;
  return `${before.slice(0, BEFORE_MAX)}\n${question}`;
}

/** It says too little by itself. */
export function leansBack(question: string): boolean {
  const words = wordsOf(question);
  const telling = words.filter((word) => !isFunctionWord(word) && !POINTING.has(word) && !OPENING.has(word));
  if (telling.length > TELLING_MAX) return false;
  return telling.length === 0 || OPENING.has(words[0] ?? '') || words.some((word) => POINTING.has(word));
}
