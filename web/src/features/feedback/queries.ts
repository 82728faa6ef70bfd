import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { feedbackApi } from '#contract/feedback.ts';
import { call } from '../../api/client.ts';
import { nextSkip } from '../../lib/pages.ts';

/** Both lists, whichever is shown. */
export const feedbackKey = ['feedback', 'list'] as const;

/** Newest first. */
export const feedbackList = (include_handled: boolean) =>
  infiniteQueryOptions({
    queryKey: [...feedbackKey, include_handled] as const,
    queryFn: ({ pageParam: skip, signal }) =>
      call(feedbackApi.list, { query: { skip, include_handled: String(include_handled) } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: nextSkip,
    placeholderData: keepPreviousData,
  });

/** Never changes once it was sent. */
export const screenshot = (id: number) =>
  queryOptions({
    queryKey: ['feedback', 'screenshot', id] as const,
    queryFn: async ({ signal }) => (await call(feedbackApi.screenshot, { params: { id } }, { signal })).blob,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
