import { expect, test } from 'vitest';
import { cellText, kindOfType } from './cell-text.ts';

test('R-DS-50 a hundred characters stand as they are, one more is cut and kept whole', () => {
  expect(cellText('a'.repeat(100), 'text', '—')).toEqual({ shown: 'a'.repeat(100), full: null });
  const long = cellText('b'.repeat(150), 'text', '—');
  expect(long).toEqual({ shown: `${'b'.repeat(100)}...`, full: 'b'.repeat(150) });
});

test('no letter is cut in two', () => {
  expect(cellText('😀'.repeat(101), 'text', '—').shown).toBe(`${'😀'.repeat(100)}...`);
  expect(cellText('😀'.repeat(100), 'text', '—').full).toBeNull();
});

test('nothing is a dash, structures are JSON', () => {
  expect(cellText(null, 'text', '—').shown).toBe('—');
  expect(cellText('', 'text', '—').shown).toBe('');
  expect(cellText(false, 'text', '—').shown).toBe('false');
  expect(cellText({ a: [1] }, 'text', '—').shown).toBe('{"a":[1]}');
  expect(cellText({ a: 'x'.repeat(120) }, 'text', '—').full).toBe(`{\n  "a": "${'x'.repeat(120)}"\n}`);
});

test('numbers and dates are in the notation of the answers, and text stays literal', () => {
  const shown = (value: unknown, type: string) => cellText(value, kindOfType(type), '—').shown;
  expect(shown('7200000.00', 'numeric(14,2)')).toBe('7.200.000,00');
  expect(shown(2025, 'integer')).toBe('2025');
  expect(shown('$1,234.50', 'money')).toBe('$1.234,50');
  expect(shown('2025-03-10', 'date')).toBe('10/03/2025');
  expect(shown('2025-03-10T17:05:00Z', 'timestamp with time zone')).toBe('10/03/2025 17:05 UTC');
  expect(shown('2025-03-10', 'text')).toBe('2025-03-10');
  expect(shown('1.5', 'text')).toBe('1.5');
});

test('the kind of a column comes from its type', () => {
  expect(
    ['integer', 'numeric(14,2)', 'money', 'text', 'integer[]', 'date', 'date[]'].map(kindOfType),
  ).toEqual(['number', 'number', 'money', 'text', 'text', 'time', 'text']);
});
