import { expect, test } from 'vitest';
import type { Source } from '#contract/chat.ts';
import { expectationOf } from './suggested-expectation.ts';

const source = (index: number, title: string, kind: Source['kind'] = 'document'): Source => ({
  index,
  kind,
  title,
  snippet: '…',
});

test('the first document that the answer cites is expected again, not one that was only read', () => {
  const sources = [source(1, 'lido.md'), source(2, 'linha', 'row'), source(3, 'citado.md')];
  expect(expectationOf({ text: 'Vale trinta minutos [2][3].', sources })).toEqual({
    kind: 'cites',
    value: 'citado.md',
  });
});

test('a row is expected again where no document is cited', () => {
  expect(expectationOf({ text: 'São doze [1].', sources: [source(1, 'Municípios', 'row')] })).toEqual({
    kind: 'cites',
    value: 'Municípios',
  });
});

test('an answer that cites nothing must stay a refusal, whatever was read', () => {
  expect(expectationOf({ text: 'Não encontrei isso.', sources: [source(1, 'lido.md')] })).toEqual({
    kind: 'refuses',
    value: null,
  });
});
