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
    column('motivo_saida', 'category', ['Baixa por avaria', 'Furto', 'Venda']),
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
