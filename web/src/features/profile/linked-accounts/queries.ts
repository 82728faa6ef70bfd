import { queryOptions } from '@tanstack/react-query';
import { linkedAccountsApi } from '#contract/sign-on.ts';
import { call } from '../../../api/client.ts';

export const linkedAccounts = () =>
  queryOptions({
    queryKey: ['linked-accounts'] as const,
    queryFn: ({ signal }) => call(linkedAccountsApi.list, {}, { signal }),
  });
