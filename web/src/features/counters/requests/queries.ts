/** The requests of citizens, as the inbox reads them. */
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { citizenRequestsApi } from '#contract/citizen-requests.ts';
import type { RequestState } from '#contract/counters.ts';
import { call } from '../../../api/client.ts';
import { nextSkip } from '../../../lib/pages.ts';

export type RequestFilter = { state: RequestState; counter_id: number | undefined };

export const REQUESTS = ['citizen-requests'] as const;

export const requestList = (filter: RequestFilter) =>
  infiniteQueryOptions({
    queryKey: [...REQUESTS, filter] as const,
    queryFn: ({ pageParam: skip, signal }) =>
      call(citizenRequestsApi.list, { query: { ...filter, skip } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: nextSkip,
    placeholderData: keepPreviousData,
  });
