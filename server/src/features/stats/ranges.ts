/** Time ranges roll: "day" is the last 24 hours, not since midnight. */
import type { TimeRange } from '#contract/stats.ts';

/** From, inclusive, to, exclusive; null: without that end. */
export type Span = { from: Date | null; to: Date | null };

export const HOUR_MS = 3_600_000;
const DAYS: Record<Exclude<TimeRange, 'all'>, number> = { day: 1, week: 7, month: 30, three_months: 90 };

/** Up to now, and past it: clocks of two processes differ. */
export function spanOf(range: TimeRange, now: Date): Span {
  return { from: range === 'all' ? null : new Date(now.getTime() - lengthOf(range)), to: null };
}

/** As long again, just before; null for all time. */
export function spanBefore(range: TimeRange, now: Date): Span | null {
  if (range === 'all') return null;
  const to = now.getTime() - lengthOf(range);
  return { from: new Date(to - lengthOf(range)), to: new Date(to) };
}

/** The unit of time of a point in the range's chart. */
export const UNITS = {
  day: 'hour',
  week: 'day',
  month: 'day',
  three_months: 'day',
  all: 'month',
} as const satisfies Record<TimeRange, string>;

const lengthOf = (range: Exclude<TimeRange, 'all'>) => DAYS[range] * 24 * HOUR_MS;

export const hourBefore = (time: Date) => new Date(Math.floor(time.getTime() / HOUR_MS) * HOUR_MS);
export const hourAfter = (time: Date) => new Date(Math.ceil(time.getTime() / HOUR_MS) * HOUR_MS);
