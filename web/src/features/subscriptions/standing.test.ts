import { expect, test } from 'vitest';
import { endDay, standingOf } from './standing.ts';

const paid = { tier: 'plus', status: 'active', cancel_at_period_end: false } as const;

test('R-SUB-20 a plan is free, active, overdue or canceled; canceled by its status or by its coming end', () => {
  expect(standingOf({ ...paid, tier: 'free' })).toBe('free');
  expect(standingOf(paid)).toBe('active');
  expect(standingOf({ ...paid, status: 'past_due' })).toBe('past_due');
  expect(standingOf({ ...paid, status: 'canceled' })).toBe('canceled');
  expect(standingOf({ ...paid, cancel_at_period_end: true })).toBe('canceled');
  expect(standingOf({ ...paid, tier: 'free', status: 'canceled' })).toBe('canceled');
});

test('R-SUB-17 the end of a period is a day in Brazil; a date without an hour is that date', () => {
  expect(endDay('2025-12-31')).toBe('31/12/2025');
  expect(endDay('2025-12-31T00:00:00.000Z')).toBe('31/12/2025');
  expect(endDay('2026-12-14T12:00:00.000Z')).toBe('14/12/2026');
  expect(endDay('2027-01-01T02:30:00.000Z')).toBe('31/12/2026');
});
