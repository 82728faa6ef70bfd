/** Settles the plan of a question: what rules have read in it, and what a model has proposed. */
import type { RefusedFilter } from '#contract/filters.ts';
import { type Condition, FILTERS_MAX, type Plan } from '#contract/table-plan.ts';
import type { ParsedQuestion } from '../parse/parse-question.ts';
import type { Parameter } from '../values/match-values.ts';
import { leftOutWords, mergeFilters } from './merge-filters.ts';
import type { ProposedPlan } from './propose-plan.ts';
import type { PlanParts } from './read-plan.ts';

export type SettledPlan = {
  plan: Plan;
  /** Words that no rule took, to look for in the rows. */
  texts: string[];
  /** Where they are looked for, the first first; empty for the main column alone. */
  text_columns: string[];
  /** One of them is enough. */
  is_either_text: boolean;
  /** Sentences on what cannot be done: with one of them nothing is asked. */
  refusals: string[];
  remarks: string[];
  /** Parts that were left out of a model’s plan or added to it, in sentences for the trace. */
  changes: string[];
};

type SettleParams = {
  question: string;
  parameters: Parameter[];
  /** The filters that the reader took away. */
  without: Pick<RefusedFilter, 'parameter' | 'value'>[];
};

/**
 * A model's plan holds, with what rules know for certain. In the older form a model chooses among the allowed values of the
 * parameters, the words to search for and the figures; numbers, days, groups and orders come from the rules.
 */
export function settlePlan(
  parsed: ParsedQuestion,
  proposed: ProposedPlan | null,
  { question, parameters, without }: SettleParams,
): SettledPlan {
  const { plan, texts, text_columns, is_either_text, refusals, remarks } = parsed;
  if (proposed?.parts)
    return settleParts(parsed, { ...proposed, parts: proposed.parts }, { question, parameters, without });
  const filters = withoutRefused(mergedFilters(plan, proposed, parameters), without);
  const share_of = plan.share_of.flatMap((place) => placesIn(filters, plan.filters[place]));
  if (!proposed)
    return {
      plan: { ...plan, filters, share_of, search: parsed.search, ...choiceIn(filters, plan) },
      texts,
      text_columns,
      is_either_text,
      refusals: lostChoice(filters, plan) ?? refusals,
      remarks,
      changes: [],
    };
  const isFigure = proposed.measures.length > 0 && plan.measures.length === 0;
  return {
    plan: {
      ...plan,
      filters,
      share_of,
      ...choiceIn(filters, plan),
      search: proposed.search || parsed.search,
      ...(isFigure ? { measures: proposed.measures, rows: false, order: [], limit: null } : {}),
      unknown: proposed.unknown,
    },
    // The figures of a model are those of its conditions.
    texts: isFigure ? [] : texts,
    text_columns,
    is_either_text,
    refusals: lostChoice(filters, plan) ?? parsed.impossible,
    remarks,
    changes: [],
  };
}

function settleParts(
  parsed: ParsedQuestion,
  proposed: ProposedPlan & { parts: PlanParts },
  { question, parameters, without }: SettleParams,
): SettledPlan {
  const { plan, isFollowUp } = parsed;
  const { parts } = proposed;
  const merged = mergeFilters([...(proposed.filters ?? []), ...parts.conditions], plan.filters, {
    question,
    listed: new Set(parameters.map(({ name }) => name)),
    isFollowUp,
  });
  const filters = withoutRefused(merged.filters, without);
  const shape = shapeOf(parts, proposed.measures, plan);
  const isFigure = shape.measures.length > 0;
  // The other reading of a rule is one of the rule's conditions.
  const isAsRuled = JSON.stringify(filters) === JSON.stringify(plan.filters);
  return {
    plan: {
      ...plan,
      ...shape,
      filters,
      share_of: plan.share_of.flatMap((place) => placesIn(filters, plan.filters[place])),
      ...choiceIn(filters, plan),
      search: isFigure ? '' : proposed.search || parsed.search,
      alternatives: isAsRuled ? plan.alternatives : [],
      unknown: proposed.unknown,
    },
    // A value that its column does not have is looked for in the rows, before it is said that nothing has it.
    texts: [...new Set([...parts.missing, ...(isFigure ? [] : parsed.texts)])],
    text_columns: isFigure ? [] : parsed.text_columns,
    is_either_text: !isFigure && parts.missing.length === 0 && parsed.is_either_text,
    // A plan that asks nothing leaves the question to the rules.
    refusals: lostChoice(filters, plan) ?? (shape === plan ? parsed.refusals : parsed.impossible),
    remarks: parsed.remarks,
    changes: [...parts.left_out.map(leftOutWords), ...merged.changes],
  };
}

type Shape = Pick<Plan, 'measures' | 'group_by' | 'order' | 'limit' | 'having' | 'share' | 'rows'>;

/** The figures or rows that are wanted: those of the model, or of the rules where it wants nothing. */
function shapeOf(parts: PlanParts, measures: Plan['measures'], plan: Plan): Shape {
  const { group_by, order, limit, having, share } = parts;
  if (measures.length > 0 || group_by.length > 0) {
    const figures = measures.length > 0 ? measures : [{ fn: 'count' as const, column: null }];
    return { measures: figures, group_by, order, limit, having, share: share || plan.share, rows: false };
  }
  if (parts.rows === true && order.every(({ by }) => by === 'column')) {
    const own = { order: order.length > 0 ? order : plan.rows ? plan.order : [], limit: limit ?? plan.limit };
    return { ...own, measures: [], group_by: [], having: [], share: false, rows: true };
  }
  return plan;
}

/** Where a condition stands after others were left out or put before it. */
function placesIn(filters: Condition[], wanted: Condition | undefined): number[] {
  const place = filters.findIndex(({ column, op }) => column === wanted?.column && op === wanted?.op);
  return place < 0 ? [] : [place];
}

/** The conditions of which one is enough, where they stand now. */
const choiceIn = (filters: Condition[], { either, filters: before }: Plan): Pick<Plan, 'either'> =>
  either ? { either: either.flatMap((place) => placesIn(filters, before[place])) } : {};

/** With one of them missing, the other would narrow what it only widens. */
const lostChoice = (filters: Condition[], plan: Plan): string[] | null =>
  choiceIn(filters, plan).either?.length === plan.either?.length
    ? null
    : ['Não sei manter o «ou» da pergunta sem uma das condições: faça a pergunta inteira.'];

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
