/** What the button of a plan is for, given what the person has. */
import type { BillingInterval, Tier } from '#contract/plans.ts';
import type { Subscription } from '#contract/subscriptions.ts';
import { standingOf } from './standing.ts';

export type Offer =
  /** Nothing to do: this is what they have. */
  | 'current'
  | 'buy'
  /** Not sold yet. */
  | 'soon'
  /** What a paid plan falls back to by itself. */
  | 'after'
  /** Of the plan they have, in the provider's pages: go on after all, pay what is due, another cycle. */
  | 'resume'
  | 'settle'
  | 'switch';

type Had = Pick<Subscription, 'tier' | 'status' | 'cancel_at_period_end' | 'interval' | 'next_interval'>;

/** Without a subscription that is known, everybody has the free plan. */
export function offerOf(tier: Tier, interval: BillingInterval, had: Had | undefined): Offer {
  const current = had?.tier ?? 'free';
  if (tier === 'free') return current === 'free' ? 'current' : 'after';
  if (!had || current !== tier) return offerAnew(tier, current);
  if (had.status === 'past_due') return 'settle';
  if (standingOf(had) === 'canceled') return 'resume';
  return (had.next_interval ?? had.interval) === interval ? 'current' : 'switch';
}

/** A second checkout is never offered to who already pays. */
function offerAnew(tier: Tier, current: Tier): Offer {
  if (tier === 'pro') return 'soon';
  return current === 'free' ? 'buy' : 'after';
}
