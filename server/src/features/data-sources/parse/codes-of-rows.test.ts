import { expect, test } from 'vitest';
import { askInTurn } from '../../../../test/tables/ask-in-turn.ts';
import { askedColumn as column } from '../../../../test/tables/asked-column.ts';
import { planLine } from '../../../../test/tables/plan-line.ts';
import type { AskedTable } from './words/table-column.ts';

const grants: AskedTable = {
  name: 'bolsas',
  rows_word: { one: 'bolsa', many: 'bolsas' },
  row_nouns: ['bolsas'],
  described: 'bolsas Bolsas de pesquisa',
  date_column: 'dt_pedido',
  money_column: 'vl_bolsa',
  main_column: 'titulo',
  columns: [
    { ...column('nr_bolsa', 'identifier'), ends: ['BP-2023-0001', 'BP-2026-0412'] },
    { ...column('nr_termo', 'identifier'), ends: ['1002/2023', '9871/2026'] },
    column('titulo', 'text'),
    column('situacao', 'category', ['Ativa', 'Encerrada']),
    column('dt_pedido', 'date'),
    column('vl_bolsa', 'money'),
  ],
};

test.each([
  ['qual a situação da BP-2025-0147?', 'rows / nr_bolsa in BP-2025-0147'],
  ['qual a situação da bp-2025-0147?', 'rows / nr_bolsa in BP-2025-0147'],
  ['o termo é o 12194/2026. Qual a situação?', 'rows / nr_termo in 12194/2026'],
  ['situação do termo 1494/2026', 'rows / nr_termo in 1494/2026'],
  ['quantas bolsas em 10/2025?', 'count / dt_pedido between 2025-10-01|2025-10-31'],
])('«%s»: a code is looked up where cells are written as it is (R-TBL-64)', (question, plan) => {
  const { refusals, texts, ...parsed } = askInTurn(grants, question);
  expect([...refusals, ...texts]).toEqual([]);
  expect(planLine(parsed.plan)).toBe(plan);
});

test('a word that many names of columns begin with names no day of its own (R-TBL-64)', () => {
  const columns = [
    column('gta_numero', 'identifier'),
    column('gta_dt_emis', 'date'),
    column('gta_origem', 'category', ['Ilhéus', 'Valença']),
    column('gta_destino', 'category', ['Ilhéus', 'Valença']),
    column('des_dt_real', 'date'),
  ];
  const table: AskedTable = {
    ...{ name: 'guias', rows_word: { one: 'guia', many: 'guias' }, row_nouns: ['guias'], described: 'guias' },
    ...{ date_column: 'gta_dt_emis', other_days: ['des_dt_real'], money_column: null },
    ...{ main_column: 'gta_numero', columns },
  };
  const { plan } = askInTurn(table, 'quantas GTA do dia 22 de setembro de 2026?');
  expect(plan.alternatives).toHaveLength(1);
});
