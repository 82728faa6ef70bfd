import { queryOptions } from '@tanstack/react-query';
import { settingsApi } from '#contract/settings.ts';
import { call } from '../../api/client.ts';

/** Asked for anew at every visit: it tells how things are now. */
export const settings = () =>
  queryOptions({
    queryKey: ['settings'] as const,
    queryFn: ({ signal }) => call(settingsApi.show, {}, { signal }),
    staleTime: 0,
  });
