import { expect, test } from 'vitest';
import { moneyWords, numberWords, tableCellWords } from './table-words.ts';

test.each([
  ['4.889', 'R$ 4,889'],
  ['4.8800', 'R$ 4,88'],
  ['1234567.5', 'R$ 1.234.567,50'],
  ['-0.005', '-R$ 0,005'],
  ['2.999999', 'R$ 3,00'],
  ['999999.995001', 'R$ 1.000.000,00'],
  ['7', 'R$ 7,00'],
])('R-TBL-05 an amount is never cut: %s is shown as %s', (decimal, words) => {
  expect(moneyWords(decimal)).toBe(words);
  expect(tableCellWords(decimal, { kind: 'money', unit: 'R$', bucket: null })).toBe(words);
});

test('R-TBL-05 a number is shown with the digits of the database, or rounded to the places asked for', () => {
  expect(numberWords('1234.56789')).toBe('1.234,56789');
  expect(numberWords('1234.56789', 2)).toBe('1.234,57');
  expect(numberWords('0.5', 0)).toBe('1');
  expect(numberWords('-12345')).toBe('-12.345');
});

test('R-TBL-08 a band is shown with both its ends, of which the upper one belongs to the next band', () => {
  const band = { kind: 'money', unit: 'R$', bucket: 'band' } as const;
  expect(tableCellWords('-500..0', band)).toBe('de -R$ 500,00 a menos de R$ 0,00');
  expect(tableCellWords('20..30', { ...band, kind: 'number', unit: null })).toBe('de 20 a menos de 30');
});

test('R-TBL-29 a cell that holds an amount as text is shown as it is written', () => {
  const money = { kind: 'money', unit: 'R$', bucket: null } as const;
  expect(tableCellWords('R$ 780,22', money)).toBe('R$ 780,22');
  expect(tableCellWords('a combinar', money)).toBe('a combinar');
});

test.each([
  ['200', '3 h 20 min'],
  ['45', '45 min'],
  ['12.5', '12,5 min'],
  ['120', '2 h'],
  ['310.75', '5 h 11 min'],
  ['74400', '1.240 h'],
  ['-90', '-1 h 30 min'],
  ['1h30', '1h30'],
])('R-TBL-29 %s minutes are read as «%s»', (minutes, words) => {
  expect(tableCellWords(minutes, { kind: 'number', unit: 'h min', bucket: null })).toBe(words);
});
