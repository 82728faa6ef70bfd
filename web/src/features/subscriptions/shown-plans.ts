/** The plans as the screen shows them: those of the API, with the catalogue's until they are there. */
import { type BillingInterval, PLANS } from '#contract/plans.ts';
import type { OfferedPlan } from '#contract/subscriptions.ts';

type Price = { interval: BillingInterval; amount: number };

export type ShownPlan = {
  tier: string;
  name: string;
  /** Null: not announced yet. */
  monthly_token_limit: number | null;
  /** In cents of BRL; the usual ones where nothing is sold. */
  prices: readonly Price[];
  /** False where it cannot be bought here. */
  isSold: boolean;
};

export function shownPlans(offered: OfferedPlan[] | undefined): ShownPlan[] {
  const usual = PLANS.map((plan): ShownPlan => {
    const sold = offered?.find(({ tier }) => tier === plan.tier);
    return {
      ...plan,
      ...sold,
      prices: pricesOf(sold?.prices, plan.prices),
      isSold: sold?.purchasable ?? true,
    };
  });
  const known = new Set(usual.map(({ tier }) => tier));
  const others = (offered ?? []).filter(({ tier }) => !known.has(tier));
  return [...usual, ...others.map((plan) => ({ ...plan, isSold: plan.purchasable }))];
}

const pricesOf = (sold: readonly Price[] | undefined, usual: readonly Price[]) =>
  sold?.length ? sold : usual;

export const planName = (tier: string): string => PLANS.find((plan) => plan.tier === tier)?.name ?? tier;

/** The largest part of twelve months that a year saves, in whole per cent; null where it saves nothing. */
export function yearlySaving(plans: readonly Pick<ShownPlan, 'prices'>[]): number | null {
  const savings = plans.map(({ prices }) => {
    const [month, year] = (['month', 'year'] as const).map(
      (interval) => prices.find((price) => price.interval === interval)?.amount,
    );
    return month && year ? Math.round((1 - year / (12 * month)) * 100) : 0;
  });
  const best = Math.max(0, ...savings);
  return best || null;
}
