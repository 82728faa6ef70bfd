import { queryOptions } from '@tanstack/react-query';
import { interfaceApi } from '#contract/interface.ts';
import { call } from '../../api/client.ts';

/** One record, of which several cards show and change their own fields. */
export const interfaceSettings = () =>
  queryOptions({
    queryKey: ['settings', 'interface'] as const,
    queryFn: ({ signal }) => call(interfaceApi.read, {}, { signal }),
  });
