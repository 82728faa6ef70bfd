/** How answers are kept: fresh for half a minute, asked for again once when the server was out of reach. */
import { QueryClient } from '@tanstack/react-query';
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
