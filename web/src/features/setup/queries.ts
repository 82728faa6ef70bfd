import { queryOptions } from '@tanstack/react-query';
import { setupApi } from '#contract/setup.ts';
import { call } from '../../api/client.ts';

/** Read anew each time it is shown: a step is ticked by what was done on another screen. */
export const setupQuery = () =>
  queryOptions({
    queryKey: ['setup'] as const,
    queryFn: ({ signal }) => call(setupApi.read, {}, { signal }),
    staleTime: 0,
    refetchOnMount: 'always',
  });
