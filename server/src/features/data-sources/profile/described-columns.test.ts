import { expect, test } from 'vitest';
import { describedColumns } from './described-columns.ts';

const of = (description: string, ...names: string[]) =>
  Object.fromEntries(describedColumns(description, names));

test('R-TBL-19 words that the description has for a column are other names of it', () => {
  expect(
    of('Estoque. qt_rep: quantidade de reposição; ult_ent = data da última entrada', 'qt_rep', 'ult_ent'),
  ).toEqual({
    qt_rep: ['quantidade de reposição'],
    ult_ent: ['data da última entrada'],
  });
});

test('R-TBL-19 of several columns that are described together each has its own', () => {
  expect(
    of(
      'p_teo e p_pra são as provas de teoria e prática; a média é 7. vl_c, vl_f e vl_t: valores de compra, frete e venda',
      'p_teo',
      'p_pra',
      'vl_c',
      'vl_f',
      'vl_t',
    ),
  ).toEqual({ p_teo: ['teoria'], p_pra: ['prática'], vl_c: ['compra'], vl_f: ['frete'], vl_t: ['venda'] });
});

test('codes of a column, words of sentences and lists of another length name no column', () => {
  expect(
    of(
      'tp_mov: E entrada, S saída. cd_sit = A = ativo. status: veja o manual.',
      'tp_mov',
      'cd_sit',
      'status',
    ),
  ).toEqual({});
  expect(of('vl_a, vl_b e vl_c são os valores de compra e venda', 'vl_a', 'vl_b', 'vl_c')).toEqual({});
  expect(describedColumns(null, ['vl_a'])).toEqual(new Map());
});

test('the time for a description grows with its length alone, whatever joins its words', () => {
  const names = Array.from({ length: 500 }, (_, n) => `c_${n}`);
  const hostile = [
    `a_b, c_d são as x de ${'aaa e '.repeat(5_000)}1`,
    `${'a_b, '.repeat(5_000)} são ${'x '.repeat(10_000)}`,
    `a_b: ${'x-'.repeat(20_000)}`,
    'a_b é '.repeat(10_000),
    `${names.join(' e ')}: ${'a de b, '.repeat(5_000)}`,
  ];
  for (const description of hostile) expect(describedColumns(description, ['a_b', ...names]).size).toBe(0);
});
