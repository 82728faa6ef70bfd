/** What a question asks of a data source: values to filter by, words to search for, figures to work out. */
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
  /** What is searched for in the texts. */
  search: string;
  /** What is to be counted or added up. */
  figures: Figure[];
  /** Sentences on what was asked for and is not worked out. */
  impossible: string[];
  /** Names in the question that no value has, with the nearest ones. */
  near: NearMiss[];
  /** Values that a model gave and that are not allowed. */
  dropped: { parameter: string; value: string }[];
};

/** A parameter of which so many values are asked for is not asked about. */
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

/** Without what the reader took away and what keeps nothing out; in the order of the administrator's list. */
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
