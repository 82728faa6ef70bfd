/** Lessons of a cemetery and a fleet: what is asked of one row, debts, marks in other words, nouns of a sort, what was done to all rows. */
import { expect, test } from 'vitest';
import { askInTurn } from '../../../../test/tables/ask-in-turn.ts';
import { askedColumn as column } from '../../../../test/tables/asked-column.ts';
import { planLine } from '../../../../test/tables/plan-line.ts';
import type { AskedTable } from './words/table-column.ts';

const fines: AskedTable = {
  name: 'Multas',
  rows_word: { one: 'multa', many: 'multas' },
  row_nouns: ['multas'],
  described: 'Multas de trânsito da frota',
  date_column: 'data_multa',
  money_column: 'valor',
  main_column: 'infrator',
  columns: [
    column('auto', 'identifier'),
    column('infrator', 'text'),
    column('veiculo', 'category', ['Van', 'Caminhão', 'Moto']),
    column('gravidade', 'category', ['Leve', 'Grave']),
    column('condutor', 'category', ['Rui Prado', 'Ana Lima']),
    column('gratuidade', 'boolean', ['S', 'N']),
    column('sala', 'category', ['Sala 1', 'Sala 2']),
    column('valor', 'money'),
    column('debito', 'money'),
    column('data_multa', 'date'),
    column('vencimento', 'date'),
    column('pagamento', 'date'),
  ],
};

const ask = (...questions: string[]) => askInTurn(fines, ...questions);

const lineOf = ({ refusals, plan }: ReturnType<typeof ask>) => refusals.join(' ') || planLine(plan);

test.each([
  ['quantas multas devem mais de 500 reais', 'count / debito > 500'],
  ['valor por tipo de veículo', 'sum valor / by veiculo'],
  ['quantas multas gratuitas?', 'count / gratuidade in S'],
  ['quantas foram de graça?', 'count / gratuidade in S'],
  ['quantas foram multadas?', 'count'],
  ['em quantas a sala não foi informada?', 'count / sala empty'],
  ['quantas não passaram por nenhuma sala?', 'count / sala empty'],
  ['quantas já venceram e não foram pagas?', 'count / vencimento < 2026-11-23; pagamento empty'],
  ['quanto estamos gastando?', 'sum valor'],
  ['no ano passado inteiro foram quantas multas?', 'count / data_multa between 2025-01-01|2025-12-31'],
])('R-TBL-57 «%s»', (question, expected) => {
  expect(lineOf(ask(question))).toBe(expected);
});

test('R-TBL-57 «por» and a word that is no group is the cause', () => {
  const asked = ask('multas por velocidade');
  expect(asked.refusals).toEqual([]);
  expect(asked.texts).toEqual(['velocidade']);
});

test('R-TBL-57 a correction of the period edits the answer before', () => {
  expect(lineOf(ask('quantas multas graves em 2026?', 'não, eu queria de 2025'))).toBe(
    'count / gravidade in Grave; data_multa between 2025-01-01|2025-12-31',
  );
});

test.each([
  ['qual o veículo da última multa?', 'veiculo', 'rows / order data_multa desc / limit 1'],
  ['quando vence a CC-1016?', 'vencimento', 'rows / auto in CC-1016'],
  ['quando foi a CC-1016?', 'data_multa', 'rows / auto in CC-1016'],
])('R-TBL-57 «%s» is asked of one row, and shown', (question, shown, expected) => {
  const asked = ask(question);
  expect(lineOf(asked)).toBe(expected);
  expect(asked.plan.show).toEqual([shown]);
});
