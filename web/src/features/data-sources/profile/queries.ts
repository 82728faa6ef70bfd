import { queryOptions } from '@tanstack/react-query';
import { sourceProfilesApi } from '#contract/table-profile.ts';
import { call } from '../../../api/client.ts';

const WHILE_COMPUTING_MS = 1_500;

export const sourceProfile = (id: number) =>
  queryOptions({
    queryKey: ['data-sources', 'profile', id] as const,
    queryFn: ({ signal }) => call(sourceProfilesApi.one, { params: { id } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'computing' ? WHILE_COMPUTING_MS : false),
  });
