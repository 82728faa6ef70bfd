/** The requests of citizens, as the inbox reads them. */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type CitizenRequest, citizenRequestsApi } from '#contract/citizen-requests.ts';
import type { RequestState } from '#contract/counters.ts';
import { call } from '../../../api/client.ts';
import { nextSkip } from '../../../lib/pages.ts';
import { texts } from './texts.ts';

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

/** A request under the name by which its page and its tab go. */
export type NamedRequest = { name: string; request: CitizenRequest };
export const named = (request: CitizenRequest): NamedRequest => ({
  name: texts.request(request.protocol),
  request,
});

export const oneRequest = (id: number) =>
  queryOptions({
    queryKey: [...REQUESTS, 'one', id] as const,
    queryFn: async ({ signal }) => named(await call(citizenRequestsApi.show, { params: { id } }, { signal })),
  });
