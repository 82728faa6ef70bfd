/** The pages of rows that a saved query gives. */
import { infiniteQueryOptions } from '@tanstack/react-query';
import { dataSourcesApi, type ExecuteResult } from '#contract/data-sources.ts';
import { DATA_VIEWER_PAGE } from '#contract/limits.ts';
import { call } from '../../../api/client.ts';
import { ApiFailure } from '../../../api/failure.ts';
import { texts } from '../texts.ts';

export type Row = Record<string, unknown>;
export type RowsPage = { total: number; results: Row[]; columns: { name: string; type: string }[] };

export function pageOf(answer: Partial<ExecuteResult> | null): RowsPage {
  const { total, results, columns } = answer ?? {};
  if (typeof total !== 'number' || !Array.isArray(results))
    throw new ApiFailure({ kind: 'malformed', status: 200, fallback: texts.viewer.malformed });
  return { total, results, columns: Array.isArray(columns) ? columns : namesIn(results) };
}

/** A reply without `columns` takes their names from its first row. */
const namesIn = ([first]: Row[]) => Object.keys(first ?? {}).map((name) => ({ name, type: 'text' }));

/** The rows of the saved query. It runs only on request, never by itself: a query may be heavy. */
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
