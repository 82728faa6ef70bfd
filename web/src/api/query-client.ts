/** The query cache: fresh for half a minute, one retry when the server was out of reach. */
import { type DataTag, QueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiFailure } from './failure.ts';
import { hasTokens, subscribeTokens } from './tokens.ts';

const FRESH_MS = 30_000;
const RETRY_AFTER_MS = 800;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      retry: (failures, error) => failures < 1 && mayPass(error),
      retryDelay: RETRY_AFTER_MS,
      // The default pauses queries silently while the browser reports being offline; here they fail and say so.
      networkMode: 'always',
      // That mode would leave what failed as it is when the network comes back.
      refetchOnReconnect: true,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

// The cache belongs to the signed-in person: it is cleared when the tokens are, also in another tab.
subscribeTokens(() => {
  if (!hasTokens()) queryClient.clear();
});

/** Only network failures are retried; a status is final. */
function mayPass(error: Error): boolean {
  return error instanceof ApiFailure && error.kind === 'network';
}

/** Writes the answer of a change to the cache. A pending fetch may be older than the change, so it is cancelled. */
export async function keepAnswer<T>(
  cache: QueryClient,
  { queryKey }: { queryKey: DataTag<QueryKey, T, Error> },
  answer: NoInfer<T> | ((known: NoInfer<T> | undefined) => NoInfer<T> | undefined),
): Promise<void> {
  await cache.cancelQueries({ queryKey, exact: true });
  cache.setQueryData<T>(queryKey, answer);
}
