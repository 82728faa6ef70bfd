import { expect, test } from 'vitest';
import { askedColumn as column } from '../../../../test/tables/asked-column.ts';
import { planLine } from '../../../../test/tables/plan-line.ts';
import { parseQuestion } from './parse-question.ts';
import { lexiconOf } from './words/lexicon.ts';
import type { AskedTable } from './words/table-column.ts';

const titled = (
  name: string,
  kind: AskedTable['columns'][number]['kind'],
  label: string,
  values: string[] = [],
) => ({ ...column(name, kind, values), label });

const rentals: AskedTable = {
  name: 'Locações de bicicletas',
  rows_word: { one: 'locação', many: 'locações' },
  row_nouns: ['locações'],
  described:
    'Locações de bicicletas. sit: AT = atrasada, DV = devolvida, TR = trocada. turno: MAT = matutino, VES = vespertino.',
  date_column: 'dt_loc',
  money_column: 'vl_total',
  main_column: 'ciclista',
  columns: [
    titled('nr_loc', 'identifier', 'Número da locação'),
    { ...titled('ciclista', 'text', 'Ciclista', ['Ana Prado', 'Beto Reis']), repeats: true },
    titled('estacao', 'category', 'Estação', ['Centro', 'Lagoa']),
    titled('sit', 'category', 'Situação', ['AT', 'DV', 'TR']),
    titled('turno', 'category', 'Turno', ['MAT', 'VES']),
    titled('horas', 'number', 'Horas'),
    titled('vl_hora', 'money', 'Valor da hora'),
    titled('vl_total', 'money', 'Valor total'),
    titled('dt_loc', 'date', 'Data da locação'),
  ],
};
const lexicon = lexiconOf(rentals);
const ask = (question: string) => parseQuestion(question, lexicon, { today: '2026-11-30', before: null });

test.each([
  [
    'qual ciclista já gastou mais com a gente?',
    'sum vl_total / by ciclista / ciclista filled / order measure desc / limit 1',
  ],
  [
    'qual ciclista mais gastou no Centro?',
    'sum vl_total / by ciclista / estacao in Centro; ciclista filled / order measure desc / limit 1',
  ],
])('R-TBL-09 what somebody did adds up over all rows of theirs: «%s»', (question, line) => {
  expect(planLine(ask(question).plan)).toBe(line);
});

test('R-TBL-15 people are compared by how many times they came', () => {
  const { plan } = ask('quais ciclistas alugaram mais de 3 vezes?');
  expect(plan.group_by).toEqual([{ column: 'ciclista', bucket: null }]);
  expect(plan.having).toEqual([{ measure: 0, op: '>', value: '3' }]);
});

test('a second figure that is asked for is no part of the first', () => {
  const { plan } = ask('quantas horas a Ana Prado teve e quanto gastou?');
  expect(plan.measures).toEqual([
    { fn: 'sum', column: 'horas' },
    { fn: 'sum', column: 'vl_total' },
  ]);
});

test('the row with the largest amount is asked for, and not the amount alone', () => {
  expect(planLine(ask('qual foi a locação de maior valor total?').plan)).toBe(
    'rows / order vl_total desc / limit 1',
  );
  expect(planLine(ask('qual o maior valor total?').plan)).toBe('maximum vl_total');
});

test('what one hour costs is neither added up nor offered as a sum', () => {
  const { plan, refusals } = ask('quanto somam em valor as locações do Centro?');
  expect(refusals).toEqual([]);
  expect(plan.measures).toEqual([{ fn: 'sum', column: 'vl_total' }]);
  expect(plan.alternatives.flatMap(({ measures = [] }) => measures)).not.toContainEqual({
    fn: 'sum',
    column: 'vl_hora',
  });
});

test('R-TBL-19 words for the meaning of a code ask for it, and its letters stand for no other words', () => {
  expect(ask('quantas locações da tarde?').plan.filters).toEqual([
    { column: 'turno', op: 'in', values: ['VES'] },
  ]);
  expect(ask('me passa os telefones dos responsáveis').plan.filters).toEqual([]);
  expect(ask('alugueis de terça').plan.filters).not.toContainEqual({
    column: 'sit',
    op: 'in',
    values: ['AT'],
  });
});

test('groups that are counted are put in the order that is said, although the table has no amount', () => {
  const plain = lexiconOf({ ...rentals, money_column: null, columns: rentals.columns.slice(0, 5) });
  const { plan, refusals } = parseQuestion(
    'quantidade de locações por estação, do maior para o menor',
    plain,
    {
      today: '2026-11-30',
      before: null,
    },
  );
  expect(refusals).toEqual([]);
  expect(planLine(plan)).toBe('count / by estacao / order measure desc');
});
