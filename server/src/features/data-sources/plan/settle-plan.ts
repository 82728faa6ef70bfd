/** Settles the plan of a question: what rules have read in it, and what a model has proposed. */
import type { RefusedFilter } from '#contract/filters.ts';
import { type Condition, FILTERS_MAX, type Plan } from '#contract/table-plan.ts';
import type { ParsedQuestion } from '../parse/parse-question.ts';
import type { Parameter } from '../values/match-values.ts';
import type { ProposedPlan } from './propose-plan.ts';

export type SettledPlan = {
  plan: Plan;
  /** Words that no rule took, to look for in the rows. */
  texts: string[];
  /** Sentences on what cannot be done: with one of them nothing is asked. */
  refusals: string[];
  remarks: string[];
};

type SettleParams = {
  parameters: Parameter[];
  /** The filters that the reader took away. */
  without: Pick<RefusedFilter, 'parameter' | 'value'>[];
};

/**
 * A model chooses among the allowed values of the parameters, the words to search for and the figures; numbers, days, groups
 * and orders come from the rules.
 */
export function settlePlan(
  parsed: ParsedQuestion,
  proposed: ProposedPlan | null,
  { parameters, without }: SettleParams,
): SettledPlan {
  const { plan, texts, refusals, remarks } = parsed;
  const filters = withoutRefused(mergedFilters(plan, proposed, parameters), without);
  const share_of = plan.share_of.flatMap((place) => placesIn(filters, plan.filters[place]));
  if (!proposed)
    return { plan: { ...plan, filters, share_of, search: parsed.search }, texts, refusals, remarks };
  const isFigure = proposed.measures.length > 0 && plan.measures.length === 0;
  return {
    plan: {
      ...plan,
      filters,
      share_of,
      search: proposed.search || parsed.search,
      ...(isFigure ? { measures: proposed.measures, rows: false, order: [], limit: null } : {}),
      unknown: proposed.unknown,
    },
    // The figures of a model are those of its conditions.
    texts: isFigure ? [] : texts,
    refusals: [],
    remarks,
  };
}

/** Where a condition stands after others were left out or put before it. */
function placesIn(filters: Condition[], wanted: Condition | undefined): number[] {
  const place = filters.findIndex(({ column, op }) => column === wanted?.column && op === wanted?.op);
  return place < 0 ? [] : [place];
}

/** The model's choice among the values of parameters, the rules' conditions on all other columns. */
function mergedFilters(plan: Plan, proposed: ProposedPlan | null, parameters: Parameter[]): Condition[] {
  if (!proposed?.filters) return plan.filters;
  const mapped = new Set(parameters.map(({ name }) => name));
  const others = plan.filters.filter(({ column }) => !mapped.has(column));
  return [...proposed.filters, ...others].slice(0, FILTERS_MAX);
}

/** A condition of which the reader took all values away is none. */
function withoutRefused(filters: Condition[], without: SettleParams['without']): Condition[] {
  return filters.flatMap((filter) => {
    if (filter.op !== 'in') return [filter];
    const values = filter.values.filter(
      (value) => !without.some((refused) => refused.parameter === filter.column && refused.value === value),
    );
    return values.length ? [{ ...filter, values }] : [];
  });
}
