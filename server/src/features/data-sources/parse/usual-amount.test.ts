/** A shop's table: the usual amount, names that look like regions, days from which on, and words of one value. */
import { expect, test } from 'vitest';
import { askedColumn as column } from '../../../../test/tables/asked-column.ts';
import { planLine } from '../../../../test/tables/plan-line.ts';
import { parseQuestion } from './parse-question.ts';
import { lexiconOf } from './words/lexicon.ts';
import type { AskedTable } from './words/table-column.ts';

const shop: AskedTable = {
  name: 'Vendas da loja',
  rows_word: { one: 'venda', many: 'vendas' },
  date_column: 'data',
  money_column: 'total',
  main_column: 'produto',
  columns: [
    {
      ...column('produto', 'text'),
      values: ['Chuveiro elétrico 5500 W', 'Tinta acrílica 18 L', 'Cabo flexível'],
    },
    column('categoria', 'category', ['Elétrica', 'Hidráulica', 'Tintas']),
    column('loja', 'category', ['Loja Centro', 'Loja Norte', 'Site']),
    column('vendedor', 'category', ['Ana Reis', 'Beto Lima']),
    column('uf', 'category', ['SP', 'RJ', 'RS', 'PR']),
    column('status', 'category', ['Aguardando peça', 'Concluída']),
    column('data', 'date'),
    column('total', 'money'),
    column('preco_unit', 'money'),
    column('vl_devolucao', 'money'),
  ],
};

function asked(question: string): string {
  const { plan } = parseQuestion(question, lexiconOf(shop), { today: '2026-11-23', before: null });
  return plan ? planLine(plan) : 'refused';
}

test.each([
  ['quem são os 2 vendedores que mais venderam em valor?', 'sum total'],
  ['qual o ticket médio da Loja Centro?', 'average total'],
  ['quanto vendemos em agosto de 2026?', 'sum total'],
  ['qual o valor total devolvido?', 'sum vl_devolucao'],
  ['qual o valor da devolução média?', 'vl_devolucao'],
])('R-TBL-61 «%s» is about %s', (question, measure) => {
  expect(asked(question)).toContain(measure);
});

test('R-TBL-18 a region beside the name of another column is a name that the table does not have', () => {
  expect(asked('quantas vendas da Loja Sul?')).not.toContain('uf');
  expect(asked('quantas vendas da região Sul?')).toContain('uf in PR|RS|SC');
});

test('R-TBL-10 «pra frente» leaves the end of a period open', () => {
  expect(asked('quantas vendas de 15/10/2026 pra frente?')).toContain('data >= 2026-10-15');
});

test('R-TBL-18 two words of one value are that value, and no words of two columns', () => {
  expect(asked('quantas vendas de chuveiro elétrico?')).toContain('produto in Chuveiro elétrico 5500 W');
});

test('R-TBL-60 what is waited for names no state', () => {
  expect(asked('quantas vendas com peças?')).not.toContain('Aguardando');
  expect(asked('quantas vendas aguardando peça?')).toContain('status in Aguardando peça');
});
