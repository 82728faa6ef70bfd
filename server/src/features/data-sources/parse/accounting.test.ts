/** R-TBL-27, R-TBL-22: a word without an effect on the plan stops the answer, and a verb tells which day is meant. */
import { expect, test } from 'vitest';
import { askedColumn as column } from '../../../../test/tables/asked-column.ts';
import { planLine } from '../../../../test/tables/plan-line.ts';
import { parseQuestion } from './parse-question.ts';
import { lexiconOf } from './words/lexicon.ts';
import type { AskedTable } from './words/table-column.ts';

const permits: AskedTable = {
  name: 'Alvarás de ocupação',
  rows_word: { one: 'alvará', many: 'alvarás' },
  date_column: 'dt_protocolo',
  money_column: 'vl_taxa_cobrada',
  main_column: 'requerente',
  other_days: ['dt_agendamento'],
  columns: [
    column('requerente', 'text', ['Chácara Boa Vista', 'Chácara do Lago', 'Chácara Três Irmãos']),
    column('porte', 'category', ['Pequeno porte', 'Grande porte']),
    column('fase', 'category', ['Vencida', 'Realizada', 'Suspensa']),
    column('pendencia', 'category', ['Área de recuo', 'Planta ausente']),
    column('area_m2', 'number'),
    column('vl_taxa_cobrada', 'money'),
    column('dt_protocolo', 'date'),
    column('dt_agendamento', 'date'),
    column('dt_validade', 'date'),
  ],
};

const parsed = (question: string) =>
  parseQuestion(question, lexiconOf(permits), { today: '2026-11-23', before: null });

test.each([
  ['quantos alvarás vencem até 31/12/2026?', 'count / dt_validade <= 2026-12-31'],
  ['quantos alvarás marcados para agosto de 2026?', 'count / dt_agendamento between 2026-08-01|2026-08-31'],
  [
    'alvarás realizados por mês em 2026',
    'count / by dt_agendamento/month / dt_agendamento between 2026-01-01|2026-12-31; fase in Realizada',
  ],
  [
    'as 3 chácaras com maior área',
    'sum area_m2 / by requerente / requerente filled / order measure desc / limit 3',
  ],
  ['área total por porte', 'sum area_m2 / by porte'],
])('the word with an effect decides: %s', (question, line) => {
  expect(planLine(parsed(question).plan)).toBe(line);
});

test.each([
  ['porte por fase, número de alvarás', 'porte'],
  ['quantos alvarás de cada', 'cada'],
])('a word without an effect stops the answer: %s', (question, word) => {
  expect(parsed(question).refusals).toEqual([`Não sei o que «${word}» pede nesta pergunta.`]);
});

test('R-TBL-22 a verb that tells an event of no column of days leaves both days to choose from', () => {
  const { plan } = parsed('quantos alvarás impressos em 2026?');
  expect(plan.filters.map(({ column: name }) => name)).toEqual(['dt_protocolo']);
  expect(plan.alternatives.map(({ filters }) => filters.map(({ column: name }) => name))).toEqual([
    ['dt_agendamento'],
  ]);
  expect(parsed('quantos alvarás em 2026?').plan.alternatives).toHaveLength(1);
  expect(parsed('quantos alvarás protocolados em 2026?').plan.alternatives).toEqual([]);
});
