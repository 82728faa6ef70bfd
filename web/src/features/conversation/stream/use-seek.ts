/** Opens a conversation at one of its messages: loads the pages between, and reports when it is there. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { loadUpTo } from './queries.ts';

export type Seek = {
  state: 'none' | 'seeking' | 'found' | 'missing' | 'failed';
  error: Error | null;
  retry: () => void;
};

/** `messageId` undefined: the conversation opens at its end. */
export function useSeek(sessionId: string, messageId: number | undefined, isLoaded: boolean): Seek {
  const client = useQueryClient();
  const seek = useQuery({
    queryKey: ['chat', 'seek', sessionId, messageId],
    queryFn: () => loadUpTo(client, sessionId, messageId ?? 0),
    enabled: isLoaded && messageId !== undefined,
    // The pages are loaded once; a later visit seeks again (`gcTime: 0`).
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return { state: stateOf(messageId, seek), error: seek.error, retry: () => void seek.refetch() };
}

function stateOf(
  messageId: number | undefined,
  { data, isError, isFetching }: { data: boolean | undefined; isError: boolean; isFetching: boolean },
): Seek['state'] {
  if (messageId === undefined) return 'none';
  if (isError && !isFetching) return 'failed';
  if (data === undefined) return 'seeking';
  return data ? 'found' : 'missing';
}
