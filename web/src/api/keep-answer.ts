import type { DataTag, QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Puts what a change has answered where the screens read it. A reading that is still on its way may be older than the
 * change, and would be written over it: it is given up.
 */
export async function keepAnswer<T>(
  cache: QueryClient,
  { queryKey }: { queryKey: DataTag<QueryKey, T, Error> },
  answer: NoInfer<T> | ((known: NoInfer<T> | undefined) => NoInfer<T> | undefined),
): Promise<void> {
  await cache.cancelQueries({ queryKey, exact: true });
  cache.setQueryData<T>(queryKey, answer);
}
