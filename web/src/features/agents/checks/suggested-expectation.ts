/** What is expected of a question that is kept as a check, unless somebody says otherwise. */
import type { Expectation } from '#contract/agents.ts';
import type { Source } from '#contract/chat.ts';
import { citedFirst } from '../../conversation/sources/source-words.ts';

/** The same document must be cited again; an answer that cites nothing must stay a refusal. */
export function expectationOf({ text, sources }: { text: string; sources: Source[] }): Expectation {
  const { cited } = citedFirst(text, sources);
  const first = cited.find(({ kind }) => kind === 'document') ?? cited[0];
  return first ? { kind: 'cites', value: first.title } : { kind: 'refuses', value: null };
}
