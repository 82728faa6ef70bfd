import { queryOptions } from '@tanstack/react-query';
import { subscriptionsApi } from '#contract/subscriptions.ts';
import { call } from '../../api/client.ts';

/** The person's plan. Paying happens on another page: it is asked for anew whenever this one is looked at again. */
export const mySubscription = () =>
  queryOptions({
    queryKey: ['subscription'],
    queryFn: ({ signal }) => call(subscriptionsApi.mine, {}, { signal }),
    refetchOnWindowFocus: 'always',
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
