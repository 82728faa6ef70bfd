/** Lists that come a page at a time. */
type Pages<T> = { pages: { data: T[] }[] };
type Listed<T> = { data: T[]; metadata: { has_more: boolean } };

/** Offset of the next page; undefined at the end. */
export const nextSkip = <T>(last: Listed<T>, pages: Listed<T>[]): number | undefined =>
  last.metadata.has_more ? pages.reduce((sum, page) => sum + page.data.length, 0) : undefined;

/** Pages may overlap when something changes between two of them. */
export function rowsOf<T extends { id: number | string }>(data: Pages<T> | undefined): T[] {
  const all = data?.pages.flatMap((page) => page.data) ?? [];
  return [...new Map(all.map((row) => [row.id, row])).values()];
}

/** The fields of an infinite query that a list needs. */
export type Paged = {
  data: object | undefined;
  isPending: boolean;
  isFetching: boolean;
  /** The rows belong to the previous filters. */
  isPlaceholderData: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  refetch: () => Promise<unknown>;
  fetchNextPage: () => Promise<unknown>;
};

type Retried = Pick<Paged, 'isFetching' | 'isFetchNextPageError' | 'refetch' | 'fetchNextPage'>;

/** Props for the alert of a failed page: retries that page. */
export const retryOf = (pages: Retried) => ({
  onRetry: () => void (pages.isFetchNextPageError ? pages.fetchNextPage() : pages.refetch()),
  retrying: pages.isFetching,
});
