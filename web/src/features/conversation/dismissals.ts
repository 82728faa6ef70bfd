/** Hints that the person does not want to see again. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { dismissalsApi } from '#contract/dismissals.ts';
import { call } from '../../api/client.ts';

export const dismissals = () =>
  queryOptions({
    queryKey: ['dismissals'] as const,
    queryFn: ({ signal }) => call(dismissalsApi.list, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** A failure costs only that it is shown once more. */
export const dismiss = (cache: QueryClient, key: string, version = 1): Promise<void> =>
  call(dismissalsApi.put, { body: { key, version } }).then(
    (dismissal) => {
      cache.setQueryData(dismissals().queryKey, (known = []) => [...known, dismissal]);
    },
    () => undefined,
  );
