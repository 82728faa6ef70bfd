import { expect, test } from 'vitest';
import { askInTurn } from '../../../../test/tables/ask-in-turn.ts';
import { askedColumn as column } from '../../../../test/tables/asked-column.ts';
import { planLine } from '../../../../test/tables/plan-line.ts';
import type { AskedTable } from './words/table-column.ts';

const kitchen: AskedTable = {
  name: 'compras_cozinha',
  rows_word: { one: 'compra', many: 'compras' },
  row_nouns: ['compras'],
  described: 'compras_cozinha Compras das cozinhas escolares',
  date_column: 'dt_compra',
  money_column: 'vl_nota',
  main_column: 'fornecedor',
  columns: [
    column('nr_nota', 'identifier'),
    column('fornecedor', 'text'),
    column('entregue_por', 'category', ['Expresso Farinha Ltda', 'Rota Azul Eireli', 'Frigelo S.A.']),
    column('dt_compra', 'date'),
    column('vl_nota', 'money'),
  ],
};

const ask = (question: string) => {
  const { plan, refusals, texts } = askInTurn(kitchen, question);
  return { line: planLine(plan), isRefused: refusals.length > 0, texts };
};

test.each([
  'quanto gastamos de arroz em outubro?',
  'quanto pagamos com frutas?',
  'qual o gasto de gelo em 2025?',
])('«%s»: what money was spent on is no word within the name of a company (R-TBL-64)', (question) => {
  expect(ask(question).isRefused).toBe(true);
});

test.each(['quanto gastamos na Arroz Real em outubro?', 'quanto pagamos ao armazém central?'])(
  '«%s»: a company may be named by some words of its name (R-TBL-64)',
  (question) => {
    const { isRefused, texts } = ask(question);
    expect(isRefused).toBe(false);
    expect(texts).not.toEqual([]);
  },
);

test('a kind of thing is no word within the name of a company in a category (R-TBL-64)', () => {
  expect(ask('quantas compras de farinha?').line).toBe('count');
  expect(ask('quantas compras de farinha?').texts).toEqual(['farinha']);
  expect(ask('quantas compras da Rota Azul?').line).toBe('count / entregue_por in Rota Azul Eireli');
});
