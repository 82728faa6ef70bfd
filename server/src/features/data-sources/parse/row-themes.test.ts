import { expect, test } from 'vitest';
import { askedColumn as column } from '../../../../test/tables/asked-column.ts';
import { planLine } from '../../../../test/tables/plan-line.ts';
import { parseQuestion } from './parse-question.ts';
import { lexiconOf } from './words/lexicon.ts';
import type { AskedTable } from './words/table-column.ts';

const burials: AskedTable = {
  name: 'Sepultamentos',
  rows_word: { one: 'sepultamento', many: 'sepultamentos' },
  row_nouns: [],
  described: 'Sepultamentos Registro de sepultamentos: falecido, idade, causa e taxa',
  date_column: 'dt_sepultamento',
  money_column: 'vl_taxa',
  main_column: 'nome',
  columns: [
    column('registro', 'identifier'),
    column('nome', 'text', ['Ana Prado', 'Rui Melo']),
    column('idade', 'number'),
    column('causa_morte', 'category', ['Câncer', 'Acidente']),
    column('localizacao', 'category', ['Quadra A', 'Quadra B', 'Ossuário']),
    column('doador', 'category', ['Breno Faria', 'Lívia Prado']),
    column('vl_taxa', 'money'),
    column('dt_sepultamento', 'date'),
    column('dt_restauracao', 'date'),
    column('ano_construcao', 'number'),
  ],
};
const lexicon = lexiconOf(burials);
const ask = (question: string) => parseQuestion(question, lexicon, { today: '2026-11-23', before: null });

test.each([
  [
    'a noun of the same subject',
    'quantos enterros em 2025?',
    'count / dt_sepultamento between 2025-01-01|2025-12-31',
  ],
  [
    'a verb that tells what happens in every row',
    'quantas pessoas morreram de câncer?',
    'count / causa_morte in Câncer',
  ],
  [
    'a day that the range names begins with',
    'quantos enterros do dia 10/03/2025 até 20/04/2025',
    'count / dt_sepultamento between 2025-03-10|2025-04-20',
  ],
  ['those of eighteen years and more', 'quantos maiores de idade?', 'count / idade >= 18'],
  ['what has never happened', 'quantos nunca foram restaurados?', 'count / dt_restauracao empty'],
  [
    'a range of the years in which things were made',
    'quantos construídos entre 1900 e 1930?',
    'count / ano_construcao between 1900|1930',
  ],
  ['the first word of several values after «por»', 'soma da taxa por quadra', 'sum vl_taxa / by localizacao'],
])('%s is read: «%s» (R-TBL-58)', (_, question, plan) => {
  const { plan: read, refusals, texts } = ask(question);
  expect(refusals).toEqual([]);
  expect(texts).toEqual([]);
  expect(planLine(read)).toBe(plan);
});

test.each([
  ['onde está Ana Prado?', 'localizacao'],
  ['de que morreu Ana Prado?', 'causa_morte'],
  ['quantos anos tinha Ana Prado?', 'idade'],
])('«%s» asks one row for a column (R-TBL-58)', (question, shown) => {
  const { plan, refusals } = ask(question);
  if (question.includes('Prado'))
    expect({ refusals, show: plan.show }).toEqual({ refusals: [], show: [shown] });
});

test.each([
  ['quantos cachorros em 2025?', ['cachorros']],
  ['quantos sepultamentos por telepatia?', ['telepatia']],
])('a noun of another subject is told: «%s» (R-TBL-58)', (question, texts) => {
  const read = ask(question);
  expect(read.texts.length + read.refusals.length).toBeGreaterThan(0);
  if (read.texts.length > 0) expect(read.texts).toEqual(texts);
});

test.each([
  'quantos sepultamentos importados em 2025?',
  'quem é o restaurador de Ana Prado?',
  'total da taxa dos sepultamentos rescindidos em 2025',
  'quantos sepultamentos de câncer que brilharam?',
  'quantos sepultamentos com defeito?',
  'quantos sepultamentos foram pintados na quadra A?',
])('what would be passed over stops the answer: «%s» (R-TBL-60)', (question) => {
  const { refusals, texts } = ask(question);
  expect(refusals.length + texts.length).toBeGreaterThan(0);
});
