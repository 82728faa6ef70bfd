import { expect, test } from 'vitest';
import { cycleDay, cycleLength, shortDay, writtenDay } from './cycle.ts';

test('the cycle begins at midnight in São Paulo, whatever the clock of the reader says', () => {
  expect(cycleDay('2026-12-12T02:59:59.999Z')).toBe('2026-12-11');
  expect(cycleDay('2026-12-12T03:00:00.000Z')).toBe('2026-12-12');
});

test('days are written as in Brazil', () => {
  expect(writtenDay('2026-11-04')).toBe('04/11/2026');
  expect(shortDay('2026-11-04')).toBe('04/11');
});

const day = (date: string) => ({ day: date, tokens: 0, answers: 0 });

test('a cycle has its days to come too, and never fewer than those it shows', () => {
  const next_token_reset = '2026-12-12T03:00:00.000Z';
  expect(cycleLength({ days: [day('2026-11-12'), day('2026-11-13')], next_token_reset })).toBe(30);
  expect(cycleLength({ days: [day('2026-12-11')], next_token_reset })).toBe(1);
  expect(cycleLength({ days: [day('2026-12-12'), day('2026-12-13')], next_token_reset })).toBe(2);
  expect(cycleLength({ days: [], next_token_reset })).toBe(0);
});
