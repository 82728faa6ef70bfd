/** Tests who is meant, and which groups are bounded or compared, in a table of repairs of boats. */
import { expect, test } from 'vitest';
import { askedColumn as column, titledColumn as titled } from '../../../../test/tables/asked-column.ts';
import { planLine } from '../../../../test/tables/plan-line.ts';
import { parseQuestion } from './parse-question.ts';
import { lexiconOf } from './words/lexicon.ts';
import type { AskedTable } from './words/table-column.ts';

const marina: AskedTable = {
  name: 'Consertos da marina',
  rows_word: { one: 'conserto', many: 'consertos' },
  row_nouns: ['consertos'],
  described: 'Consertos da marina Consertos de barcos: proprietários, mecânico, peças, valor e datas.',
  date_column: 'dt_entrada',
  money_column: 'vl_total',
  main_column: 'descricao',
  columns: [
    titled('nr_os', 'identifier', 'Número da ordem'),
    titled('descricao', 'text', 'Descrição'),
    { ...titled('barco', 'category', 'Barco', ['Albatroz', 'Gaivota', 'Marola']), repeats: true },
    {
      ...titled('proprietario', 'category', 'Proprietário', ['Ana Prado', 'Beto Reis', 'Caio Lins']),
      repeats: true,
    },
    titled('uf_proprietario', 'category', 'UF do proprietário', ['SP', 'RJ']),
    { ...titled('atendente', 'category', 'Atendente', ['Davi Luz', 'Eva Paz']), repeats: true },
    titled('fornecedor', 'category', 'Fornecedor', ['Estaleiro do Mar', 'Casco & Cia']),
    titled('situacao', 'category', 'Situação', ['Entregue', 'Aberto', 'Atrasado']),
    column('dt_entrada', 'date'),
    titled('dt_prevista', 'date', 'Data prevista de entrega'),
    titled('dt_entrega', 'date', 'Data de entrega'),
    titled('dias_parado', 'number', 'Dias parado'),
    titled('vl_total', 'money', 'Valor total'),
  ],
};
const read = (question: string, table = marina): string => {
  const lexicon = lexiconOf(table);
  const { plan, refusals, texts } = parseQuestion(question, lexicon, { today: '2026-11-30', before: null });
  const shown = plan.show ? ` / show ${plan.show.join(', ')}` : '';
  return refusals[0] ?? (texts.length > 0 ? `not known: ${texts.join(', ')}` : planLine(plan) + shown);
};

test.each([
  [
    'que barcos já passaram de 30 mil reais de conserto no total?',
    'sum vl_total / by barco / barco filled / having 0 > 30000',
  ],
  [
    'quem já passou de 30 mil em consertos?',
    'sum vl_total / by proprietario / proprietario filled / having 0 > 30000',
  ],
  [
    'quais barcos do Estaleiro do Mar passaram de 30 mil em consertos?',
    'sum vl_total / by barco / fornecedor in Estaleiro do Mar; barco filled / having 0 > 30000',
  ],
])('R-TBL-15 an amount that all rows of a group give is that of their sum: «%s»', (question, line) => {
  expect(read(question)).toBe(line);
});

test.each([
  ['quais barcos tiveram 3 consertos ou mais?', 'count / by barco / barco filled / having 0 >= 3'],
  [
    'tem alguém com 3 ou mais consertos atrasados? quem?',
    'count / by proprietario / situacao in Atrasado; proprietario filled / having 0 >= 3',
  ],
])('R-TBL-15 rows that are counted may stand before «ou mais»: «%s»', (question, line) => {
  expect(read(question)).toBe(line);
});

test('a bound of one row stays one', () => {
  expect(read('quais consertos passaram de 30 mil?')).toBe('rows / vl_total > 30000');
});

test('what was spent in days adds up, and where it stood is no firm', () => {
  expect(read('top 3 barcos que mais dias ficaram parados')).toBe(
    'sum dias_parado / by barco / barco filled / order measure desc / limit 3',
  );
  expect(read('top 3 barcos que mais dias ficaram parados no estaleiro')).toContain('estaleiro');
  expect(read('quantos consertos foram no estaleiro?')).toBe('count / fornecedor in Estaleiro do Mar');
});

test('a share of what was named first is one figure, and no groups', () => {
  expect(read('dos barcos que foram entregues, que porcentagem foi do Estaleiro do Mar?')).toBe(
    'count / situacao in Entregue; fornecedor in Estaleiro do Mar / share 1',
  );
});

test('a part of what was spent is one of money, and a part of the rows one of their number', () => {
  const table = {
    ...marina,
    name: 'Despesas da marina',
    rows_word: { one: 'despesa', many: 'despesas' },
    row_nouns: ['despesas'],
    described: 'Despesas da marina',
  };
  expect(read('que porcentagem da despesa toda foi do Albatroz?', table)).toBe(
    'sum vl_total / barco in Albatroz / share 0',
  );
  expect(read('que porcentagem das despesas foi do Albatroz?', table)).toBe(
    'count / barco in Albatroz / share 0',
  );
});
