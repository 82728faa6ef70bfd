/** The state of a subscription as its owner sees it. */
import type { Subscription } from '#contract/subscriptions.ts';
import { dayOf, writtenDay } from '../../lib/text/day.ts';

export type PlanState = 'free' | 'active' | 'past_due' | 'canceled';

/** `canceled` while the period that was paid for still runs, and after it. */
export function planState({
  tier,
  status,
  cancel_at_period_end,
}: Pick<Subscription, 'tier' | 'status' | 'cancel_at_period_end'>): PlanState {
  if (status === 'canceled' || cancel_at_period_end) return 'canceled';
  if (tier === 'free') return 'free';
  return status;
}

/** The day on which a period ends, «31/12/2025». A date without an hour is that date everywhere. */
export function endDay(time: string): string {
  const [, date] = /^(\d{4}-\d\d-\d\d)(?:T00:00:00(?:\.0+)?Z)?$/.exec(time) ?? [];
  return writtenDay(date ?? dayOf(time));
}
