/** Events of a day that are states too, times of the day, two periods of which one is said in part, and what never happened to rows. */
import { expect, test } from 'vitest';
import { askInTurn } from '../../../../test/tables/ask-in-turn.ts';
import { askedColumn as column } from '../../../../test/tables/asked-column.ts';
import { planLine } from '../../../../test/tables/plan-line.ts';
import type { AskedTable } from './words/table-column.ts';

const watches: AskedTable = {
  name: 'servicos_relojoaria',
  rows_word: { one: 'serviço', many: 'serviços' },
  row_nouns: ['servicos'],
  described: 'Serviços da relojoaria',
  date_column: 'recebido_em',
  other_days: ['entregue_em'],
  money_column: 'vl_cobrado',
  main_column: 'cliente',
  columns: [
    column('nr_servico', 'identifier'),
    { ...column('cliente', 'text', ['Iara Pontes', 'Davi Aranha']), repeats: true },
    column('relojoeiro', 'category', ['Otto Braun', 'Célia Nunes']),
    column('tp_relogio', 'category', ['Pulso', 'Parede', 'Bolso']),
    column('canal', 'category', ['Balcão', 'Correio']),
    column('lotacao', 'category', ['Bancada', 'Torre']),
    column('situacao', 'category', ['Recebido', 'Em conserto', 'Entregue']),
    column('nota_cliente', 'number'),
    column('prazo_dias', 'number'),
    column('visita_relojoeiro', 'boolean', ['S', 'N']),
    column('vl_cobrado', 'money'),
    { ...column('recebido_em', 'date'), has_times: true },
    column('entregue_em', 'date'),
    column('dt_ult_polimento', 'date'),
    column('dt_guarda', 'date'),
  ],
};

const ask = (...questions: string[]) => askInTurn(watches, ...questions);
const lineOf = ({ refusals, texts, plan }: ReturnType<typeof ask>) =>
  refusals.join(' ') || [...texts, planLine(plan)].join(' ');

test.each([
  ['quantos relógios são recebidos em cada dia da semana?', 'count / by recebido_em/weekday'],
  ['quantos relógios são entregues por mês?', 'count / by entregue_em/month'],
  ['serviços por relojoeiro que estão entregues', 'count / by relojoeiro / situacao in Entregue'],
])(
  'R-TBL-18 rows that are grouped by the time of an event are not those of its state: «%s»',
  (question, line) => {
    expect(lineOf(ask(question))).toBe(line);
  },
);

test('R-TBL-22 a participle without a verb may be the state besides', () => {
  const { plan } = ask('serviços entregues por mês');
  expect(planLine(plan)).toBe('count / by entregue_em/month');
  expect(plan.alternatives.map(({ text }) => text)).toEqual(['Situação: Entregue']);
});

test.each([
  [
    'qual a diferença de serviços entre o primeiro e o segundo trimestre de 2026?',
    'count / by recebido_em/quarter / recebido_em in 2026-T1|2026-T2',
  ],
  ['quantos serviços no 1º e no 2º semestre de 2025?', 'count / recebido_em between 2025-01-01|2025-12-31'],
  [
    'serviços do primeiro semestre de 2025 contra o segundo',
    'count / by recebido_em/semester / recebido_em in 2025-S1|2025-S2',
  ],
  [
    'valor total de janeiro a maio, 2025 contra 2026',
    'sum vl_cobrado / by recebido_em/year / recebido_em in 2025-01-01/2025-05-31|2026-01-01/2026-05-31',
  ],
  [
    'compare os serviços de janeiro a maio de 2025 com janeiro a maio de 2026',
    'count / by recebido_em/year / recebido_em in 2025-01-01/2025-05-31|2026-01-01/2026-05-31',
  ],
  [
    'quantos serviços em fevereiro de 2024 e no mesmo período de 2025?',
    'count / by recebido_em/month / recebido_em in 2024-02|2025-02',
  ],
  [
    'serviços do primeiro trimestre de 2024 comparados com o mesmo período do ano anterior',
    'count / by recebido_em/quarter / recebido_em in 2024-T1|2023-T1',
  ],
])('R-TBL-18 a period that is said in part is written out by the other: «%s»', (question, line) => {
  expect(lineOf(ask(question))).toBe(line);
});

test('R-TBL-32 «o mesmo período» of another year is that of the answer before', () => {
  expect(lineOf(ask('quantos serviços em maio de 2025?', 'e no mesmo período de 2024?'))).toBe(
    'count / recebido_em between 2024-05-01|2024-05-31',
  );
});

test.each([
  ['chega mais serviço pelo correio ou pelo balcão?', 'count / by canal / canal in Correio|Balcão'],
  [
    'Otto Braun pega mais serviços que Célia Nunes?',
    'count / by relojoeiro / relojoeiro in Otto Braun|Célia Nunes',
  ],
])('R-TBL-18 what stands before «mais» and the rows is a verb: «%s»', (question, line) => {
  expect(lineOf(ask(question))).toBe(line);
});

test.each([
  [
    'ordene os relojoeiros pela nota média, da maior para a menor',
    'average nota_cliente / by relojoeiro / order measure desc',
  ],
  [
    'põe os relojoeiros em ordem, da melhor pra pior nota',
    'average nota_cliente / by relojoeiro / order measure desc',
  ],
  ['relojoeiros da pior para a melhor nota', 'average nota_cliente / by relojoeiro / order measure asc'],
  ['serviços ordenados pelo prazo, do maior para o menor', 'rows / order prazo_dias desc'],
  [
    'quantos serviços por relojoeiro em 2025?',
    'count / by relojoeiro / recebido_em between 2025-01-01|2025-12-31',
  ],
])('R-TBL-18 what is put in order is listed in the order that is said: «%s»', (question, line) => {
  expect(lineOf(ask(question))).toBe(line);
});

