/** «E para quem mora fora?» says nothing to a search: such a question is looked up together with the one before. */
import { leansBack } from '../../language/questions/leans-back.ts';

/** Characters; the subject of a pasted page stands in its beginning. */
const BEFORE_MAX = 2_000;

export function searchedAs(question: string, history: { question: string }[]): string {
  const before = history.at(-1)?.question;
  if (!before || !leansBack(question)) return question;
  return `${before.slice(0, BEFORE_MAX)}\n${question}`;
}
