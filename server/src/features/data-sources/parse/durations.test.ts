import { expect, test } from 'vitest';
import { askedColumn as column } from '../../../../test/tables/asked-column.ts';
import { planLine } from '../../../../test/tables/plan-line.ts';
import { parseQuestion } from './parse-question.ts';
import { lexiconOf } from './words/lexicon.ts';
import type { AskedTable } from './words/table-column.ts';

const repairs: AskedTable = {
  name: 'Reparos',
  rows_word: { one: 'reparo', many: 'reparos' },
  row_nouns: [],
  described: 'Reparos de equipamentos, com o tempo que cada um levou',
  date_column: 'dt_reparo',
  money_column: 'vl_mao_obra',
  main_column: 'equipamento',
  columns: [
    column('nr_reparo', 'identifier'),
    column('equipamento', 'text', ['Geladeira', 'Forno']),
    column('tecnico', 'category', ['Nilton Prates', 'Sônia Braga']),
    { ...column('tempo_execucao', 'number'), unit: 'h min' },
    column('vl_mao_obra', 'money'),
    column('dt_reparo', 'date'),
  ],
};
const lexicon = lexiconOf(repairs);

test.each([
  ['quantos reparos demoraram mais de 2 horas?', 'count / tempo_execucao > 120'],
  ['quantos levaram menos de 45 min?', 'count / tempo_execucao < 45'],
  ['quantos reparos passaram de 1h30?', 'count / tempo_execucao > 90'],
  ['quantos passaram de duas horas e meia?', 'count / tempo_execucao > 150'],
  ['quantos reparos duraram mais de um dia?', 'count / tempo_execucao > 1440'],
  ['quantos reparos levaram mais de 1 hora e 15 minutos?', 'count / tempo_execucao > 75'],
  ['quantos levaram até meia hora?', 'count / tempo_execucao <= 30'],
  ['quantos reparos levaram mais de 01:45?', 'count / tempo_execucao > 105'],
  ['quantos reparos demoraram entre 1 e 2 horas?', 'count / tempo_execucao between 60|120'],
  ['quanto tempo leva em média um reparo de forno?', 'average tempo_execucao / equipamento in Forno'],
  ['quantas horas a Sônia trabalhou?', 'sum tempo_execucao / tecnico in Sônia Braga'],
  ['quanto tempo os reparos de forno somaram?', 'sum tempo_execucao / equipamento in Forno'],
  ['tempo total gasto pelo Nilton', 'sum tempo_execucao / tecnico in Nilton Prates'],
])('R-TBL-29 «%s» asks for durations in minutes', (question, plan) => {
  const { plan: read, refusals } = parseQuestion(question, lexicon, { today: '2026-11-23', before: null });
  expect(refusals).toEqual([]);
  expect(planLine(read)).toBe(plan);
});
