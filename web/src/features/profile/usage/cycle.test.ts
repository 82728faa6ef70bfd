import { expect, test } from 'vitest';
import { cycleLength, forecastOf } from './cycle.ts';

const day = (date: string) => ({ day: date, tokens: 0, answers: 0 });

test('a cycle has its days to come too, and never fewer than those it shows', () => {
  const next_token_reset = '2026-12-12T03:00:00.000Z';
  expect(cycleLength({ days: [day('2026-11-12'), day('2026-11-13')], next_token_reset })).toBe(30);
  expect(cycleLength({ days: [day('2026-12-11')], next_token_reset })).toBe(1);
  expect(cycleLength({ days: [day('2026-12-12'), day('2026-12-13')], next_token_reset })).toBe(2);
  expect(cycleLength({ days: [], next_token_reset })).toBe(0);
});

const cycle = {
  days: [day('2026-11-12'), day('2026-11-13'), day('2026-11-14')],
  next_token_reset: '2026-12-12T03:00:00.000Z',
  runs_out_at: null,
  token_used: 100,
  token_limit: 1_000,
};

test('a forecast names the day in São Paulo on which the tokens end, or the renewal they last until', () => {
  expect(forecastOf({ ...cycle, runs_out_at: '2026-12-01T01:00:00.000Z' })).toEqual({
    kind: 'late',
    day: '2026-11-30',
  });
  expect(forecastOf(cycle)).toEqual({ kind: 'enough', day: '2026-12-12' });
});

test('a forecast says so when the tokens are gone, and nothing while there is too little to tell from', () => {
  const gone = { ...cycle, token_used: 1_000, runs_out_at: '2026-11-14T12:00:00.000Z' };
  expect(forecastOf(gone)).toEqual({ kind: 'over' });
  expect(forecastOf({ ...cycle, days: cycle.days.slice(1) })).toEqual({ kind: 'unknown' });
  expect(forecastOf({ ...cycle, token_used: 0 })).toEqual({ kind: 'unknown' });
});
