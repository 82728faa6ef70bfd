/** What is said of the time of rows: events of a day that are states too, hours of the day, two periods, what never happened. */
import { expect, test } from 'vitest';
import { askInTurn } from '../../../../test/tables/ask-in-turn.ts';
import { askedColumn as column } from '../../../../test/tables/asked-column.ts';
import { planLine } from '../../../../test/tables/plan-line.ts';
import type { AskedTable } from './words/table-column.ts';

const watches: AskedTable = {
  name: 'ordens_relojoaria',
  rows_word: { one: 'ordem', many: 'ordens' },
  row_nouns: ['ordens', 'servicos'],
  described: 'Ordens de serviço da relojoaria',
  date_column: 'recebido_em',
  other_days: ['entregue_em'],
  money_column: 'vl_servico',
  main_column: 'cliente',
  columns: [
    column('nr_ordem', 'identifier'),
    { ...column('cliente', 'text', ['Iara Pontes', 'Davi Aranha']), repeats: true },
    column('relojoeiro', 'category', ['Otto Braun', 'Célia Nunes']),
    column('tp_relogio', 'category', ['Pulso', 'Parede', 'Bolso']),
    column('canal', 'category', ['Balcão', 'Correio']),
    column('situacao', 'category', ['Recebido', 'Em conserto', 'Entregue']),
    column('nota_cliente', 'number'),
    column('vl_servico', 'money'),
    column('recebido_em', 'date'),
    column('entregue_em', 'date'),
    column('dt_ult_polimento', 'date'),
  ],
};

const ask = (...questions: string[]) => askInTurn(watches, ...questions);
const lineOf = ({ refusals, texts, plan }: ReturnType<typeof ask>) =>
  refusals.join(' ') || [...texts, planLine(plan)].join(' ');

test.each([
  ['quantos relógios são recebidos em cada dia da semana?', 'count / by recebido_em/weekday'],
  ['quantas ordens são entregues por mês?', 'count / by entregue_em/month'],
  ['ordens por relojoeiro que estão entregues', 'count / by relojoeiro / situacao in Entregue'],
])('R-TBL-18 rows that are grouped by the time of an event are not those of its state: «%s»', (question, line) => {
  expect(lineOf(ask(question))).toBe(line);
});

test('R-TBL-22 a participle without a verb may be the state besides', () => {
  const { plan } = ask('ordens entregues por mês');
  expect(planLine(plan)).toBe('count / by entregue_em/month');
  expect(plan.alternatives.map(({ text }) => text)).toEqual(['Situação: Entregue']);
});
