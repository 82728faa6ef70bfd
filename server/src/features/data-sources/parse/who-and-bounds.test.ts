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
    titled('uf', 'category', 'UF', ['SC', 'SP']),
    titled('uf_proprietario', 'category', 'UF do proprietário', ['SP', 'RJ']),
    titled('bairro', 'category', 'Bairro', ['Centro', 'Praia']),
    { ...titled('atendente', 'category', 'Atendente', ['Davi Luz', 'Eva Paz']), repeats: true },
    titled('fornecedor', 'category', 'Fornecedor', ['Estaleiro do Mar', 'Casco & Cia']),
    titled('servico', 'category', 'Serviço', ['Pintura', 'Motor']),
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

test('who rendered a service is none of those to whom it was rendered', () => {
  expect(read('quem consertou a Gaivota?')).toBe('Não sei o que «quem» pede nesta pergunta.');
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

test.each([
  ['quem forneceu a OS-2024-0012?', 'rows / nr_os in OS-2024-0012 / show fornecedor'],
  ['quem atendeu a Ana Prado?', 'count / by atendente / proprietario in Ana Prado'],
  [
    'quem foi o último a ter conserto de motor?',
    'rows / servico in Motor / order dt_entrada desc / limit 1 / show proprietario',
  ],
  ['o que a Ana Prado consertou?', 'count / by servico / proprietario in Ana Prado'],
])('who and what are columns of the rows: «%s»', (question, line) => {
  expect(read(question)).toBe(line);
});

test.each([
  [
    'o maior valor total foi de qual fornecedor?',
    'rows / order vl_total desc / limit 1 / show fornecedor, vl_total',
  ],
  ['qual foi o primeiro a entrar?', 'rows / order dt_entrada asc / limit 1'],
  ['qual foi o último a ser entregue?', 'rows / order dt_entrega desc / limit 1'],
])('the first row of an order is asked for, and what it has: «%s»', (question, line) => {
  expect(read(question)).toBe(line);
});

test.each([
  ['valor total dos consertos de proprietários de São Paulo', 'sum vl_total / uf_proprietario in SP'],
  ['quantos consertos no Rio de Janeiro?', 'count / uf_proprietario in RJ'],
  ['quantos consertos foram de moradores da Praia?', 'count / bairro in Praia'],
  ['quantos proprietários de São Paulo?', 'count_distinct proprietario / uf_proprietario in SP'],
])('the place of people is the one that is named after them: «%s»', (question, line) => {
  expect(read(question)).toBe(line);
});

test('a state of two columns is offered in the other one too', () => {
  const { plan } = parseQuestion('quantos consertos em São Paulo?', lexiconOf(marina), {
    today: '2026-11-30',
    before: null,
  });
  expect(planLine(plan)).toBe('count / uf in SP');
  expect(plan.alternatives.map(({ filters }) => filters[0]?.column)).toEqual(['uf_proprietario']);
});

test.each([
  'qual a diferença de consertos entre o primeiro semestre de 2025 e o de 2026?',
  'consertos no primeiro semestre de 2025 contra o de 2026',
  'subiu ou caiu? consertos do 1º semestre de 2025 contra o 1º semestre de 2026',
])('two periods are compared, although the second leaves its noun out: «%s»', (question) => {
  expect(read(question)).toBe('count / by dt_entrada/semester / dt_entrada in 2025-S1|2026-S1');
});

test('a range of two semesters stays one', () => {
  expect(read('quantos consertos entre o primeiro semestre de 2025 e o de 2026?')).toBe(
    'count / dt_entrada between 2025-01-01|2026-06-30',
  );
});

test.each([
  'em média quantos dias a gente fica com o barco até a entrega?',
  'depois que o barco entra, leva em média quantos dias até o conserto ser entregue?',
])('the mean of the days from one event to another is asked in a clause: «%s»', (question) => {
  expect(read(question)).toBe('average dt_entrada → dt_entrega');
});
