import { expect, test } from 'vitest';
import { nextSkip, rowsOf } from './pages.ts';

const page = (ids: number[], has_more = true) => ({
  data: ids.map((id) => ({ id })),
  metadata: { has_more },
});

test('R-AGT-36 the next page begins where all those before it end, and there is none after the last', () => {
  const [one, two, last] = [page([5, 4]), page([3, 2]), page([1], false)];
  expect(nextSkip(one, [one])).toBe(2);
  expect(nextSkip(two, [one, two])).toBe(4);
  expect(nextSkip(last, [one, two, last])).toBeUndefined();
});

test('a row that moved between two pages is shown once', () => {
  expect(rowsOf({ pages: [page([5, 4]), page([4, 3])] }).map(({ id }) => id)).toEqual([5, 4, 3]);
  expect(rowsOf(undefined)).toEqual([]);
});
