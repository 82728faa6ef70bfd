import { queryOptions } from '@tanstack/react-query';
import { termsApi } from '#contract/terms.ts';
import { call } from '../../../api/client.ts';

export const termsVersions = () =>
  queryOptions({
    queryKey: ['terms-versions'] as const,
    queryFn: ({ signal }) => call(termsApi.versions, {}, { signal }),
  });
