/** Time ranges roll: "day" is the last 24 hours, not since midnight. */
import type { TimeRange } from '#contract/stats.ts';

const DAYS: Record<Exclude<TimeRange, 'all'>, number> = { day: 1, week: 7, month: 30, three_months: 90 };

/** When the range begins; null for all time. */
export function sinceOf(range: TimeRange, now: Date): Date | null {
  return range === 'all' ? null : new Date(now.getTime() - DAYS[range] * 86_400_000);
}
