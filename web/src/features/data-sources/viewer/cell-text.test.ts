import { expect, test } from 'vitest';
import { cellText, isMoment, isNumeric } from './cell-text.ts';

test('R-DS-50 a hundred characters stand as they are, one more is cut and kept whole', () => {
  expect(cellText('a'.repeat(100), '—')).toEqual({ shown: 'a'.repeat(100), full: null });
  const long = cellText('b'.repeat(150), '—');
  expect(long).toEqual({ shown: `${'b'.repeat(100)}...`, full: 'b'.repeat(150) });
});

test('no letter is cut in two', () => {
  expect(cellText('😀'.repeat(101), '—').shown).toBe(`${'😀'.repeat(100)}...`);
  expect(cellText('😀'.repeat(100), '—').full).toBeNull();
});

test('nothing is a dash, structures are JSON', () => {
  expect(cellText(null, '—').shown).toBe('—');
  expect(cellText('', '—').shown).toBe('');
  expect(cellText(false, '—').shown).toBe('false');
  expect(cellText({ a: [1] }, '—').shown).toBe('{"a":[1]}');
  expect(cellText({ a: 'x'.repeat(120) }, '—').full).toBe(`{\n  "a": "${'x'.repeat(120)}"\n}`);
});

test('numeric columns are recognised by their type', () => {
  expect(['integer', 'numeric(14,2)', 'text', 'integer[]', 'date'].map(isNumeric)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

test('days and moments stay on one line', () => {
  expect(['date', 'timestamp with time zone', 'text'].map(isMoment)).toEqual([true, true, false]);
});
