/** Public counters and their figures as the cache knows them. */
import { queryOptions } from '@tanstack/react-query';
import { countersApi } from '#contract/counters.ts';
import { call } from '../../../api/client.ts';

export const counterList = () =>
  queryOptions({
    queryKey: ['counters', 'list'] as const,
    queryFn: ({ signal }) => call(countersApi.list, {}, { signal }),
  });

export const counterStatistics = (id: number, days: number) =>
  queryOptions({
    queryKey: ['counters', 'statistics', id, days] as const,
    queryFn: ({ signal }) => call(countersApi.statistics, { params: { id }, query: { days } }, { signal }),
  });
