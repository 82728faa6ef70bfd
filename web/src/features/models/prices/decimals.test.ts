import { describe, expect, test } from 'vitest';
import { typedDecimal, wireDecimal, writtenDecimal } from './decimals.ts';

describe('decimal numbers of people', () => {
  test.each([
    ['1,25', '1.25'],
    [' 0,1 ', '0.1'],
    ['10000', '10000'],
    ['0', '0'],
  ])('%j is sent as %s', (typed, wire) => expect(wireDecimal(typed, '10000')).toBe(wire));

  test.each(['', '-1', '1e9', '1.000,5', '1.25', '1,2,3', 'NaN', '10000,01', '0,0000001'])(
    '%j cannot be sent',
    (typed) => expect(wireDecimal(typed, '10000')).toBeNull(),
  );

  test.each([
    ['2', '2,00'],
    ['0.1', '0,10'],
    ['0.015', '0,015'],
    ['1000.5', '1.000,50'],
  ])('%s is written %s', (decimal, written) => expect(writtenDecimal(decimal)).toBe(written));

  test('an input has what was typed', () => {
    expect([typedDecimal('1000.5'), typedDecimal(null)]).toEqual(['1000,5', '']);
  });
});
