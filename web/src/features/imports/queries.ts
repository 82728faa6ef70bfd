import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { type ImportAction, importsApi } from '#contract/imports.ts';
import { IMPORT_PAGE } from '#contract/limits.ts';
import { call } from '../../api/client.ts';
import { nextSkip } from '../../lib/pages.ts';

export const importRows = (id: number, action: ImportAction) =>
  infiniteQueryOptions({
    queryKey: ['imports', id, action] as const,
    queryFn: ({ pageParam: skip, signal }) =>
      call(importsApi.rows, { params: { id }, query: { action, skip, limit: IMPORT_PAGE } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: nextSkip,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
