import { expect, test } from 'vitest';
import { dayOf, shortDay, writtenDay } from './day.ts';

test('a day begins at midnight in São Paulo, whatever the clock of the reader says', () => {
  expect(dayOf('2026-12-12T02:59:59.999Z')).toBe('2026-12-11');
  expect(dayOf('2026-12-12T03:00:00.000Z')).toBe('2026-12-12');
});

test('days are written as in Brazil', () => {
  expect(writtenDay('2026-11-04')).toBe('04/11/2026');
  expect(shortDay('2026-11-04')).toBe('04/11');
});
