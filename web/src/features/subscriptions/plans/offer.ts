/** The action of a plan's button, given the person's subscription. */
import { type BillingInterval, FREE_PLAN } from '#contract/plan-seeds.ts';
import type { Subscription } from '#contract/subscriptions.ts';
import { planState } from '../plan-state.ts';
import type { ShownPlan } from '../shown-plans.ts';

export type Offer =
  /** Nothing to do: this is what they have. */
  | 'current'
  | 'buy'
  /** It was paid once: another payment adds to its end. */
  | 'extend'
  /** Not sold yet. */
  | 'soon'
  /** A paid plan falls back to it by itself. */
  | 'after'
  /** On the person's own plan, in the provider's pages: resume, pay what is due, change the cycle. */
  | 'resume'
  | 'settle'
  | 'switch';

type Had = Pick<
  Subscription,
  'tier' | 'kind' | 'status' | 'cancel_at_period_end' | 'interval' | 'next_interval'
>;

type Priced = Pick<ShownPlan, 'prices' | 'prepaid'>;

/** The cycle that a plan is offered in: the chosen one, or the other where it has a price only there. */
export function cycleOf({ prices, prepaid }: Priced, chosen: BillingInterval): BillingInterval {
  const cycles = [...prices, ...prepaid].map(({ interval }) => interval);
  return cycles.includes(chosen) ? chosen : (cycles[0] ?? chosen);
}

/** Without a subscription that is known, everybody has the free plan. */
export function offerOf(
  { tier, hasPrice }: { tier: string; hasPrice: boolean },
  interval: BillingInterval,
  had: Had | undefined,
): Offer {
  const current = had?.tier ?? FREE_PLAN;
  if (tier === FREE_PLAN) return current === FREE_PLAN ? 'current' : 'after';
  if (!had || current !== tier) return offerAnew(hasPrice, current);
  if (had.kind === 'prepaid') return 'extend';
  if (had.status === 'past_due') return 'settle';
  if (planState(had) === 'canceled') return 'resume';
  return (had.next_interval ?? had.interval) === interval ? 'current' : 'switch';
}

/** A second checkout is never offered to people who already pay. */
function offerAnew(hasPrice: boolean, current: string): Offer {
  if (!hasPrice) return 'soon';
  return current === FREE_PLAN ? 'buy' : 'after';
}
