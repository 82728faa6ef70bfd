/** What these screens ask for. Everything about data sources is kept under `['data-sources', …]`. */
import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import { agentsApi } from '#contract/agents.ts';
import { type DataSource, dataSourcesApi } from '#contract/data-sources.ts';
import { ADMIN_CARDS_PAGE, AGENT_PICKER_PAGE, DATA_VIEWER_PAGE } from '#contract/limits.ts';
import { modelsApi } from '#contract/models.ts';
import { call } from '../../api/client.ts';
import { keepAnswer } from '../../api/query-client.ts';
import { nextSkip } from '../../lib/pages.ts';
import { pageOf } from './rows-page.ts';

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

/** Puts what a call has answered where the screens read it, and lets everything that lists it be asked for anew. */
export async function keepSource(cache: QueryClient, source: DataSource): Promise<void> {
  await keepAnswer(cache, adminSource(source.id), source);
  await refreshAround(cache);
}

/** Everything that may show a data source, except its own page. */
export async function refreshAround(cache: QueryClient): Promise<void> {
  await Promise.all([
    cache.invalidateQueries({
      predicate: ({ queryKey: [first, second] }) =>
        first === 'data-sources' && (second === 'admin' || second === 'picker'),
    }),
    cache.invalidateQueries({ queryKey: ['agents'] }),
  ]);
}

/** What a query gives. Whether it runs is the answer too: a failure is not tried again. */
export const queryColumns = (base_sql_query: string) =>
  queryOptions({
    queryKey: ['query-columns', base_sql_query] as const,
    queryFn: ({ signal }) => call(dataSourcesApi.columns, { body: { base_sql_query } }, { signal }),
    enabled: base_sql_query.trim() !== '',
    retry: false,
    refetchOnWindowFocus: false,
  });

/** The rows of the saved query. Run when it is asked for, never by itself: a query may be heavy. */
export const sourceRows = (id: number, base_sql_query: string) =>
  infiniteQueryOptions({
    queryKey: ['source-rows', id, base_sql_query] as const,
    queryFn: async ({ pageParam: offset, signal }) =>
      pageOf(
        await call(
          dataSourcesApi.execute,
          { params: { id }, query: { limit: DATA_VIEWER_PAGE, offset } },
          { signal },
        ),
      ),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const loaded = pages.reduce((sum, page) => sum + page.results.length, 0);
      return last.results.length > 0 && loaded < last.total ? loaded : undefined;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export const modelCatalogue = () =>
  queryOptions({
    queryKey: ['models'] as const,
    queryFn: ({ signal }) => call(modelsApi.list, {}, { signal }),
  });

export const pickableAgents = (search: string) =>
  infiniteQueryOptions({
    queryKey: ['agents', 'picker', search] as const,
    queryFn: ({ pageParam: skip, signal }) =>
      call(
        agentsApi.list,
        { query: { skip, limit: AGENT_PICKER_PAGE, search: search || undefined, tag_ids: [] } },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: nextSkip,
    placeholderData: keepPreviousData,
  });
