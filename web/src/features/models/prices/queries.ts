/** The calls of the tab. Prices and rates change what the dashboard's next answers cost, never its past. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { pricesApi } from '#contract/prices.ts';
import { statsApi } from '#contract/stats.ts';
import { call } from '../../../api/client.ts';

export const modelPrices = () =>
  queryOptions({
    queryKey: ['models', 'prices'] as const,
    queryFn: ({ signal }) => call(pricesApi.list, {}, { signal }),
  });

export const exchangeRates = () =>
  queryOptions({
    queryKey: ['models', 'rates'] as const,
    queryFn: ({ signal }) => call(pricesApi.rates, {}, { signal }),
  });

/** The calls of the last 30 days whose cost nobody knows. */
export const unpricedCalls = () =>
  queryOptions({
    queryKey: ['models', 'unpriced'] as const,
    queryFn: async ({ signal }) => {
      const shares = await call(statsApi.tokens, { query: { time_range: 'month' } }, { signal });
      return shares.unpriced_calls + shares.tests.unpriced_calls;
    },
  });

export const afterPriceChange = (cache: QueryClient): Promise<void> =>
  cache.invalidateQueries({ queryKey: ['models'] });
