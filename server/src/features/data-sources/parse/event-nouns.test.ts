/** The noun, the verb and the participle of an event mean the column of its day, and that of its amount where there is no day. */
import { expect, test } from 'vitest';
import { askInTurn } from '../../../../test/tables/ask-in-turn.ts';
import { askedColumn as column } from '../../../../test/tables/asked-column.ts';
import { planLine } from '../../../../test/tables/plan-line.ts';
import type { AskedTable } from './words/table-column.ts';

const machines: AskedTable = {
  name: 'Máquinas do parque',
  rows_word: { one: 'máquina', many: 'máquinas' },
  row_nouns: ['maquinas'],
  described: 'Máquinas do parque da usina',
  date_column: 'dt_compra',
  money_column: 'vl_compra',
  main_column: 'descricao',
  columns: [
    column('nr_tombo', 'identifier', ['MQ-014', 'MQ-015']),
    column('descricao', 'text'),
    column('setor', 'category', ['Caldeira', 'Moenda', 'Oficina Leste']),
    column('prioridade', 'category', ['Alta', 'Baixa', 'Normal']),
    {
      ...column('motivo_saida', 'category', ['Baixa por avaria', 'Furto', 'Venda']),
      lacks: { empty: true, zero: false },
    },
    column('dt_compra', 'date'),
    column('dt_prev_baixa', 'date'),
    column('dt_baixa', 'date'),
    column('vl_compra', 'money'),
    column('vl_seguro', 'money'),
    column('vl_indenizado', 'money'),
  ],
};
const calm: AskedTable = {
  ...machines,
  columns: machines.columns.filter(({ name }) => name !== 'prioridade'),
};

/** Trucks in the yard of a mill. */
const yard: AskedTable = {
  name: 'Pátio da usina',
  rows_word: { one: 'carga', many: 'cargas' },
  row_nouns: ['cargas'],
  described: 'Cargas que passam pelo pátio da usina',
  date_column: 'dh_entrada',
  money_column: 'vl_frete',
  main_column: 'placa',
  columns: [
    column('nr_romaneio', 'identifier', ['RM-0101']),
    column('placa', 'text'),
    column('transportadora', 'category', ['Veloz', 'Dois Irmãos']),
    column('motorista', 'text'),
    column('sit_carga', 'category', ['Descarregada', 'Na fila', 'Recusada']),
    column('dh_entrada', 'date'),
    column('dh_prev_descarga', 'date'),
    column('dh_descarga', 'date'),
    column('dh_liberacao', 'date'),
    column('peso_kg', 'number'),
    { ...column('vl_frete', 'money'), lacks: { empty: true, zero: false } },
    { ...column('vl_pago', 'money'), lacks: { empty: true, zero: false } },
    { ...column('vl_estornado', 'money'), lacks: { empty: true, zero: false } },
  ],
};

/** Dogs and cats in a municipal shelter. */
const shelter: AskedTable = {
  name: 'Abrigo de animais',
  rows_word: { one: 'acolhimento', many: 'acolhimentos' },
  row_nouns: ['acolhimentos', 'animais'],
  described: 'Acolhimentos de animais do abrigo municipal',
  date_column: 'dt_acolhimento',
  money_column: 'vl_racao',
  main_column: 'nome_animal',
  columns: [
    column('nr_ficha', 'identifier'),
    column('nome_animal', 'text'),
    column('especie', 'category', ['Canina', 'Felina']),
    column('canil', 'category', ['Norte', 'Sul']),
    column('dt_acolhimento', 'date'),
    column('dt_prev_adocao', 'date'),
    column('dt_adocao', 'date'),
    column('vl_racao', 'money'),
  ],
};
const charged: AskedTable = {
  ...shelter,
  columns: [...shelter.columns, column('nr_diarias', 'number')],
};
/** Barges that come to a quay. */
const quay: AskedTable = {
  ...shelter,
  name: 'Barcaças',
  rows_word: { one: 'barcaça', many: 'barcaças' },
  row_nouns: ['barcacas'],
  described: 'Barcaças no cais do rio',
  date_column: 'dh_chegada',
  columns: [
    column('nome', 'text'),
    column('cais', 'category', ['Norte', 'Sul']),
    column('situacao', 'category', ['Amarrada', 'Fundeada']),
    { ...column('dh_chegada', 'date'), has_times: true },
    { ...column('dh_amarracao', 'date'), has_times: true },
    { ...column('dh_desamarracao', 'date'), has_times: true },
    column('vl_racao', 'money'),
  ],
};

