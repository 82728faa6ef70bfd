import type { Plan } from '#contract/table-plan.ts';
import { parseQuestion } from '../../src/features/data-sources/parse/parse-question.ts';
import { lexiconOf } from '../../src/features/data-sources/parse/words/lexicon.ts';
import type { AskedTable } from '../../src/features/data-sources/parse/words/table-column.ts';

/** Reads several questions on 2026-11-23, each of which follows the one before, and returns the reading of the last. */
export function askInTurn(table: AskedTable, ...questions: string[]) {
  const lexicon = lexiconOf(table);
  let before: Plan | null = null;
  let last = parseQuestion('', lexicon, { today: '2026-11-23', before });
  for (const question of questions) {
    last = parseQuestion(question, lexicon, { today: '2026-11-23', before });
    before = last.plan;
  }
  return last;
}
