import { expect, test } from 'vitest';
import { percentOf } from './percent.ts';

test('R-PROF-07 a share never passes 100 %', () => {
  expect(percentOf(62_480, 100_000)).toBe(62);
  expect(percentOf(112_480, 100_000)).toBe(100);
  expect(percentOf(-1, 100)).toBe(0);
});

test('of a limit of nothing everything is used, once anything is', () => {
  expect(percentOf(0, 0)).toBe(0);
  expect(percentOf(5, 0)).toBe(100);
});