const lineOf = ({ refusals, texts, plan }: ReturnType<typeof askInTurn>) =>
  [...refusals, ...texts].join(' ') || planLine(plan);
const ask = (table: AskedTable, question: string) => lineOf(askInTurn(table, question));

const IN_2025 = 'dt_baixa between 2025-01-01|2025-12-31';

test.each([
  ['quantas baixas em 2025?', `count / ${IN_2025}`],
  ['qual o valor do seguro da Moenda nas baixas de 2025?', `sum vl_seguro / ${IN_2025}; setor in Moenda`],
  ['máquinas da Caldeira com baixa em 2025', `rows / ${IN_2025}; setor in Caldeira`],
  ['número de baixas mês a mês em 2025', `count / by dt_baixa/month / ${IN_2025}`],
  ['baixas por mês', 'count / by dt_baixa/month / dt_baixa filled'],
  ['quantas baixas tivemos?', 'count / dt_baixa filled'],
  ['quantas máquinas da Moenda estão sem baixa?', 'count / dt_baixa empty; setor in Moenda'],
  ['quantas máquinas ainda sem baixa?', 'count / dt_baixa empty'],
  ['quantas máquinas já tiveram baixa?', 'count / dt_baixa filled'],
  ['quantas máquinas com baixa prevista em 2027?', 'count / dt_prev_baixa between 2027-01-01|2027-12-31'],
])('«%s» asks for the day of the event that the noun names', (question, expected) => {
  expect(ask(calm, question)).toBe(expected);
});

test.each([
  [
    'quantas máquinas de baixa prioridade em 2025?',
    'count / dt_compra between 2025-01-01|2025-12-31; prioridade in Baixa',
  ],
  ['quantas máquinas com prioridade baixa?', 'count / prioridade in Baixa'],
  ['qual o valor de compra mais baixo?', 'rows / order vl_compra asc / limit 1'],
])('an adjective is no event: «%s»', (question, expected) => {
  expect(ask(machines, question)).toBe(expected);
});

test.each(['que dia foi a baixa da MQ-014?', 'quando foi a baixa da MQ-014?', 'data da baixa da MQ-014'])(
  '«%s» shows the day of the event of one row',
  (question) => {
    const { plan, refusals } = askInTurn(machines, question);
    expect({ refusals, show: plan.show, filters: plan.filters }).toEqual({
      refusals: [],
      show: ['dt_baixa'],
      filters: [{ column: 'nr_tombo', op: 'in', values: ['MQ-014'] }],
    });
  },
);

test.each([
  ['quantas cargas da Veloz ainda não foram pagas?', 'count / vl_pago empty; transportadora in Veloz'],
  ['quantas cargas ainda estão sem pagamento nenhum?', 'count / vl_pago empty'],
  ['quantas cargas já foram pagas?', 'count / vl_pago filled'],
  ['quantas cargas ainda não foram liberadas?', 'count / dh_liberacao empty'],
  ['quanto já foi pago à Veloz?', 'sum vl_pago / transportadora in Veloz'],
])('without a day of the event its amount says whether it was: «%s»', (question, expected) => {
  expect(ask(yard, question)).toBe(expected);
});

test.each([
  [
    'quantos fretes da Veloz ainda não foram pagos?',
    'count / vl_pago empty; vl_frete filled; transportadora in Veloz',
  ],
  ['quantos fretes emitidos estão sem pagamento?', 'count / vl_pago empty; vl_frete filled'],
  ['quantos fretes passaram de 2 mil reais?', 'count / vl_frete > 2000'],
])('«%s» counts the rows that have such an amount', (question, expected) => {
  expect(ask(yard, question)).toBe(expected);
});

test.each([
  [yard, 'quantas descargas?', 'count / dh_descarga filled'],
  [yard, 'quantas descargas não foram da Veloz?', 'count / dh_descarga filled; transportadora not_in Veloz'],
  [calm, 'quantas saídas da Moenda?', 'count / motivo_saida filled; setor in Moenda'],
  [calm, 'quantas saídas não foram por furto?', 'count / motivo_saida filled; motivo_saida not_in Furto'],
])('%#: «%s» counts the rows to which it happened', (table, question, expected) => {
  expect(ask(table, question)).toBe(expected);
});

const STAYED = 'dt_acolhimento → dt_adocao';
const TIED = 'dh_amarracao → dh_desamarracao';

