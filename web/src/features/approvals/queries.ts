import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { approvalsApi } from '#contract/approvals.ts';
import { APPROVALS_PAGE } from '#contract/limits.ts';
import { call } from '../../api/client.ts';
import { nextSkip } from '../../lib/pages.ts';

export const APPROVALS = ['approvals'] as const;

export const waitingList = (approval: 'waiting' | 'refused') =>
  infiniteQueryOptions({
    queryKey: [...APPROVALS, approval] as const,
    queryFn: ({ pageParam: skip, signal }) =>
      call(approvalsApi.waiting, { query: { approval, skip, limit: APPROVALS_PAGE } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: nextSkip,
    placeholderData: keepPreviousData,
  });

/** How many wait; for the tab. */
export const waitingCount = () =>
  queryOptions({
    queryKey: [...APPROVALS, 'count'] as const,
    queryFn: ({ signal }) => call(approvalsApi.waiting, { query: { limit: 1 } }, { signal }),
    select: ({ metadata }) => metadata.total,
  });
