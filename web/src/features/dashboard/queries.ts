import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { statsApi, type TimeRange } from '#contract/stats.ts';
import { call } from '../../api/client.ts';

/** New users, questions and conversations; the last figures stay in sight while others are fetched. */
export const userStats = (time_range: TimeRange) =>
  queryOptions({
    queryKey: ['stats', time_range],
    queryFn: ({ signal }) => call(statsApi.users, { query: { time_range } }, { signal }),
    placeholderData: keepPreviousData,
  });
