// @vitest-environment happy-dom
import { QueryClient, queryOptions } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { keepAnswer } from './query-client.ts';

/** A query whose answer the test releases. */
function reading() {
  const answers: ((name: string) => void)[] = [];
  const options = queryOptions({
    queryKey: ['name'] as const,
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
  });
  return { options, answers };
}

test('what a change answered is not written over by a reading that began before it', async () => {
  const cache = new QueryClient();
  const { options, answers } = reading();
  cache.setQueryData(options.queryKey, 'velho');
  const read = cache.fetchQuery({ ...options, staleTime: 0 });
  await keepAnswer(cache, options, 'novo');
  answers[0]?.('velho');
  await read;
  expect(cache.getQueryData(options.queryKey)).toBe('novo');
  await keepAnswer(cache, options, (known) => known && `${known} ainda`);
  expect(cache.getQueryData(options.queryKey)).toBe('novo ainda');
  cache.clear();
});
