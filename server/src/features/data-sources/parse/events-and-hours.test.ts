/** Events of a day that are states too, two periods of which one is said in part, and what never happened to rows. */
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
])(
  'R-TBL-18 rows that are grouped by the time of an event are not those of its state: «%s»',
  (question, line) => {
    expect(lineOf(ask(question))).toBe(line);
  },
);

test('R-TBL-22 a participle without a verb may be the state besides', () => {
  const { plan } = ask('ordens entregues por mês');
  expect(planLine(plan)).toBe('count / by entregue_em/month');
  expect(plan.alternatives.map(({ text }) => text)).toEqual(['Situação: Entregue']);
});

test.each([
  [
    'qual a diferença de ordens entre o primeiro e o segundo trimestre de 2026?',
    'count / by recebido_em/quarter / recebido_em in 2026-T1|2026-T2',
  ],
  ['quantas ordens no 1º e no 2º semestre de 2025?', 'count / recebido_em between 2025-01-01|2025-12-31'],
  [
    'ordens do primeiro semestre de 2025 contra o segundo',
    'count / by recebido_em/semester / recebido_em in 2025-S1|2025-S2',
  ],
  [
    'valor total de janeiro a maio, 2025 contra 2026',
    'sum vl_servico / by recebido_em/year / recebido_em in 2025-01-01/2025-05-31|2026-01-01/2026-05-31',
  ],
  [
    'compare as ordens de janeiro a maio de 2025 com janeiro a maio de 2026',
    'count / by recebido_em/year / recebido_em in 2025-01-01/2025-05-31|2026-01-01/2026-05-31',
  ],
  [
    'quantas ordens em fevereiro de 2024 e no mesmo período de 2025?',
    'count / by recebido_em/month / recebido_em in 2024-02|2025-02',
  ],
  [
    'ordens do primeiro trimestre de 2024 comparadas com o mesmo período do ano anterior',
    'count / by recebido_em/quarter / recebido_em in 2024-T1|2023-T1',
  ],
])('R-TBL-18 a period that is said in part is written out by the other: «%s»', (question, line) => {
  expect(lineOf(ask(question))).toBe(line);
});

test('R-TBL-32 «o mesmo período» of another year is that of the answer before', () => {
  expect(lineOf(ask('quantas ordens em maio de 2025?', 'e no mesmo período de 2024?'))).toBe(
    'count / recebido_em between 2024-05-01|2024-05-31',
  );
});

test.each([
  ['chega mais ordem pelo correio ou pelo balcão?', 'count / by canal / canal in Correio|Balcão'],
  [
    'Otto Braun pega mais ordens que Célia Nunes?',
    'count / by relojoeiro / relojoeiro in Otto Braun|Célia Nunes',
  ],
])('R-TBL-18 what stands before «mais» and the rows is a verb: «%s»', (question, line) => {
  expect(lineOf(ask(question))).toBe(line);
});
