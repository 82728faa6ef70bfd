import { queryOptions } from '@tanstack/react-query';
import { connectionsApi } from '#contract/connections.ts';
import { call } from '../../api/client.ts';

export const connectionList = () =>
  queryOptions({
    queryKey: ['connections'] as const,
    queryFn: ({ signal }) => call(connectionsApi.list, {}, { signal }),
  });
