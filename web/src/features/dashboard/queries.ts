/** The calls of the dashboard. What was shown stays in sight while another range is fetched. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { statsApi, type TimeRange } from '#contract/stats.ts';
import { call } from '../../api/client.ts';

/** New users, questions and conversations. */
export const userStats = (time_range: TimeRange) =>
  queryOptions({
    queryKey: ['stats', 'users', time_range] as const,
    queryFn: ({ signal }) => call(statsApi.users, { query: { time_range } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** The course of the same figures, and the period before. */
export const activity = (time_range: TimeRange) =>
  queryOptions({
    queryKey: ['stats', 'activity', time_range] as const,
    queryFn: ({ signal }) => call(statsApi.activity, { query: { time_range } }, { signal }),
    placeholderData: keepPreviousData,
  });

export const tokenShares = (time_range: TimeRange) =>
  queryOptions({
    queryKey: ['stats', 'tokens', time_range] as const,
    queryFn: ({ signal }) => call(statsApi.tokens, { query: { time_range } }, { signal }),
    placeholderData: keepPreviousData,
  });
