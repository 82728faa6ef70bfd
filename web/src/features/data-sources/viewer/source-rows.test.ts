import { expect, test } from 'vitest';
import { pageOf } from './source-rows.ts';

test('R-DS-51 an answer of any other shape says so', () => {
  for (const answer of [{}, null, { total: '3', results: [] }, { total: 3, results: {} as never }])
    expect(() => pageOf(answer as never)).toThrow('Formato de resposta inválido do servidor');
});

test('columns are those of the query, or of the first row where the answer names none', () => {
  const answer = { total: 1, results: [{ id: 1, nome: 'x' }], limit: 10, offset: 0 };
  expect(pageOf(answer).columns.map(({ name }) => name)).toEqual(['id', 'nome']);
  expect(pageOf({ ...answer, columns: [{ name: 'id', type: 'integer' }] }).columns).toHaveLength(1);
  expect(pageOf({ total: 0, results: [] }).columns).toEqual([]);
});
