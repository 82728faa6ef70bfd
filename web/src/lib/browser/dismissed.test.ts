import { expect, test } from 'vitest';
import { keysIn, valueWith } from './dismissed.ts';

test('what was put away is found among the cookies, whatever else is there', () => {
  expect(keysIn('')).toEqual([]);
  expect(keysIn('theme=dark; dismissed=7-80-2026-12-12~7-95-2026-12-12')).toEqual([
    '7-80-2026-12-12',
    '7-95-2026-12-12',
  ]);
  expect(keysIn('undismissed=7-80-2026-12-12')).toEqual([]);
});

test('a notice is kept once, and only the last dozen', () => {
  expect(valueWith('b', ['b', 'a'])).toBe('a~b');
  const many = Array.from({ length: 12 }, (_, index) => `k${index}`);
  expect(keysIn(`dismissed=${valueWith('new', many)}`)).toEqual([...many.slice(1), 'new']);
});
