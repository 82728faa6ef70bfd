/** R-TBL-13, R-TBL-22, R-TBL-27: the columns show what happens in a row, which rows have a thing, and two readings of one meter; names may end as verbs do. */
import { expect, test } from 'vitest';
import { askInTurn } from '../../../../test/tables/ask-in-turn.ts';
import { askedColumn as column } from '../../../../test/tables/asked-column.ts';
import { planLine } from '../../../../test/tables/plan-line.ts';
import type { AskedTable } from './words/table-column.ts';

/** Called after its vehicles, with a trip in each row. */
const ambulances: AskedTable = {
  name: 'Ambulâncias',
  rows_word: { one: 'registro', many: 'registros' },
  row_nouns: ['fichas', 'ambulancias'],
  described: 'Fichas diárias das ambulâncias do hospital',
  date_column: 'dt_saida',
  money_column: 'vl_pedagio',
  is_money_guessed: true,
  main_column: 'obs',
  columns: [
    column('nr_ficha', 'identifier'),
    column('dt_saida', 'date'),
    column('dt_retorno', 'date'),
    { ...column('motorista', 'category', ['Ana Prado', 'Bruno Leme', 'Célia Motta']), repeats: true },
    column('destino', 'category', ['Serra', 'Vale', 'Lapa']),
    column('hod_ini', 'number'),
    column('hod_fim', 'number'),
    column('vl_pedagio', 'money'),
    column('st_pedagio', 'category', ['Pago', 'Pendente']),
    {
      ...column('obs', 'text', ['Paciente passou mal na ida.', 'Pneu trocado na volta, com atraso.']),
      repeats: true,
    },
  ],
};

/** Its vehicles are the rows: they have plates and drivers, and went nowhere. */
const garage: AskedTable = {
  name: 'Garagem',
  rows_word: { one: 'veículo', many: 'veículos' },
  row_nouns: ['veiculos'],
  described: 'Veículos da garagem',
  date_column: 'dt_compra',
  money_column: null,
  main_column: 'placa',
  columns: [
    column('placa', 'identifier'),
    { ...column('motorista', 'category', ['Ana Prado', 'Bruno Leme']), repeats: true },
    column('dt_compra', 'date'),
    column('km_atual', 'number'),
  ],
};

const lineOf = (table: AskedTable, question: string): string => {
  const { plan, refusals, texts } = askInTurn(table, question);
  // A word that the table does not name is looked for as a text, and its absence is said.
  return (
    refusals[0] ?? [planLine(plan), texts.length && `text ${texts.join(', ')}`].filter(Boolean).join(' / ')
  );
};

const CASES: [AskedTable, string, string][] = [
  [ambulances, 'quantas viagens foram para Serra?', 'count / destino in Serra'],
  [
    ambulances,
    'quem fez mais viagens?',
    'count / by motorista / motorista filled / order measure desc / limit 1',
  ],
  [garage, 'quantas viagens foram feitas?', 'count / text viagens'],
  // A thing that only some rows have is counted by its filled cells.
  [ambulances, 'quantos pedágios estão pendentes?', 'count / vl_pedagio filled; st_pedagio in Pendente'],
  [ambulances, 'quantas observações há?', 'count / obs filled'],
  // Two readings of one meter.
  [ambulances, 'hodômetro rodado por motorista', 'sum hod_fim − hod_ini / by motorista'],
  [ambulances, 'qual a média do hodômetro final?', 'average hod_fim'],
  // A name ends as a verb does.
  [ambulances, 'quantas viagens vieram pelo Instagram?', 'count / text Instagram'],
  [
    ambulances,
    'quantas viagens foram feitas pelo Telegram em 2026?',
    'count / dt_saida between 2026-01-01|2026-12-31 / text Telegram',
  ],
];

test.each(CASES.map(([table, question, plan]) => ({ table, question, plan })))(
  'R-TBL-13, R-TBL-22, R-TBL-27 «$question» is read by what the columns tell',
  ({ table, question, plan }) => {
    expect(lineOf(table, question)).toBe(plan);
  },
);
