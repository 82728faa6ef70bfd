import { queryOptions } from '@tanstack/react-query';
import { modelProvidersApi } from '#contract/model-providers.ts';
import { call } from '../../../api/client.ts';

/** Below the key of the catalogue, so that a change of a provider reads both again. */
export const modelProviders = () =>
  queryOptions({
    queryKey: ['models', 'providers'] as const,
    queryFn: ({ signal }) => call(modelProvidersApi.list, {}, { signal }),
  });
