import { queryOptions } from '@tanstack/react-query';
import { subscriptionsApi } from '#contract/subscriptions.ts';
import type { User } from '#contract/users.ts';
import { call } from '../../api/client.ts';
import { isHeldUp } from '../session/held-up.ts';

/** The person's plan. Paying happens on another page: it is asked for anew whenever this one is looked at again. */
export const mySubscription = () =>
  queryOptions({
    queryKey: ['subscription'],
    queryFn: ({ signal }) => call(subscriptionsApi.mine, {}, { signal }),
    refetchOnWindowFocus: 'always',
  });

/** The subscription, fetched only for people above the free limit: the others cannot have one. */
export const planKnownTo = (user: User) => ({
  ...mySubscription(),
  enabled: !user.is_on_free_limit && !isHeldUp(user),
});

/** The plans and packs on offer here, with the ids of their prices. */
export const offeredPlans = () =>
  queryOptions({
    queryKey: ['plans'],
    queryFn: async ({ signal }) => {
      const { data, metadata } = await call(subscriptionsApi.plans, {}, { signal });
      return { plans: data, packs: metadata.packs };
    },
  });
