/** The action of a plan's button, given the person's subscription. */
import type { BillingInterval } from '#contract/plans.ts';
import type { Subscription } from '#contract/subscriptions.ts';
import { planState } from '../plan-state.ts';

export type Offer =
  /** Nothing to do: this is what they have. */
  | 'current'
  | 'buy'
  /** Not sold yet. */
  | 'soon'
  /** A paid plan falls back to it by itself. */
  | 'after'
  /** On the person's own plan, in the provider's pages: resume, pay what is due, change the cycle. */
  | 'resume'
  | 'settle'
  | 'switch';

type Had = Pick<Subscription, 'tier' | 'status' | 'cancel_at_period_end' | 'interval' | 'next_interval'>;

/** Without a subscription that is known, everybody has the free plan. */
export function offerOf(tier: string, interval: BillingInterval, had: Had | undefined): Offer {
  const current = had?.tier ?? 'free';
  if (tier === 'free') return current === 'free' ? 'current' : 'after';
  if (!had || current !== tier) return offerAnew(tier, current);
  if (had.status === 'past_due') return 'settle';
  if (planState(had) === 'canceled') return 'resume';
  return (had.next_interval ?? had.interval) === interval ? 'current' : 'switch';
}

/** A second checkout is never offered to people who already pay. */
function offerAnew(tier: string, current: string): Offer {
  if (tier === 'pro') return 'soon';
  return current === 'free' ? 'buy' : 'after';
}
