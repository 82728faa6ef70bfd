import { expect, test } from 'vitest';
import { NOT_FOUND } from '../../adapters/models/prompt-text.ts';
import type { Composed } from '../chat/compose/compose.ts';
import { resultOf } from './ask-check.ts';

const source = { index: 1, kind: 'result' as const, title: 'Licitações', snippet: 'Número de licitações' };
const refuses = {
  id: 1,
  agent_id: 1,
  question: 'Há licitações na Lua?',
  expectation: { kind: 'refuses', value: null },
};

const judged = (answer: string) =>
  resultOf(
    refuses as unknown as Parameters<typeof resultOf>[0],
    { answer, sources: [source], error_code: null } as unknown as Composed,
    'GPT',
    new Date(),
  );

test('a result of a table is cited where the text names it, not because it stands below the text', () => {
  expect(judged(NOT_FOUND)).toMatchObject({ outcome: 'holds', cited: [] });
  expect(judged(`${NOT_FOUND} Mas há 13 [1].`)).toMatchObject({ outcome: 'fails', cited: ['Licitações'] });
});