test.each([
  ['quantos serviços nunca passaram por polimento?', 'count / dt_ult_polimento empty'],
  ['quantos serviços ainda nem passaram pelo polimento?', 'count / dt_ult_polimento empty'],
  ['quantos serviços já passaram por polimento?', 'count / dt_ult_polimento filled'],
])('R-TBL-18 what rows have passed through is what happened to them: «%s»', (question, line) => {
  expect(lineOf(ask(question))).toBe(line);
});

test.each([
  ['qual serviço foi recebido há mais tempo?', 'rows / order recebido_em asc / limit 1'],
  [
    'quais os 3 serviços entregues há mais tempo?',
    'rows / situacao in Entregue / order entregue_em asc / limit 3',
  ],
  ['qual serviço está sem polimento há mais tempo?', 'Não sei desde quando'],
  ['qual serviço está embrulhado há mais tempo?', 'Não sei o que'],
  // It goes on no longer once the piece has been handed over.
  ['qual serviço está guardado há mais tempo?', 'entregue_em empty / order dt_guarda asc / limit 1'],
])('R-TBL-18 what has gone on longest began first: «%s»', (question, line) => {
  expect(lineOf(ask(question))).toContain(line);
});

test.each([
  [
    'quantos serviços por tipo de relógio e qual o mais numeroso?',
    'count / by tp_relogio / order measure desc',
  ],
  ['quantos serviços cada setor teve?', 'count / by lotacao'],
  [
    'quantos serviços por canal e quais os 2 maiores?',
    'count / by canal / canal filled / order measure desc / limit 2',
  ],
  ['quantos serviços por relojoeiro e qual tem menos?', 'count / by relojoeiro / order measure asc'],
  [
    'qual mês de 2025 saiu mais caro?',
    'sum vl_cobrado / by recebido_em/month / recebido_em between 2025-01-01|2025-12-31 / order measure desc / limit 1',
  ],
])('R-TBL-18 the most of groups is that of their figure: «%s»', (question, line) => {
  expect(lineOf(ask(question))).toBe(line);
});

test.each([
  [
    ['valor cobrado por relojoeiro', 'só 2025, do maior para o menor'],
    'sum vl_cobrado / by relojoeiro / recebido_em between 2025-01-01|2025-12-31 / order measure desc',
  ],
  [
    ['em que mês o Otto Braun teve mais serviços?', 'e qual foi o valor cobrado nesse mês?'],
    'sum vl_cobrado, count / by recebido_em/month / relojoeiro in Otto Braun; recebido_em filled / order measure desc / limit 1',
  ],
  [
    ['qual relojoeiro teve mais serviços em 2025?', 'e quanto foi o valor cobrado desse relojoeiro?'],
    'sum vl_cobrado, count / by relojoeiro / recebido_em between 2025-01-01|2025-12-31; relojoeiro filled / order measure desc / limit 1',
  ],
])('R-TBL-32 a second turn orders the groups before, or asks more of the first: %j', (questions, line) => {
  expect(lineOf(ask(...questions))).toBe(line);
});

test.each([
  ['quantos serviços foram recebidos depois das 17h?', 'count / recebido_em (hora) >= 1020'],
  ['quantos serviços foram recebidos entre 8h e 12h?', 'count / recebido_em (hora) between 480|720'],
  ['quantos serviços foram recebidos das 9 às 11:30?', 'count / recebido_em (hora) between 540|690'],
  ['quantos serviços foram recebidos antes do meio-dia?', 'count / recebido_em (hora) <= 719'],
  [
    'quantos serviços foram recebidos depois das 18h, contando a partir das 18:00 até meia-noite?',
    'count / recebido_em (hora) >= 1080',
  ],
  [
    'serviços recebidos de manhã por relojoeiro em 2025',
    'count / by relojoeiro / recebido_em (hora) between 360|719; recebido_em between 2025-01-01|2025-12-31',
  ],
  ['boa tarde, quantos serviços em 2025?', 'count / recebido_em between 2025-01-01|2025-12-31'],
])('R-TBL-18 a time of the day is asked of a column that has it: «%s»', (question, line) => {
  expect(lineOf(ask(question))).toBe(line);
});

test.each([
  'quantos serviços foram entregues depois das 17h?',
  'quantos serviços foram recebidos depois das 18h e antes das 9h?',
  'quantos serviços foram recebidos depois de 2 horas?',
  'quantos serviços demoraram entre 8h e 12h?',
])(
  'R-TBL-18 times that no column has, two of them, and durations are no time of the day: «%s»',
  (question) => {
    const asked = ask(question);
    expect([...asked.refusals, ...asked.texts]).not.toEqual([]);
    expect(asked.plan.filters.some(({ column: name }) => name.endsWith('(hora)'))).toBe(false);
  },
);

test('R-TBL-22 a part of the day is said with the hours that it was read as', () => {
  expect(ask('quantos serviços foram recebidos de madrugada?').remarks).toEqual([
    'O período do dia foi lido como das 0h às 6h.',
  ]);
});
