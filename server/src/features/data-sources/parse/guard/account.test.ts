/** R-TBL-27: a plan that says more or less than the words of its question is not answered, whatever rule made it. */
import { expect, test } from 'vitest';
import type { Plan } from '#contract/table-plan.ts';
import { askedColumn as column } from '../../../../../test/tables/asked-column.ts';
import { parseQuestion, readWhole } from '../parse-question.ts';
import { lexiconOf } from '../words/lexicon.ts';
import type { AskedTable } from '../words/table-column.ts';
import { doubtOf } from './account.ts';

const huts: AskedTable = {
  name: 'Abrigos de montanha',
  rows_word: { one: 'pernoite', many: 'pernoites' },
  date_column: 'dt_chegada',
  money_column: 'vl_taxa',
  main_column: 'visitante',
  columns: [
    column('visitante', 'text'),
    column('abrigo', 'category', ['Pedra Alta', 'Vale Frio', 'Crista Sul']),
    column('trilha', 'category', ['Norte', 'Cachoeira', 'Mirante']),
    column('fase', 'category', ['Confirmado', 'Cancelado']),
    column('com_guia', 'boolean', ['true', 'false']),
    column('peso_kg', 'number'),
    column('idade', 'number'),
    column('vl_taxa', 'money'),
    column('vl_caucao', 'money'),
    column('dt_chegada', 'date'),
    column('dt_saida', 'date'),
  ],
};
const lexicon = lexiconOf(huts);
const TODAY = '2026-11-23';

const doubted = (question: string, change: (plan: Plan) => void): string | null => {
  const reading = readWhole(question, lexicon, TODAY);
  expect(reading.refusals).toEqual([]);
  change(reading.plan);
  return doubtOf(reading);
};

const CHANGES: [title: string, question: string, change: (plan: Plan) => void][] = [
  ['a condition less', 'quantos pernoites na Pedra Alta?', (plan) => plan.filters.pop()],
  [
    'another value',
    'quantos pernoites na Pedra Alta?',
    ({ filters }) => Object.assign(filters[0] ?? {}, { values: ['Vale Frio'] }),
  ],
  [
    'a negation too many',
    'quantos pernoites na Pedra Alta?',
    ({ filters }) => Object.assign(filters[0] ?? {}, { op: 'not_in' }),
  ],
  [
    'a negation less',
    'quantos pernoites não cancelados?',
    ({ filters }) => Object.assign(filters[0] ?? {}, { op: 'in' }),
  ],
  [
    'a condition that nobody named',
    'quantos pernoites na Pedra Alta?',
    ({ filters }) => filters.push({ column: 'trilha', op: 'in', values: ['Norte'] }),
  ],
  [
    'the other side of a bound',
    'pernoites com peso acima de 20 kg',
    ({ filters }) => Object.assign(filters[0] ?? {}, { op: '<' }),
  ],
  [
    'another bound',
    'pernoites com peso acima de 20 kg',
    ({ filters }) => Object.assign(filters[0] ?? {}, { values: ['23'] }),
  ],
  [
    'the bound of another column',
    'pernoites com peso acima de 20 kg',
    ({ filters }) => Object.assign(filters[0] ?? {}, { column: 'idade' }),
  ],
  [
    'another year',
    'quantos pernoites em 2025?',
    ({ filters }) => Object.assign(filters[0] ?? {}, { values: ['2024-01-01', '2024-12-31'] }),
  ],
  [
    'a sum for an average',
    'peso médio por abrigo',
    ({ measures }) => Object.assign(measures[0] ?? {}, { fn: 'sum' }),
  ],
  [
    'an average for a sum',
    'soma da taxa por abrigo',
    ({ measures }) => Object.assign(measures[0] ?? {}, { fn: 'average' }),
  ],
  [
    'money for another amount',
    'qual o peso médio?',
    ({ measures }) => Object.assign(measures[0] ?? {}, { column: 'vl_taxa' }),
  ],
  [
    'the other amount of money',
    'soma da caução',
    ({ measures }) => Object.assign(measures[0] ?? {}, { column: 'vl_taxa' }),
  ],
  [
    'money for a count',
    'quantos pernoites com guia?',
    ({ measures }) => Object.assign(measures[0] ?? {}, { fn: 'sum', column: 'vl_caucao' }),
  ],
  [
    'the smallest for the largest',
    'qual a maior caução?',
    ({ measures }) => Object.assign(measures[0] ?? {}, { fn: 'minimum' }),
  ],
  ['no groups', 'pernoites por trilha', (plan) => Object.assign(plan, { group_by: [] })],
  [
    'other groups',
    'pernoites por trilha',
    (plan) => Object.assign(plan, { group_by: [{ column: 'abrigo', bucket: null }] }),
  ],
  [
    'groups that nobody asked for',
    'quantos pernoites com guia?',
    ({ group_by }) => group_by.push({ column: 'trilha', bucket: null }),
  ],
  [
    'years for months',
    'pernoites por mês',
    ({ group_by }) => Object.assign(group_by[0] ?? {}, { bucket: 'year' }),
  ],
  [
    'the order turned',
    'as 3 trilhas com mais pernoites',
    ({ order }) => Object.assign(order[0] ?? {}, { direction: 'asc' }),
  ],
  [
    'another number of groups',
    'as 3 trilhas com mais pernoites',
    (plan) => Object.assign(plan, { limit: 4 }),
  ],
  ['all groups', 'as 3 trilhas com mais pernoites', (plan) => Object.assign(plan, { limit: null })],
  [
    'no share',
    'que percentual dos pernoites foi cancelado?',
    (plan) => Object.assign(plan, { share: false, share_of: [] }),
  ],
];

test.each(CHANGES)('R-TBL-27 %s is doubted: «%s»', (_title, question, change) => {
  expect(doubted(question, () => undefined)).toBeNull();
  expect(doubted(question, change)).toMatch(/^Não sei /);
});

test.each(['quantos pernoites foram vendidos em 2025?', 'quantos pernoites foram fotografados?'])(
  'R-TBL-27 what is said of the rows and stands in no part of the plan stops the answer: «%s»',
  (question) => {
    const { refusals, texts } = parseQuestion(question, lexicon, { today: TODAY, before: null });
    expect([...refusals, ...texts]).not.toEqual([]);
  },
);

test('R-TBL-27 a follow-up that has lost the figure of the answer before is doubted', () => {
  const { plan: before } = parseQuestion('peso médio na Pedra Alta', lexicon, { today: TODAY, before: null });
  const { plan, refusals } = parseQuestion('e no Vale Frio?', lexicon, { today: TODAY, before });
  expect({ measures: plan.measures, refusals }).toEqual({ measures: before.measures, refusals: [] });
});
