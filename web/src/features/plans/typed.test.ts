import { expect, test } from 'vitest';
import { centsOf, typedCents, wholeOf } from './typed.ts';

test('an amount is read with a comma, with and without points between thousands', () => {
  const typed = ['625', '625,5', '1.250,50', 'R$ 6.000,00', '1250,50', ''];
  expect(typed.map(centsOf)).toEqual([62_500, 62_550, 125_050, 600_000, 125_050, null]);
  expect(typedCents(125_050)).toBe('1.250,50');
  for (const wrong of ['625.00', '1.25', '-1', '0,50', '1e9', '1.000.001,00', 'abc', '6,255'])
    expect(centsOf(wrong)).toBeUndefined();
});

test('a number of tokens is whole and in its bounds', () => {
  const bounds = { min: 1_000, max: 1_000_000_000_000 };
  expect(['5000000', '5.000.000', '  '].map((text) => wholeOf(text, bounds))).toEqual([
    5_000_000,
    5_000_000,
    null,
  ]);
  for (const wrong of ['999', '1,5', '5.00', '-5000', '1e6', '9'.repeat(20)])
    expect(wholeOf(wrong, bounds)).toBeUndefined();
});
