import { expect, test } from 'vitest';
import { askedColumn as column } from '../../../../test/tables/asked-column.ts';
import { planLine } from '../../../../test/tables/plan-line.ts';
import { parseQuestion } from './parse-question.ts';
import { lexiconOf } from './words/lexicon.ts';
import type { AskedTable } from './words/table-column.ts';

/** Crossings of a ferry, with what it carried, what was billed and what has been paid. */
const crossings: AskedTable = {
  name: 'Travessias de balsa',
  rows_word: { one: 'viagem', many: 'viagens' },
  row_nouns: ['travessias'],
  described: 'Travessias de balsa Travessias e fretes da hidrovia',
  date_column: 'dt_emissao',
  money_column: 'vlr_frete',
  main_column: 'num_bilhete',
  columns: [
    column('num_bilhete', 'identifier'),
    column('dt_emissao', 'date'),
    column('dt_vencimento', 'date'),
    column('dt_pagamento', 'date'),
    column('dt_travessia', 'date'),
    column('cod_linha', 'category', ['101', '204', '310']),
    column('categoria', 'category', ['A', 'B', 'C']),
    column('embarcadouro', 'category', ['Porto Velho', 'Cais Novo', 'Zona Central']),
    column('situacao', 'category', ['Paga', 'Pendente', 'Cancelada']),
    column('com_escolta', 'category', ['Sim', 'Não']),
    column('sexo_piloto', 'category', ['F', 'M']),
    column('qtd_travessias', 'number'),
    column('qtd_passageiros', 'number'),
    column('peso_carga', 'number'),
    column('vlr_frete', 'money'),
    column('vlr_passageiros', 'money'),
    column('vlr_bilhete', 'money'),
    column('vlr_recebido', 'money'),
    column('horas_previstas', 'number'),
    column('horas_gastas', 'number'),
  ],
};
const lexicon = lexiconOf(crossings);
const ask = (question: string) => parseQuestion(question, lexicon, { today: '2026-11-23', before: null });

test.each([
  [
    'money that came in is dated by its payment',
    'valor recebido em 2025',
    'sum vlr_recebido / dt_pagamento between 2025-01-01|2025-12-31',
  ],
  [
    'what is owed is dated by its due date',
    'quanto temos a receber em março de 2027?',
    'sum vlr_frete / dt_vencimento between 2027-03-01|2027-03-31',
  ],
  ['a code of digits after its column', 'quantas viagens da linha 204?', 'count / cod_linha in 204'],
  ['codes of one letter in a list', 'quantas viagens das categorias A e C?', 'count / categoria in A|C'],
  [
    'a noun with a column of its number',
    'quantas travessias em Cais Novo?',
    'sum qtd_travessias / embarcadouro in Cais Novo',
  ],
  [
    'two ranges of two counted things',
    'viagens com mais de 90 passageiros e menos de 3 travessias, quantas?',
    'count / qtd_passageiros > 90; qtd_travessias < 3',
  ],
  [
    'a number of things is no amount of money',
    'embarcadouros com mais de 20 bilhetes',
    'count / by embarcadouro / embarcadouro filled / having 0 > 20',
  ],
  [
    'the same said again after a comma is not negated',
    'quantas viagens que não foram pagas, pendentes?',
    'count / situacao not_in Paga; situacao in Pendente',
  ],
  [
    'what is negated ends before the next phrase',
    'quantas viagens sem escolta em Porto Velho?',
    'count / com_escolta in Não; embarcadouro in Porto Velho',
  ],
  [
    'several figures in a list',
    'horas previstas e horas gastas por embarcadouro',
    'sum horas_previstas, sum horas_gastas / by embarcadouro',
  ],
  [
    'a count and an amount',
    'viagens canceladas: quantas e qual o valor do frete?',
    'count, sum vlr_frete / situacao in Cancelada',
  ],
  ['a day until which all rows lie', 'valor recebido até hoje', 'sum vlr_recebido'],
  [
    'what is done to the counted',
    'quantos passageiros transportados em Porto Velho?',
    'sum qtd_passageiros / embarcadouro in Porto Velho',
  ],
  [
    'a quality with the root of a column',
    'as 3 viagens mais pesadas',
    'rows / order peso_carga desc / limit 3',
  ],
  [
    'an amount where «quanto» asks for what has a number too',
    'quanto gastamos com passageiros?',
    'sum vlr_passageiros',
  ],
  ['a male and a female', 'quantas viagens com pilotos fêmeas?', 'count / sexo_piloto in F'],
  [
    'a slip at the beginning of a word',
    'quantas viagens em Sona Central?',
    'count / embarcadouro in Zona Central',
  ],
  ['an average for each row', 'valor médio do frete por travessia', 'average vlr_frete'],
])('%s: %s', (_title, question, expected) => {
  expect(planLine(ask(question).plan)).toBe(expected);
});

test('A day ahead may be meant by «até hoje» where the column is of days that are due.', () => {
  expect(planLine(ask('quantas viagens com vencimento até hoje?').plan)).toBe(
    'count / dt_vencimento <= 2026-11-23',
  );
});

test('«número de viagens» counts the rows, although each has a number of its own.', () => {
  const numbered = lexiconOf({
    ...crossings,
    columns: [...crossings.columns, { ...column('nr_viagem', 'number'), label: 'Número da viagem' }],
  });
  const { plan } = parseQuestion('número de viagens', numbered, { today: '2026-11-23', before: null });
  expect(planLine(plan)).toBe('count');
});

test('A letter or a number that is no value of its column stays a literal.', () => {
  expect(ask('quantas viagens da categoria Z?').refusals).toEqual(['Não sei a que «Z» se refere.']);
});

test.each([
  [
    'a number is a value of the column before',
    'quantas viagens da linha 204?',
    'e da 310?',
    'count / cod_linha in 310',
  ],
  ['another stage of the same amount', 'soma das horas previstas', 'e as gastas?', 'sum horas_gastas'],
])('After an answer %s.', (_title, first, second, expected) => {
  const before = ask(first).plan;
  expect(planLine(parseQuestion(second, lexicon, { today: '2026-11-23', before }).plan)).toBe(expected);
});
