import { queryOptions } from '@tanstack/react-query';
import { identityProvidersApi } from '#contract/identity-providers.ts';
import { call } from '../../../api/client.ts';

const PROVIDERS = ['identity-providers'] as const;

export const providerList = () =>
  queryOptions({
    queryKey: [...PROVIDERS, 'list'] as const,
    queryFn: ({ signal }) => call(identityProvidersApi.list, {}, { signal }),
  });

export const oneProvider = (id: number) =>
  queryOptions({
    queryKey: [...PROVIDERS, 'one', id] as const,
    queryFn: ({ signal }) => call(identityProvidersApi.show, { params: { id } }, { signal }),
  });
