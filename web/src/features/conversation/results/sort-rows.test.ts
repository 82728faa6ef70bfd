import { expect, test } from 'vitest';
import type { ResultColumn } from '#contract/table-result.ts';
import { nextSorting, sortedRows } from './sort-rows.ts';

const column = (kind: ResultColumn['kind'], bucket: ResultColumn['bucket'] = null): ResultColumn => ({
  name: 'x',
  label: 'X',
  kind,
  unit: null,
  bucket,
});
const cells = (...values: (string | null)[]) => values.map((value) => [value]);
const sorted = (rows: (string | null)[][], kind: ResultColumn, direction: 'ascending' | 'descending') =>
  sortedRows(rows, { column: 0, direction }, [kind]).map(([cell]) => cell);

test('figures by their size, however many digits they have, and those without a value last both ways', () => {
  const rows = cells('9', null, '-20.5', '10', '12345678901234567890.1', '12345678901234567890.2');
  const up = ['-20.5', '9', '10', '12345678901234567890.1', '12345678901234567890.2'];
  expect(sorted(rows, column('money'), 'ascending')).toEqual([...up, null]);
  expect(sorted(rows, column('money'), 'descending')).toEqual([...up.toReversed(), null]);
});

test('texts as in a dictionary, weekdays from Monday, bands by their lower end', () => {
  expect(sorted(cells('Óleo', 'abacate', 'PE 10', 'PE 9'), column('text'), 'ascending')).toEqual([
    'abacate',
    'Óleo',
    'PE 9',
    'PE 10',
  ]);
  expect(sorted(cells('7', '1', '3'), column('date', 'weekday'), 'ascending')).toEqual(['1', '3', '7']);
  expect(sorted(cells('1000..2000', '0..1000', '500..1000'), column('money', 'band'), 'ascending')).toEqual([
    '0..1000',
    '500..1000',
    '1000..2000',
  ]);
});

test('the first press on figures puts the largest first, on words the alphabet; the third gives the own order back', () => {
  const money = column('money');
  const first = nextSorting(null, 0, money);
  expect(first).toEqual({ column: 0, direction: 'descending' });
  const second = nextSorting(first, 0, money);
  expect(second).toEqual({ column: 0, direction: 'ascending' });
  expect(nextSorting(second, 0, money)).toBeNull();
  expect(nextSorting(first, 1, column('text'))).toEqual({ column: 1, direction: 'ascending' });
  const rows = cells('b', 'a');
  expect(sortedRows(rows, null, [column('text')])).toBe(rows);
});
