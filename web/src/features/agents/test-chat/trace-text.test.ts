import { expect, test } from 'vitest';
import { searchWords } from './trace-text.ts';

const search = { data_source_id: 1, data_source_name: 'Licitações', rows_found: 1, rows_used: 1 };

test('what became of a search is one line: rows, filters given up, and values that were not known', () => {
  expect(searchWords({ ...search, dropped: [], relaxed: false })).toBe('1 row found, 1 used');
  const dropped = [
    { parameter: 'municipio', value: 'Gotham' },
    { parameter: 'uf', value: 'XX' },
  ];
  expect(searchWords({ ...search, rows_found: 1_200, dropped, relaxed: true })).toBe(
    '1.200 rows found, 1 used · no row passed the filters: searched without them · dropped, not a known value: municipio «Gotham», uf «XX»',
  );
});
