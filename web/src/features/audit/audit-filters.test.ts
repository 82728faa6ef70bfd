import { expect, test } from 'vitest';
import { AuditObject } from '#contract/audit.ts';
import { addressOf, filtersOf, isFiltered, noFilters, objects, queryOf } from './audit-filters.ts';

const read = (address: string) => filtersOf(new URLSearchParams(address));

test('the address keeps the filters and gives them back', () => {
  const address = 'search=multas&object=group&actor=3&from=2026-11-01&to=2026-11-20';
  expect(addressOf(read(address)).toString()).toBe(address);
  expect(isFiltered(read(address))).toBe(true);
  expect(addressOf(noFilters).toString()).toBe('');
  expect(isFiltered(noFilters)).toBe(false);
});

test('what an address cannot mean is no filter', () => {
  expect(read('object=planet&actor=abc&from=2026-02-30&to=ontem')).toEqual(noFilters);
});

test('a day is meant whole, in the reader’s own zone', () => {
  const { from, to } = queryOf(read('from=2026-11-01&to=2026-11-01'));
  expect(Date.parse(to ?? '') - Date.parse(from ?? '')).toBe(86_400_000 - 1);
  expect(new Date(from ?? '').getHours()).toBe(0);
});

test('every object of the contract can be chosen', () => {
  expect(objects.toSorted()).toEqual([...AuditObject.options].toSorted());
});
