import { expect, test } from 'vitest';
import { askInTurn } from '../../../../test/tables/ask-in-turn.ts';
import { askedColumn as column } from '../../../../test/tables/asked-column.ts';
import { planLine } from '../../../../test/tables/plan-line.ts';
import type { AskedTable } from './words/table-column.ts';

/** Boats of a shipyard: what they are insured for, and what was spent on them. */
const boats: AskedTable = {
  name: 'barcos',
  rows_word: { one: 'barco', many: 'barcos' },
  row_nouns: ['barcos', 'estaleiro'],
  described: 'barcos Barcos do estaleiro: pinturas, reformas e seguro',
  date_column: 'dt_entrada',
  money_column: 'vl_garantido',
  is_money_guessed: true,
  main_column: 'nome',
  columns: [
    column('nr_barco', 'identifier'),
    column('nome', 'text'),
    column('tipo', 'category', ['Lancha', 'Veleiro', 'Reforma de casco']),
    column('resp_pintura', 'category', ['Ivo Prates', 'Lia Campos']),
    column('dt_entrada', 'date'),
    column('vl_garantido', 'money'),
    column('vl_pintura', 'money'),
    column('vl_reforma', 'money'),
  ],
};

const ask = (...questions: string[]) => {
  const { plan, refusals, texts } = askInTurn(boats, ...questions);
  return refusals.length > 0 || texts.length > 0 ? [...refusals, ...texts].join() : planLine(plan);
};

test.each([
  ['quanto o estaleiro gastou em pinturas?', 'sum vl_pintura'],
  ['quanto gastamos com pintura em 2025?', 'sum vl_pintura / dt_entrada between 2025-01-01|2025-12-31'],
  ['quanto pagamos de reforma?', 'sum vl_reforma'],
  ['qual foi a maior pintura?', 'maximum vl_pintura'],
])('«%s»: what was spent on says which amount (R-TBL-64)', (question, plan) => {
  expect(ask(question)).toBe(plan);
});

test('an amount that is named beside an order is the one to order by (R-TBL-64)', () => {
  expect(ask('os 3 veleiros mais caros, pelo valor da reforma')).toBe(
    'rows / tipo in Veleiro / order vl_reforma desc / limit 3',
  );
  expect(ask('barcos ordenados pelo valor da pintura, do maior pro menor')).toBe(
    'rows / order vl_pintura desc',
  );
});

test('what it cost is the amount of what was counted before (R-TBL-23)', () => {
  expect(ask('quantas pinturas fez cada responsável?', 'e quanto custou em média?')).toBe(
    'average vl_pintura / by resp_pintura',
  );
});

test('where no word says which amount, the others stand beside the usual one (R-TBL-64)', () => {
  const { plan } = askInTurn(boats, 'quantas lanchas?', 'e quanto pagamos nelas?');
  expect(plan.alternatives.map(({ text }) => text)).toEqual(['Valor pintura', 'Valor reforma']);
});
