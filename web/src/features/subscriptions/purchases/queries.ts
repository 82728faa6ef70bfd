import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { PURCHASES_PAGE } from '#contract/limits.ts';
import { subscriptionsApi } from '#contract/subscriptions.ts';
import { call } from '../../../api/client.ts';
import { nextSkip } from '../../../lib/pages.ts';
import { mySubscription } from '../queries.ts';

const page = (skip: number, signal: AbortSignal) =>
  call(subscriptionsApi.purchases, { query: { skip, limit: PURCHASES_PAGE } }, { signal });

/** Newest first. Paying happens on another page: they are asked for anew whenever this one is looked at again. */
export const newestPurchases = () =>
  queryOptions({
    queryKey: ['purchases', 'newest'],
    queryFn: async ({ signal }) => (await page(0, signal)).data,
    refetchOnWindowFocus: 'always',
  });

export const purchaseList = () =>
  infiniteQueryOptions({
    queryKey: ['purchases', 'list'],
    queryFn: ({ pageParam: skip, signal }) => page(skip, signal),
    initialPageParam: 0,
    getNextPageParam: nextSkip,
    refetchOnWindowFocus: 'always',
  });

export async function afterPurchase(cache: QueryClient): Promise<void> {
  await Promise.all([
    cache.invalidateQueries({ queryKey: ['purchases'] }),
    cache.invalidateQueries(mySubscription()),
  ]);
}
