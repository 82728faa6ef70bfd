import { queryOptions } from '@tanstack/react-query';
import { guardApi } from '#contract/guard.ts';
import { call } from '../../../api/client.ts';

/** Asked for anew at every visit. */
export const guardFigures = () =>
  queryOptions({
    queryKey: ['guard', 'figures'] as const,
    queryFn: ({ signal }) => call(guardApi.stats, {}, { signal }),
    staleTime: 0,
  });
