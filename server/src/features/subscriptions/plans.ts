/** All plans as they are offered here. */
import { PLANS } from '#contract/plans.ts';
import type { OfferedPlan } from '#contract/subscriptions.ts';
import type { Payments } from '../../adapters/payments/payments.ts';

export const offeredPlans = (payments: Payments | null): OfferedPlan[] =>
  PLANS.map(({ tier, name, monthly_token_limit, user_group_id, purchasable }) => {
    const prices = (payments?.prices ?? [])
      .filter((price) => price.tier === tier)
      .map(({ interval, price_id, amount }) => ({ interval, price_id, amount }));
    return {
      tier,
      name,
      monthly_token_limit,
      user_group_id,
      prices,
      purchasable: purchasable && prices.length > 0,
    };
  });
