import { expect, test } from 'vitest';
import { askedDays } from './question-day.ts';

const NOW = new Date('2026-11-14T12:00:00.000Z');

test.each([
  ['Qual era a taxa em 2019?', '2019-01-01', '2019-12-31', 'Qual era a taxa?'],
  ['Qual era a taxa no ano de 2019?', '2019-01-01', '2019-12-31', 'Qual era a taxa?'],
  ['E em março de 2020, qual era a taxa?', '2020-03-01', '2020-03-31', 'E, qual era a taxa?'],
  ['Qual a taxa em 5/3/2020?', '2020-03-05', '2020-03-05', 'Qual a taxa?'],
  ['Qual a taxa em 1º de abril de 2021?', '2021-04-01', '2021-04-01', 'Qual a taxa?'],
  ['Qual a taxa vigente em 2018 e em 2020?', '2018-01-01', '2018-12-31', 'Qual a taxa e em 2020?'],
  ['A taxa até 10/02/2017 era qual?', '2017-02-10', '2017-02-10', 'A taxa era qual?'],
])('R-DOC-57 %s names its days', (question, first, last, rest) => {
  const { rest: words, ...days } = askedDays(question, NOW);
  expect(days).toMatchObject({ first, last, by: 'question' });
  expect(words.replace(/\s+/g, ' ').trim()).toBe(rest);
});

test.each([
  'O que diz a Lei 123/2019?',
  'O edital 3/2021 ainda vale?',
  'O que muda com a lei de 2019?',
  'Quanto custa a obra de 2.019 metros?',
  'Qual será a taxa em 2040?',
  'Qual a taxa em 31/02/2020?',
  'Onde fica a sala em 2019-B?',
])('R-DOC-57 %s is asked for today', (question) => {
  expect(askedDays(question, NOW)).toMatchObject({ first: '2026-11-14', last: '2026-11-14', by: 'today' });
});
