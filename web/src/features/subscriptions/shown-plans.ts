/** The plans as the screen shows them. */
import type { BillingInterval } from '#contract/plan-seeds.ts';
import type { OfferedPlan } from '#contract/subscriptions.ts';

export type Price = { interval: BillingInterval; amount: number };

export type ShownPlan = Omit<OfferedPlan, 'prices' | 'listed'> & {
  /** Those on sale, or the listed ones where it cannot be bought. */
  prices: readonly Price[];
};

export const shownPlans = (offered: readonly OfferedPlan[]): ShownPlan[] =>
  offered.map(({ listed, ...plan }) => ({ ...plan, prices: plan.prices.length ? plan.prices : listed }));

/** A plan that somebody pays for, on sale or not; every other one is free or not announced. */
export const hasPrice = ({ prices, prepaid }: ShownPlan): boolean => prices.length > 0 || prepaid.length > 0;

/** The largest part of twelve months that a year saves, in whole per cent; null where it saves nothing. */
export function yearlySaving(plans: readonly { prices: readonly Price[] }[]): number | null {
  const savings = plans.map(({ prices }) => {
    const [month, year] = (['month', 'year'] as const).map(
      (interval) => prices.find((price) => price.interval === interval)?.amount,
    );
    return month && year ? Math.round((1 - year / (12 * month)) * 100) : 0;
  });
  const best = Math.max(0, ...savings);
  return best || null;
}
