import { expect, test } from 'vitest';
import { addressOf, filtersOf, withTag } from './list-filters.ts';

test('filters survive the way through the address', () => {
  const filters = { search: 'ação & multas', tag_ids: [3, 8] };
  expect(filtersOf(new URLSearchParams(addressOf(filters).toString()))).toEqual(filters);
  expect(addressOf({ search: '', tag_ids: [] }).toString()).toBe('');
});

test('an address typed by hand never breaks the list', () => {
  const filters = filtersOf(new URLSearchParams('search=%20%20&tag=abc&tag=-1&tag=4&tag=4&tag=99999999999'));
  expect(filters).toEqual({ search: '', tag_ids: [4] });
});

test('a tag that is pressed again is chosen no longer', () => {
  expect(withTag({ search: 'multas', tag_ids: [3] }, 8)).toEqual({ tag_ids: [3, 8] });
  expect(withTag({ search: 'multas', tag_ids: [3, 8] }, 3)).toEqual({ tag_ids: [8] });
});
