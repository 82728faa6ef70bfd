/** The queries about data sources, kept under `['data-sources', …]`. */
import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import { type DataSource, dataSourcesApi } from '#contract/data-sources.ts';
import { ADMIN_CARDS_PAGE } from '#contract/limits.ts';
import { call } from '../../api/client.ts';
import { keepAnswer } from '../../api/query-client.ts';
import { nextSkip } from '../../lib/pages.ts';

export const adminSources = (search: string) =>
  infiniteQueryOptions({
    queryKey: ['data-sources', 'admin', search] as const,
    queryFn: ({ pageParam: skip, signal }) =>
      call(
        dataSourcesApi.list,
        { query: { skip, limit: ADMIN_CARDS_PAGE, search: search || undefined } },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: nextSkip,
    placeholderData: keepPreviousData,
  });

export const adminSource = (id: number) =>
  queryOptions({
    queryKey: ['data-sources', 'one', id] as const,
    queryFn: ({ signal }) => call(dataSourcesApi.one, { params: { id } }, { signal }),
  });

/** Puts a changed data source into the cache and invalidates the lists that show it. */
export async function keepSource(cache: QueryClient, source: DataSource): Promise<void> {
  await keepAnswer(cache, adminSource(source.id), source);
  await refreshAround(cache);
}

/** Invalidates everything that may show a data source, except its own page. */
export async function refreshAround(cache: QueryClient): Promise<void> {
  await Promise.all([
    cache.invalidateQueries({
      predicate: ({ queryKey: [first, second] }) =>
        first === 'data-sources' && (second === 'admin' || second === 'picker'),
    }),
    cache.invalidateQueries({ queryKey: ['agents'] }),
  ]);
}