test.each([
  [shelter, 'qual o tempo médio de permanência no canil Norte?', `average ${STAYED} / canil in Norte`],
  [shelter, 'média de permanência por espécie', `average ${STAYED} / by especie`],
  [shelter, 'quantos animais ficaram mais de 30 dias acolhidos?', `count / ${STAYED} > 30`],
  [shelter, 'animais que ficaram acolhidos por mais de 60 dias', `rows / ${STAYED} > 60`],
  [shelter, 'tempo médio de acolhimento por canil', `average ${STAYED} / by canil`],
  [quay, 'quantas barcaças ficaram mais de 3 dias amarradas?', `count / ${TIED} > 3`],
  [quay, 'quanto tempo em média as barcaças ficam amarradas?', `average ${TIED}`],
  [quay, 'tempo médio de permanência no cais Sul', 'average dh_chegada → dh_desamarracao / cais in Sul'],
  [
    quay,
    'em média quantas horas uma barcaça espera entre a chegada e a amarração?',
    'average dh_chegada → dh_amarracao (h)',
  ],
  [quay, 'quantas ficaram mais de 48 horas amarradas?', `count / ${TIED} (h) > 48`],
  [quay, 'tempo médio em horas entre a chegada e a amarração', 'average dh_chegada → dh_amarracao (h)'],
  [
    quay,
    'quantas horas em média as barcaças do cais Sul ficam amarradas?',
    `average ${TIED} (h) / cais in Sul`,
  ],
  [quay, 'quantas barcaças estão amarradas?', 'count / situacao in Amarrada'],
])('%#: «%s» lasts from the day it began to the day it ended', (table, question, expected) => {
  expect(ask(table, question)).toBe(expected);
});

test('a stay that is charged by days has two readings', () => {
  const { plan } = askInTurn(charged, 'quantos animais ficaram mais de 30 dias acolhidos?');
  expect(planLine(plan)).toBe(`count / ${STAYED} > 30`);
  expect(plan.alternatives).toEqual([
    {
      text: 'Número diarias',
      filters: [{ column: 'nr_diarias', op: '>', values: ['30'] }],
      measures: [{ fn: 'count', column: null }],
    },
  ]);
});

test('the hour of a day and time is asked for twice', () => {
  const { plan, refusals } = askInTurn(yard, 'preciso do horário da descarga da RM-0101, que dia foi mesmo?');
  expect({ refusals, show: plan.show }).toEqual({ refusals: [], show: ['dh_descarga'] });
});

test.each([
  [
    yard,
    'bom dia, aqui é da contabilidade. Preciso fechar o mês: quanto foi pago das cargas com descarga em 2025?',
    'sum vl_pago / dh_descarga between 2025-01-01|2025-12-31',
  ],
  [
    yard,
    'faço uma matéria sobre fretes e queria saber qual o maior frete já registrado na Veloz',
    'maximum vl_frete / transportadora in Veloz',
  ],
  [yard, 'quanto eles deixaram de frete na Veloz?', 'sum vl_frete / transportadora in Veloz'],
  [yard, 'de quantas transportadoras diferentes vieram os motoristas?', 'count_distinct transportadora'],
  [
    yard,
    'quantas descargas mês a mês em 2025, pro relatório da gerência',
    'count / by dh_descarga/month / dh_descarga between 2025-01-01|2025-12-31',
  ],
  [
    shelter,
    'quantas vezes o canil Norte foi usado em 2025?',
    'count / dt_acolhimento between 2025-01-01|2025-12-31; canil in Norte',
  ],
])('%#: what introduces a question asks for nothing: «%s»', (table, question, expected) => {
  expect(ask(table, question)).toBe(expected);
});

test.each([
  'preciso fechar o mês da Veloz: quantas cargas em 2025?',
  'faço uma matéria sobre a Veloz e queria saber quantas cargas houve em 2025',
])('a subject that narrows is not passed over: «%s»', (question) => {
  const { plan, refusals } = askInTurn(yard, question);
  const isKept = plan.filters.some(({ column: name }) => name === 'transportadora');
  expect(isKept || refusals.length > 0).toBe(true);
});

test.each([
  [yard, 'quantas cargas aguardam descarga?', 'count / dh_descarga empty'],
  [
    yard,
    'cargas com descarga prevista para dezembro',
    'rows / dh_prev_descarga between 2026-12-01|2026-12-31',
  ],
  [shelter, 'adoções previstas para dezembro de 2026', 'rows / dt_prev_adocao between 2026-12-01|2026-12-31'],
  [
    shelter,
    'qual canil teve mais adoções?',
    'count / by canil / dt_adocao filled; canil filled / order measure desc / limit 1',
  ],
])('%#: what is still to come has not happened: «%s»', (table, question, expected) => {
  expect(ask(table, question)).toBe(expected);
});
