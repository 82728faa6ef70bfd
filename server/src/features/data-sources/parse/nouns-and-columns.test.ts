import { expect, test } from 'vitest';
import { askedColumn as column } from '../../../../test/tables/asked-column.ts';
import { planLine } from '../../../../test/tables/plan-line.ts';
import { parseQuestion } from './parse-question.ts';
import { lexiconOf } from './words/lexicon.ts';
import type { AskedTable } from './words/table-column.ts';

const races: AskedTable = {
  name: 'Participações nas corridas',
  rows_word: { one: 'participação', many: 'participações' },
  row_nouns: [],
  described: 'Participações nas corridas de rua da cidade',
  date_column: 'dt_prova',
  other_days: ['dt_inscricao'],
  money_column: 'vl_taxa',
  main_column: 'atleta',
  columns: [
    column('nr_peito', 'identifier'),
    column('atleta', 'text'),
    column('prova', 'category', ['Corrida da Ponte', 'Volta do Lago']),
    column('dt_inscricao', 'date'),
    column('dt_prova', 'date'),
    column('vl_taxa', 'money'),
  ],
};

const read = (table: AskedTable, question: string): string => {
  const { plan, refusals, texts } = parseQuestion(question, lexiconOf(table), {
    today: '2026-11-23',
    before: null,
  });
  return refusals[0] ?? (texts.length > 0 ? `not known: ${texts.join(', ')}` : planLine(plan));
};

test.each([
  ['quantas inscrições em 2025?', 'count / dt_inscricao between 2025-01-01|2025-12-31'],
  ['quantas participações em 2025?', 'count / dt_prova between 2025-01-01|2025-12-31'],
])('R-TBL-40 rows that are called by an event are those of its day: «%s»', (question, plan) => {
  expect(read(races, question)).toBe(plan);
});
