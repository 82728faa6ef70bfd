import { expect, test } from 'vitest';
import { askInTurn } from '../../../../test/tables/ask-in-turn.ts';
import { askedColumn as column } from '../../../../test/tables/asked-column.ts';
import { planLine } from '../../../../test/tables/plan-line.ts';
import type { AskedTable } from './words/table-column.ts';

const rides: AskedTable = {
  name: 'passeios_barco',
  rows_word: { one: 'passeio', many: 'passeios' },
  row_nouns: ['passeios', 'turma'],
  described: 'passeios_barco Passeios de barco: turma, guia, valor',
  date_column: 'dt_passeio',
  money_column: 'vl_passeio',
  is_money_guessed: true,
  main_column: 'guia',
  columns: [
    column('nr_passeio', 'identifier'),
    column('guia', 'text'),
    column('tur_pessoas', 'number'),
    column('tur_idade_media', 'number'),
    column('avaliacao_final', 'number'),
    column('dt_passeio', 'date'),
    column('vl_passeio', 'money'),
  ],
};

const ask = (question: string, table = rides) => {
  const { plan, refusals, texts, remarks } = askInTurn(table, question);
  return { line: refusals.length + texts.length > 0 ? 'refused' : planLine(plan), refusals, remarks };
};

test('the best is the one with the best mark, and a remark names the amount (R-TBL-64)', () => {
  const { line, remarks } = ask('qual o melhor passeio de 2025?');
  expect(line).toBe('rows / dt_passeio between 2025-01-01|2025-12-31 / order avaliacao_final desc / limit 1');
  expect(remarks.join(' ')).toContain('valor passeio');
});

test('the best is the one with the largest amount where the table has no marks (R-TBL-64)', () => {
  const columns = rides.columns.filter(({ name }) => name !== 'avaliacao_final');
  expect(ask('qual o melhor passeio?', { ...rides, columns }).line).toBe(
    'rows / order vl_passeio desc / limit 1',
  );
});

test('a guessed amount does not tell which thing with sizes of its own is the largest (R-TBL-64)', () => {
  const { line, refusals } = ask('qual a maior turma que já levamos?');
  expect(line).toBe('refused');
  expect(refusals.join(' ')).toContain('Diga por qual coluna');
  expect(ask('qual o maior passeio?').line).toBe('rows / order vl_passeio desc / limit 1');
});
