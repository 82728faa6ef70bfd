/** The plan of a question to a data source: values to filter by, words to search for, figures to compute. */
import type { RefusedFilter } from '#contract/filters.ts';
import type { Match, NearMiss } from '../values/match-values.ts';

/** A figure over all rows that pass the filters. `distinct` counts values, `latest` and `earliest` are days. */
export type Figure =
  | { kind: 'count' }
  | {
      kind: 'distinct' | 'sum' | 'average' | 'largest' | 'smallest' | 'latest' | 'earliest';
      column: string;
    };

export type QueryPlan = {
  /** Parameter → values, joined by OR within and AND across. Only allowed values. */
  filters: Record<string, string[]>;
  /** Free text that the rows are ranked by. */
  search: string;
  /** Words of `search` that only the question before has. They narrow, and no remark is made about them. */
  borrowed: string[];
  figures: Figure[];
  /** Sentences on figures that were asked for and are not computed. */
  impossible: string[];
  /** Names in the question that match no value, with the nearest values. */
  near: NearMiss[];
  /** Values from the model that are not allowed. */
  dropped: { parameter: string; value: string }[];
};

/** A filter of more values than this keeps next to nothing out and is dropped. */
const VALUES_MAX = 50;

export function filtersOf(matches: Match[]): Record<string, string[]> {
  const filters: Record<string, string[]> = {};
  for (const { parameter, value } of matches) {
    const values = filters[parameter];
    if (values) values.push(value);
    else filters[parameter] = [value];
  }
  return filters;
}

/** Drops the values that the reader removed and filters that keep nothing out; in the order of the mapping. */
export function tidy(
  filters: Record<string, string[]>,
  allowed: Map<string, string[]>,
  without: RefusedFilter[],
): Record<string, string[]> {
  const kept = Object.entries(filters).map(([parameter, values]) => {
    const asked = [...new Set(values)].filter(
      (value) => !without.some((refused) => refused.parameter === parameter && refused.value === value),
    );
    return [parameter, asked] as const;
  });
  const order = [...allowed.keys()];
  return Object.fromEntries(
    kept
      .toSorted(([one], [other]) => order.indexOf(one) - order.indexOf(other))
      .filter(
        ([parameter, values]) =>
          values.length > 0 &&
          values.length <= VALUES_MAX &&
          values.length < Math.max(2, allowed.get(parameter)?.length ?? 0),
      ),
  );
}
