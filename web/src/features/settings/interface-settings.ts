import { queryOptions } from '@tanstack/react-query';
import { interfaceApi } from '#contract/receipts.ts';
import { call } from '../../api/client.ts';

/** One record, of which several cards show and change their own fields. */
export const interfaceSettings = () =>
  queryOptions({
    queryKey: ['settings', 'interface'] as const,
    queryFn: ({ signal }) => call(interfaceApi.read, {}, { signal }),
  });
