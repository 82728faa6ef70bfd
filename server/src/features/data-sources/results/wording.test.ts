import { describe, expect, test } from 'vitest';
import { unknownSentences } from './sentence.ts';
import { measuredKind, shownKind } from './shown-kind.ts';

const column = (name: string, label: string, kind: 'category' | 'number') => ({
  ...{ name, label, kind, unit: null, synonyms: [], values: [], hidden: false },
});
const table = {
  columns: [column('sexo', 'Sexo', 'category'), column('cidade', 'Cidade', 'category')],
  rows_word: { one: 'sepultamento', many: 'sepultamentos' },
} as unknown as Parameters<typeof unknownSentences>[0];

describe('words that a table does not have are said', () => {
  test.each([
    [
      [{ text: 'enterros', column: null, nearest: [] }],
      [
        'Não encontrei «enterros» nesta tabela, nem como coluna nem como valor. As linhas dela são sepultamentos.',
      ],
    ],
    [[{ text: 'Xapuri', column: null, nearest: [] }], ['Nenhum registro menciona «Xapuri».']],
    [
      [{ text: 'Salvaterra', column: 'cidade', nearest: ['Salvador'] }],
      ['Não há «Salvaterra» em cidade. Você quis dizer Salvador?'],
    ],
    [
      [{ text: 'fes', column: 'sexo', nearest: ['F'] }],
      ['Não encontrei «fes» nesta tabela, nem como coluna nem como valor. As linhas dela são sepultamentos.'],
    ],
  ])('%j', (unknown, sentences) => {
    expect(unknownSentences(table, unknown as Parameters<typeof unknownSentences>[1])).toEqual(sentences);
  });
});

test('a year is written without points, an average of years and years of service as numbers', () => {
  const year = column('ano_modelo', 'Ano do modelo', 'number');
  expect(shownKind(year as never)).toBe('identifier');
  expect(measuredKind('maximum', year as never)).toBe('identifier');
  expect(measuredKind('average', year as never)).toBe('number');
  expect(shownKind(column('anos_casa', 'Anos de casa', 'number') as never)).toBe('number');
});
