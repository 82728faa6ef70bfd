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
