/** Periods that are paid for: calendar months and years. */
import type { BillingInterval } from '#contract/plan-seeds.ts';

/** So many intervals after `start`, on the anchor's day of the month or, in a shorter month, on its last day. */
export function periodAfter(start: Date, anchor: Date, interval: BillingInterval, count = 1): Date {
  const month = start.getUTCMonth() + (interval === 'year' ? 12 : 1) * count;
  const last = new Date(Date.UTC(start.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const end = new Date(start);
  end.setUTCMonth(month, Math.min(anchor.getUTCDate(), last));
  return end;
}
