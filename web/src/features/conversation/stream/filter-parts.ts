/** Filters that a data source understood from a question, value by value, and those that the reader removed. */
import type { RefusedFilter, UnderstoodFilter } from '#contract/filters.ts';

/** One value of a filter, as a chip shows it and as its removal is sent. */
export type FilterPart = RefusedFilter & { data_source_name: string };

export function partsOf(filters: UnderstoodFilter[]): FilterPart[] {
  return filters.flatMap(({ data_source_id, data_source_name, parameter, values }) =>
    values.map((value) => ({ data_source_id, data_source_name, parameter, value })),
  );
}

/** «Município: Recife» */
export const wordsOf = ({ parameter, value }: RefusedFilter) => `${parameter}: ${value}`;

export const keyOf = ({ data_source_id, parameter, value }: RefusedFilter) =>
  JSON.stringify([data_source_id, parameter, value]);

/** Adds a filter to those that were removed before. */
export function withoutAlso(
  without: RefusedFilter[],
  { data_source_id, parameter, value }: RefusedFilter,
): RefusedFilter[] {
  const one = { data_source_id, parameter, value };
  return without.some((each) => keyOf(each) === keyOf(one)) ? without : [...without, one];
}

export function sameFilters(one: RefusedFilter[] = [], other: RefusedFilter[] = []): boolean {
  const keys = (filters: RefusedFilter[]) => filters.map(keyOf).sort().join();
  return keys(one) === keys(other);
}
