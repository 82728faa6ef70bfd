import { expect, test } from 'vitest';
import { tableResult } from '../../../../test/tables/store-result.ts';
import { NOT_FOUND } from '../../../adapters/models/prompt-text.ts';
import type { Grounding } from '../../grounding/retrieve.ts';
import { isRefusal } from './answer-ending.ts';

const found = (results: Grounding['results']): Grounding => ({
  passages: [],
  sources: [],
  results,
  scores: [],
  filters: [],
  queries: [],
  notes: [],
  steps: [],
});

const refusing = (results: Grounding['results']) =>
  isRefusal(
    { local: false, question: 'Quantas há?', found: found(results) },
    { status: 'done', answer: NOT_FOUND, cited: [] },
  );

test('a refusal above the figures of a table leaves no open question', () => {
  expect(refusing([])).toBe(true);
  expect(refusing([tableResult({ rows_considered: 0 })])).toBe(true);
  expect(refusing([tableResult()])).toBe(false);
});

test('without a model a question is open where passages were found and none of them answers it', () => {
  const source = {
    index: 1,
    kind: 'document',
    title: 'Regras.txt',
    snippet: 'A quadra fica aberta.',
  } as const;
  const near = { ...found([]), sources: [source] };
  const open = (question: string, answer: string, cited: number[]) =>
    isRefusal({ local: true, question, found: near }, { status: 'done', answer, cited });
  expect(open('Quanto custa a quadra?', NOT_FOUND, [])).toBe(true);
  expect(open('Quando abre a quadra?', 'A quadra fica aberta. [1]', [1])).toBe(false);
  expect(open('Oi!', NOT_FOUND, [])).toBe(false);
});
