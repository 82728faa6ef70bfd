import { useEffect } from 'react';
import { type Paged, retryOf, rowsOf } from '../lib/pages.ts';

type Found<T> = Omit<Paged, 'data'> & { data: { pages: { data: T[] }[] } | undefined; isError: boolean };

/** What a picker offers of what is found, a page at a time: all but what is taken already. `taken` may be on its way. */
export function useOffered<T extends { id: number }>(found: Found<T>, taken: { id: number }[] | undefined) {
  const { hasNextPage, isFetching, isError, fetchNextPage } = found;
  const all = rowsOf(found.data);
  const out = new Set(taken?.map(({ id }) => id));
  const rows = found.data && taken && all.filter(({ id }) => !out.has(id));
  const onlyTaken = rows?.length === 0 && hasNextPage && !isFetching && !isError;
  useEffect(() => {
    // A whole page of them would look like the end of the list.
    if (onlyTaken) void fetchNextPage();
  }, [onlyTaken, fetchNextPage]);
  return {
    rows,
    some: all.length > 0,
    loading: isFetching,
    onRetry: retryOf(found).onRetry,
    onMore: hasNextPage ? () => void fetchNextPage() : null,
  };
}
