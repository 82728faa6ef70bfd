/** The columns of the typed query, fetched after a pause or on blur. */
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type DataSource, dataSourcesApi } from '#contract/data-sources.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { texts } from '../texts-settings.ts';

type Query = DataSource['rag_config']['document_search']['base_sql_query'];
export type QueryColumn = { name: string; type: string };

/** Matches without case, as the server does. */
export const hasColumn = (columns: QueryColumn[], wanted: string): boolean =>
  columns.some(({ name }) => name.toLowerCase() === wanted.toLowerCase());

export type ColumnsOfQuery = {
  /** The columns of the last query that ran; empty when none has. */
  columns: QueryColumn[];
  state: 'none' | 'checking' | 'runs' | 'fails';
  /** The reason why the query does not run. */
  failure: string | null;
  checkNow: () => void;
};

const REST_MS = 800;

/** A failed query is a valid result here and is not retried. */
const queryColumns = (base_sql_query: string, connection_id: number) =>
  queryOptions({
    queryKey: ['query-columns', connection_id, base_sql_query] as const,
    queryFn: ({ signal }) =>
      call(dataSourcesApi.columns, { body: { base_sql_query, connection_id } }, { signal }),
    enabled: base_sql_query.trim() !== '',
    retry: false,
    refetchOnWindowFocus: false,
  });

export function useColumns(typed: Query, connection_id: number): ColumnsOfQuery {
  const rested = useDebounced(typed, REST_MS);
  const [asked, setAsked] = useState(typed);
  // No debounce for an empty field or after blur.
  const wanted = typed.trim() === '' || asked === typed ? typed : rested;
  const found = useQuery({ ...queryColumns(wanted, connection_id), placeholderData: keepPreviousData });
  const checkNow = () => {
    setAsked(typed);
    if (found.isError) void found.refetch();
  };
  if (typed.trim() === '') return { columns: [], state: 'none', failure: null, checkNow };
  const columns = found.data ?? [];
  if (wanted !== typed || found.isFetching) return { columns, state: 'checking', failure: null, checkNow };
  if (found.isError)
    return { columns: [], state: 'fails', failure: failureText(found.error, texts.columnsFailed), checkNow };
  return { columns, state: 'runs', failure: null, checkNow };
}
