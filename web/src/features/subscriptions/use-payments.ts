/** The two ways to the payment provider's pages. */
import { useQueryClient } from '@tanstack/react-query';
import type { BillingInterval, Tier } from '#contract/plans.ts';
import { subscriptionsApi } from '#contract/subscriptions.ts';
import { call } from '../../api/client.ts';
import { ApiFailure, failedWith } from '../../api/failure.ts';
import { isWebAddress, leaveFor } from '../../lib/browser/leave-for.ts';
import { paths } from '../../lib/paths.ts';
import { useTask } from '../../lib/use-task.ts';
import { rememberCheckout } from './begun-checkout.ts';
import { mySubscription, offeredPlans } from './queries.ts';
import { texts } from './texts.ts';

export function useCheckout() {
  const client = useQueryClient();
  return useTask(async (tier: Tier, interval: BillingInterval) => {
    const plans = await client.ensureQueryData(offeredPlans());
    const plan = plans.find((each) => each.tier === tier);
    const price = plan?.prices.find((each) => each.interval === interval);
    if (!plan || !price) throw new ApiFailure({ kind: 'malformed', fallback: texts.paymentsMissing });
    try {
      const body = {
        price_id: price.price_id,
        user_group_id: plan.user_group_id,
        success_url: here(paths.chat),
        cancel_url: here(paths.subscription),
      };
      const answer = await call(subscriptionsApi.checkout, { body });
      rememberCheckout();
      await follow(answer?.checkout_url, texts.checkoutRedirectFailed);
    } catch (error) {
      // Bought in another tab: the cards should say so.
      if (failedWith(error, 'already_subscribed')) void client.invalidateQueries(mySubscription());
      throw error;
    }
  });
}

/** `back`: the path to come back to. */
export function usePortal(back: string) {
  return useTask(async () => {
    const answer = await call(subscriptionsApi.portal, { body: { return_url: here(back) } });
    await follow(answer?.portal_url, texts.portalRedirectFailed);
  });
}

const here = (path: string) => window.location.origin + path;

/** Nothing that comes over the wire is an address before it looks like one. */
async function follow(address: unknown, sentence: string): Promise<void> {
  if (!isWebAddress(address)) throw new ApiFailure({ kind: 'malformed', fallback: sentence });
  await leaveFor(address);
}
