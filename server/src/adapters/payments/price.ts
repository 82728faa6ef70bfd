/** The price of a plan at the payment provider. */
import { type BillingInterval, PLANS, type Tier } from '#contract/plans.ts';

export type Price = { price_id: string; tier: Tier; interval: BillingInterval; amount: number };

/** Those of the plan Plus that have an id; what they cost stands in the contract. */
export function pricesOf(ids: { month?: string | undefined; year?: string | undefined }): Price[] {
  const plus = PLANS.find(({ tier }) => tier === 'plus');
  return (plus?.prices ?? []).flatMap(({ interval, amount }) => {
    const price_id = ids[interval];
    return price_id ? [{ price_id, tier: 'plus' as const, interval, amount }] : [];
  });
}
