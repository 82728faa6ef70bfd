/** How answers are kept: fresh for half a minute, asked for again once when the server was out of reach. */
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
      // Otherwise a query waits silently while the browser believes itself offline; we say so instead.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

// What was fetched belongs to whoever was signed in: it goes with the tokens, in whichever tab they went.
subscribeTokens(() => {
  if (!hasTokens()) queryClient.clear();
});

/** Only what a moment may cure; a status is the server's last word. */
function mayPass(error: Error): boolean {
  return error instanceof ApiFailure && error.kind === 'network';
}

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
