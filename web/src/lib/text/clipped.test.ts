import { expect, test } from 'vitest';
import { clipped } from './clipped.ts';

test('R-ADM-13 R-CONST-11 a hundred characters stay whole; one more is cut, and all of it can be read', () => {
  expect(clipped('a'.repeat(100))).toEqual({ shown: 'a'.repeat(100), title: undefined });
  expect(clipped('a'.repeat(101))).toEqual({ shown: `${'a'.repeat(100)}...`, title: 'a'.repeat(101) });
  expect(clipped('')).toEqual({ shown: '', title: undefined });
});

test('letters of two code units count as one and are never cut in two', () => {
  expect(clipped('😀'.repeat(100)).title).toBeUndefined();
  expect(clipped('😀'.repeat(101)).shown).toBe(`${'😀'.repeat(100)}...`);
});
