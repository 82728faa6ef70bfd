import { expect, test } from 'vitest';
import { EMPTY_PLAN } from '#contract/table-plan.ts';
import { tableResult } from '../../../../test/tables/store-result.ts';
import { tablesBeside } from './answer-text.ts';

const column = (name: string, kind: 'category' | 'money') => ({
  name,
  label: name,
  kind,
  unit: null,
  bucket: null,
});
const byState = tableResult({
  index: 2,
  understood: 'Soma de valor por UF',
  plan: {
    ...EMPTY_PLAN,
    measures: [{ fn: 'sum', column: 'valor' }],
    group_by: [{ column: 'uf', bucket: null }],
  },
  columns: [column('UF', 'category'), column('Soma', 'money')],
  rows: [
    ['PE|x', '10.5'],
    [null, '-3'],
  ],
});

test('R-TBL-37 a result that the text of a model does not have becomes a Markdown table of its number', () => {
  expect(tablesBeside('Pernambuco vem primeiro [2].', [byState])).toBe(
    [
      'Soma de valor por UF [2]:',
      '',
      '| UF | Soma |',
      '| --- | ---: |',
      '| PE\\|x | R$ 10,50 |',
      '| (vazio) | -R$ 3,00 |',
    ].join('\n'),
  );
});

test('a table that the text has already, and a single figure, are not repeated', () => {
  expect(tablesBeside('Veja:\n\n| UF | Soma |\n| --- | ---: |\n', [byState, tableResult()])).toBe('');
});
