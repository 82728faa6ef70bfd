import { expect, test } from 'vitest';
import { askedColumn as column } from '../../../../test/tables/asked-column.ts';
import { planLine } from '../../../../test/tables/plan-line.ts';
import { parseQuestion } from './parse-question.ts';
import { lexiconOf } from './words/lexicon.ts';
import type { AskedTable } from './words/table-column.ts';

const stock: AskedTable = {
  name: 'Almoxarifado',
  rows_word: { one: 'item', many: 'itens' },
  row_nouns: [],
  described: 'Almoxarifado Posição de estoque: saldo, mínimo, preço e validade',
  date_column: 'dt_entrada',
  money_column: 'vl_total',
  main_column: 'descricao',
  columns: [
    column('codigo', 'identifier'),
    column('descricao', 'text', ['Papel A4', 'Luva de raspa']),
    column('grupo', 'category', ['Elétrica', 'Hidráulica']),
    column('fornecedor', 'category', ['Tubos Piratininga', 'Hidrotec Comercial']),
    column('saldo', 'number'),
    column('estoque_minimo', 'number'),
    column('vl_total', 'money'),
    column('dt_entrada', 'date'),
    column('validade', 'date'),
    column('multa_paga', 'category', ['S', 'N']),
  ],
};
const lexicon = lexiconOf(stock);
const ask = (question: string, before: string | null = null) => {
  const today = '2026-11-23';
  const first = before === null ? null : parseQuestion(before, lexicon, { today, before: null }).plan;
  return parseQuestion(question, lexicon, { today, before: first });
};

test.each([
  ['quantos itens estão abaixo do mínimo?', 'count / saldo − estoque_minimo < 0'],
  ['quantos itens com saldo menor que o estoque mínimo?', 'count / saldo − estoque_minimo < 0'],
  ['em quantos itens o saldo passou do mínimo?', 'count / saldo − estoque_minimo > 0'],
  ['quantos itens estão acima do estoque mínimo?', 'count / saldo − estoque_minimo > 0'],
  [
    'quantos itens de elétrica ultrapassam o mínimo?',
    'count / saldo − estoque_minimo > 0; grupo in Elétrica',
  ],
])('«%s» compares two numbers of a row (R-TBL-59)', (question, plan) => {
  const { plan: read, refusals } = ask(question);
  expect(refusals).toEqual([]);
  expect(planLine(read)).toBe(plan);
});

test('a question that follows keeps the comparison of two columns (R-TBL-59)', () => {
  const { plan, refusals } = ask('e só os de elétrica?', 'quantos itens estão abaixo do mínimo?');
  expect(refusals).toEqual([]);
  expect(planLine(plan)).toBe('count / saldo − estoque_minimo < 0; grupo in Elétrica');
});

test.each([
  ['quantos itens zerados?', 'count / saldo between 0|0'],
  ['quantos itens sem estoque?', 'count / saldo between 0|0'],
  ['quanto tem de papel a4?', 'sum saldo / descricao in Papel A4'],
  ['quantos itens vencem até o fim de março de 2027?', 'count / validade <= 2027-03-31'],
  ['preço total do 25.128-2', 'sum vl_total / codigo in 25.128-2'],
])('«%s» is a question to a stock (R-TBL-59)', (question, plan) => {
  const { plan: read, refusals } = ask(question);
  expect(refusals).toEqual([]);
  expect(planLine(read)).toBe(plan);
});

test('a thing that is written small is no company of that name (R-TBL-59)', () => {
  const { plan, texts } = ask('quantos itens são tubo?');
  expect(plan.filters).toEqual([]);
  expect(texts).toEqual(['tubo']);
});

test('what somebody wants done to what is theirs is refused (R-TBL-59)', () => {
  expect(ask('renova meu item por favor').refusals.join(' ')).toContain('Só consigo consultar');
});
