/** Plans, packs and sales of the administration, under `['selling', …]`; the page of plans shows the same ones. */
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { PURCHASES_PAGE } from '#contract/limits.ts';
import { packsApi, plansApi } from '#contract/plans.ts';
import { subscriptionsApi } from '#contract/subscriptions.ts';
import { call } from '../../api/client.ts';
import { nextSkip } from '../../lib/pages.ts';
import { offeredPlans } from '../subscriptions/queries.ts';

export const planList = () =>
  queryOptions({
    queryKey: ['selling', 'plans'],
    queryFn: ({ signal }) => call(plansApi.list, {}, { signal }),
  });

export const packList = () =>
  queryOptions({
    queryKey: ['selling', 'packs'],
    queryFn: ({ signal }) => call(packsApi.list, {}, { signal }),
  });

export const saleList = () =>
  infiniteQueryOptions({
    queryKey: ['selling', 'sales'],
    queryFn: ({ pageParam: skip, signal }) =>
      call(subscriptionsApi.sales, { query: { skip, limit: PURCHASES_PAGE } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: nextSkip,
  });

export async function afterSellingChange(cache: QueryClient): Promise<void> {
  await Promise.all([
    cache.invalidateQueries({ queryKey: ['selling'] }),
    cache.invalidateQueries({ queryKey: offeredPlans().queryKey }),
  ]);
}
