import { expect, test } from 'vitest';
import { endDay, planState } from './plan-state.ts';

const paid = { tier: 'plus', status: 'active', cancel_at_period_end: false } as const;

test('R-SUB-20 a plan is free, active, overdue or canceled; canceled by its status or by its coming end', () => {
  expect(planState({ ...paid, tier: 'free' })).toBe('free');
  expect(planState(paid)).toBe('active');
  expect(planState({ ...paid, status: 'past_due' })).toBe('past_due');
  expect(planState({ ...paid, status: 'canceled' })).toBe('canceled');
  expect(planState({ ...paid, cancel_at_period_end: true })).toBe('canceled');
  expect(planState({ ...paid, tier: 'free', status: 'canceled' })).toBe('canceled');
});

test('R-SUB-17 the end of a period is a day in Brazil; a date without an hour is that date', () => {
  expect(endDay('2025-12-31')).toBe('31/12/2025');
  expect(endDay('2025-12-31T00:00:00.000Z')).toBe('31/12/2025');
  expect(endDay('2026-12-14T12:00:00.000Z')).toBe('14/12/2026');
  expect(endDay('2027-01-01T02:30:00.000Z')).toBe('31/12/2026');
});
