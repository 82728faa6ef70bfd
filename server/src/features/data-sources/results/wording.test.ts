import { describe, expect, test } from 'vitest';
import { EMPTY_PLAN } from '#contract/table-plan.ts';
import { remarksOf, unknownSentences } from './sentence.ts';
import { measuredKind, shownKind } from './shown-kind.ts';
import { understoodWords } from './understood.ts';

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

test('R-TBL-22 R-TBL-23 another reading is told with what its figure counts', () => {
  const said = (plan: object, other: object) =>
    remarksOf(table, { plan, alternatives: [other], skipped_nulls: 0, others: 0, rows: [] } as never, []);
  const rows = { rows: true, group_by: [], measures: [] };
  const sum = { rows: false, group_by: [], measures: [{ fn: 'sum', column: 'taxa' }] };
  const count = { rows: false, group_by: [], measures: [{ fn: 'count', column: null }] };
  expect(said(rows, { label: 'em toda a tabela', figure: '360' })).toEqual([
    'Em toda a tabela, e não só no que foi respondido antes: 360 sepultamentos.',
  ]);
  expect(said(count, { label: 'UF SP', figure: '1' })).toEqual([
    'Outra leitura da pergunta, com UF SP: 1 sepultamento.',
  ]);
  expect(said(count, { label: 'Situação: Aberta', figure: '2' })).toEqual([
    'Outra leitura da pergunta, com situação Aberta: 2 sepultamentos.',
  ]);
  expect(said(sum, { label: 'Taxa paga', figure: 'R$ 12,00' })).toEqual([
    'Outra leitura da pergunta, com taxa paga: R$ 12,00.',
  ]);
  expect(said(count, { label: 'somando taxa', figure: 'R$ 12,00', measures: sum.measures })).toEqual([
    'Outra leitura da pergunta, somando taxa: R$ 12,00.',
  ]);
});

test('R-TBL-15 R-TBL-10 what was understood says the condition on groups, and in which order they stand', () => {
  const plan = {
    ...EMPTY_PLAN,
    measures: [{ fn: 'count' as const, column: null }],
    group_by: [{ column: 'cidade', bucket: null }],
    having: [{ measure: 0, op: '>' as const, value: '5' }],
  };
  expect(understoodWords(table, plan)).toBe(
    'Número de sepultamentos por cidade, com mais de 5 sepultamentos',
  );
  const amounts = { ...table, columns: [...table.columns, column('taxa', 'Taxa', 'number')] };
  const sum = { ...plan, measures: [{ fn: 'sum' as const, column: 'taxa' }] };
  expect(understoodWords(amounts, sum)).toBe('Soma de taxa por cidade, com soma de taxa: mais de 5');
  const order = [{ by: 'group' as const, index: 0, column: null, direction: 'desc' as const }];
  const ordered = (name: string, kind: string, bucket: 'month' | null) =>
    understoodWords(
      { ...table, columns: [{ ...column(name, name, 'number'), kind }] },
      {
        ...{ ...plan, having: [], order, group_by: [{ column: name, bucket }] },
      },
    );
  expect(ordered('cidade', 'category', null)).toMatch(/, em ordem alfabética inversa$/);
  expect(ordered('dia', 'date', 'month')).toMatch(/, do mais recente para o mais antigo$/);
  expect(ordered('idade', 'number', null)).toMatch(/, em ordem decrescente$/);
});

test('a year is written without points, an average of years and years of service as numbers', () => {
  const year = column('ano_modelo', 'Ano do modelo', 'number');
  expect(shownKind(year as never)).toBe('identifier');
  expect(measuredKind('maximum', year as never)).toBe('identifier');
  expect(measuredKind('average', year as never)).toBe('number');
  expect(shownKind(column('anos_casa', 'Anos de casa', 'number') as never)).toBe('number');
});
