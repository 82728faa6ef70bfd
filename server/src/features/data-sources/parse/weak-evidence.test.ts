import { describe, expect, test } from 'vitest';
import { askedColumn as column } from '../../../../test/tables/asked-column.ts';
import { planLine } from '../../../../test/tables/plan-line.ts';
import { planOfNamesakes } from '../results/namesakes.ts';
import { parseQuestion } from './parse-question.ts';
import { lexiconOf } from './words/lexicon.ts';
import type { AskedTable } from './words/table-column.ts';

const services: AskedTable = {
  name: 'Serviços',
  rows_word: { one: 'serviço', many: 'serviços' },
  row_nouns: [],
  described: 'Serviços e compras de uma pousada, com cliente, construtora e valor',
  date_column: 'dt_abertura',
  money_column: 'vl_total',
  main_column: 'descricao',
  columns: [
    column('codigo', 'identifier'),
    column('descricao', 'text', ['Troca de telha', 'Pintura da fachada']),
    column('tp_doc', 'category', ['OS', 'PC']),
    column('cliente', 'category', ['Rui Prado', 'Ana Lessa']),
    column('construtora', 'category', ['Alfa Engenharia', 'Beta Obras']),
    column('especialidade', 'category', ['Hidráulica', 'Elétrica']),
    column('criancas', 'number'),
    column('vl_total', 'money'),
    column('dt_abertura', 'date'),
  ],
};
const lexicon = lexiconOf(services);
const ask = (question: string, isBeforeUnanswered = false) =>
  parseQuestion(question, lexicon, { today: '2026-11-23', before: null, isBeforeUnanswered });

describe('words on weak evidence change no figure in silence (R-TBL-27)', () => {
  test.each([
    ['quantos clientes já saíram da empresa?', 'saíram'],
    ['qual soma mais em valor, Rui Prado ou Ana Lessa?', 'soma'],
  ])('«%s» is refused with «%s»', (question, word) => {
    expect(ask(question).refusals.join(' ')).toContain(`«${word}»`);
  });

  test.each([
    ['quem foi o cliente que pagou mais num único serviço?', 'rows / order vl_total desc / limit 1'],
    ['quantos serviços com criança, de Rui Prado?', 'count / criancas > 0; cliente in Rui Prado'],
    [
      'serviços de elétrica com valor já abertos em 2026: quantos?',
      'count / dt_abertura between 2026-01-01|2026-12-31; vl_total > 0; especialidade in Elétrica',
    ],
    ['quantas ordens de serviço em 2026?', 'count / dt_abertura between 2026-01-01|2026-12-31; tp_doc in OS'],
    ['quantos serviços de Rui Prado há, somando tudo?', 'count / cliente in Rui Prado'],
    ['o gerente tá me cobrando aqui: quantos serviços de elétrica?', 'count / especialidade in Elétrica'],
    ['quantos serviços da hidra temos? (só Hidráulica)', 'count / especialidade in Hidráulica'],
  ])('«%s» is %s', (question, plan) => {
    const { plan: read, refusals, texts } = ask(question);
    expect([refusals, texts]).toEqual([[], []]);
    expect(planLine(read)).toBe(plan);
  });

  test('«só as da …» after a question without an answer is no question about the whole table', () => {
    expect(ask('me mostra só os da Alfa Engenharia', true).refusals).not.toEqual([]);
    expect(ask('me mostra só os da Alfa Engenharia').refusals).toEqual([]);
  });
});

test('R-TBL-22 of two people of one name each has a figure of their own', () => {
  const pupils: AskedTable = {
    ...services,
    main_column: 'nome_aluno',
    columns: [{ ...column('nome_aluno', 'text'), repeats: false }, column('faltas', 'number')],
  };
  const plan = {
    ...ask('quantos serviços?').plan,
    filters: [{ column: 'nome_aluno', op: 'contains' as const, values: ['ana lessa prado'] }],
    measures: [{ fn: 'sum' as const, column: 'faltas' }],
  };
  expect(planOfNamesakes(pupils, plan, 2)).toMatchObject({ rows: true, measures: [], show: ['faltas'] });
  expect(planOfNamesakes(pupils, plan, 1)).toBeNull();
  expect(planOfNamesakes(pupils, plan, 40)).toBeNull();
});
