/** Opens the payment provider's pages: checkout and portal. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BillingInterval } from '#contract/plan-seeds.ts';
import { type LostAgents, subscriptionsApi } from '#contract/subscriptions.ts';
import { call } from '../../api/client.ts';
import { ApiFailure, failedWith } from '../../api/failure.ts';
import { isWebAddress, leaveFor } from '../../lib/browser/leave-for.ts';
import { paths } from '../../lib/paths.ts';
import { useTask } from '../../lib/use-task.ts';
import { rememberCheckout } from './begun-checkout.ts';
import { mySubscription, offeredPlans } from './queries.ts';
import { texts } from './texts.ts';

type Order = { tier: string; interval: BillingInterval };

/** Before the checkout opens, agents that the plan's group does not have are shown as `lost`, to be confirmed. */
export function useCheckout() {
  const client = useQueryClient();
  const [lost, setLost] = useState<(LostAgents & { order: Order }) | null>(null);
  const task = useTask(async (order: Order, isConfirmed: boolean) => {
    const { tier, interval } = order;
    const { plans } = await client.ensureQueryData(offeredPlans());
    const plan = plans.find((each) => each.tier === tier);
    const price = plan?.prices.find((each) => each.interval === interval);
    if (!plan || !price) throw new ApiFailure({ kind: 'malformed', fallback: texts.paymentsMissing });
    const { price_id } = price;
    if (!isConfirmed) {
      // Where it cannot be said, the checkout itself says what is wrong.
      const found = await call(subscriptionsApi.lostAgents, { query: { price_id } }).catch(() => null);
      if (found?.agents.length) {
        setLost({ ...found, order });
        return;
      }
    }
    try {
      const body = {
        price_id,
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
  return {
    busy: task.busy,
    failure: task.failure,
    lost,
    open: (tier: string, interval: BillingInterval) => task.run({ tier, interval }, false),
    confirm() {
      if (lost) task.run(lost.order, true);
      setLost(null);
    },
    dismiss: () => setLost(null),
  };
}

type Wish = { kind: 'pack' | 'prepaid'; id: number };

/** Opens the checkout of something that is paid once, unless `mayGoOn` answers no. */
export function useBuy(mayGoOn: () => Promise<boolean> = async () => true) {
  return useTask(async (wish: Wish) => {
    if (!(await mayGoOn())) return;
    const address = here(paths.subscription);
    const body = { ...wish, success_url: address, cancel_url: address };
    const answer = await call(subscriptionsApi.buy, { body });
    await follow(answer?.checkout_url, texts.checkoutRedirectFailed);
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
