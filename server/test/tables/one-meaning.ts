/** Tests that questions which mean the same have one plan, over the invented table of contracts. */
import { describe, expect, test } from 'vitest';
import { parseQuestion } from '../../src/features/data-sources/parse/parse-question.ts';
import { lexiconOf } from '../../src/features/data-sources/parse/words/lexicon.ts';
import { contractsTable } from './contracts-table.ts';
import { planLine } from './plan-line.ts';

const lexicon = lexiconOf(contractsTable);

/** The plan in one line with its conditions in the order of their columns, or what is said instead of an answer. */
function read(question: string): string {
  const { plan, refusals, texts } = parseQuestion(question, lexicon, { today: '2026-11-23', before: null });
  const filters = plan.filters.toSorted((one, other) => one.column.localeCompare(other.column));
  return (
    refusals[0] ?? (texts.length > 0 ? `not known: ${texts.join(', ')}` : planLine({ ...plan, filters }))
  );
}

/** `groups`: the line of a plan → the questions that ask for it. */
export function testOneMeaning(groups: Record<string, string[]>): void {
  for (const [plan, questions] of Object.entries(groups))
    describe(`what «${questions[0]}» asks`, () => {
      test.each(questions)('is asked by «%s»', (question) => {
        expect(read(question)).toBe(plan);
      });
    });
}
