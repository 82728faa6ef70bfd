/**
 * Questions to the sample of tenders. Blocks of `questions.txt`: `>` a question, or several in one conversation; `=` its
 * gold as SQL over the table `t`, several where each is right; `?` the other reading of an ambiguous one; `!` a pattern
 * of what must be said, alone where the table has no answer; `@` the best plan, as a model would write it.
 */
import { readFileSync } from 'node:fs';

export type TableQuestion = {
  family: string;
  /** The last one is judged. */
  turns: string[];
  gold: string[];
  other: string | null;
  says: RegExp | null;
  /** JSON. */
  plan: string;
};

export function tableQuestions(): TableQuestion[] {
  const text = readFileSync(new URL('questions.txt', import.meta.url), 'utf8');
  let family = '';
  return text
    .trim()
    .split(/\n\s*\n/)
    .flatMap((block) => {
      const lines = block.split('\n').map((line) => [line.slice(0, 1), line.slice(2)] as const);
      const after = (sign: string) => lines.flatMap(([head, rest]) => (head === sign ? [rest] : []));
      const [name] = after('#');
      if (name) family = name;
      const [says] = after('!');
      const [other = null] = after('?');
      const [plan = '{}'] = after('@');
      const turns = after('>');
      const one = {
        family,
        turns,
        gold: after('='),
        other,
        says: says ? new RegExp(says, 'iu') : null,
        plan,
      };
      return turns.length > 0 ? [one] : [];
    });
}
