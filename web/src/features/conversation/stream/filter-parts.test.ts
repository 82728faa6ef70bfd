import { describe, expect, test } from 'vitest';
import type { UnderstoodFilter } from '#contract/filters.ts';
import { partsOf, sameFilters, withoutAlso, wordsOf } from './filter-parts.ts';

const filter: UnderstoodFilter = {
  data_source_id: 3,
  data_source_name: 'Licitações',
  parameter: 'Município',
  values: ['Recife', 'Olinda'],
};
const recife = { data_source_id: 3, parameter: 'Município', value: 'Recife' };
const olinda = { data_source_id: 3, parameter: 'Município', value: 'Olinda' };

describe('the filters that a data source understood', () => {
  test('each value is one chip', () => {
    expect(partsOf([filter]).map(wordsOf)).toEqual(['Município: Recife', 'Município: Olinda']);
  });

  test('taking one away adds it, without its name, to what was taken away before', () => {
    const [first, second] = partsOf([filter]);
    if (!first || !second) throw new Error('two parts were expected');
    expect(withoutAlso([olinda], first)).toEqual([olinda, recife]);
    expect(withoutAlso([olinda], second)).toEqual([olinda]);
  });

  test('the same filters in another order are the same', () => {
    expect(sameFilters([recife, olinda], [olinda, recife])).toBe(true);
    expect(sameFilters([recife], [olinda])).toBe(false);
    expect(sameFilters([recife], undefined)).toBe(false);
    expect(sameFilters(undefined, [])).toBe(true);
  });
});
