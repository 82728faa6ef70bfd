/** Reads the plan in a model's answer: what fits the table part by part, and what was left out and why. */
import { z } from 'zod';
import {
  Condition,
  EMPTY_PLAN,
  FILTERS_MAX,
  GROUP_KEYS_MAX,
  GroupKey,
  Having,
  MEASURES_MAX,
  Measure,
  Order,
  type Plan,
} from '#contract/table-plan.ts';
import { compareDecimals } from '../../../language/values/decimal.ts';
import { type TableCell, withReckoned } from '../compile/cells.ts';
import { planProblems } from '../compile/plan-problems.ts';
import type { Parameter } from '../values/match-values.ts';
import { vocabularyOf } from '../values/vocabulary.ts';
import type { SaidLiterals } from './grounded.ts';

/** `unsaid`: nobody said the literal. `unfit`: the table has no such column, or its kind has no such comparison. */
export type LeftOut = { part: string; reason: 'unsaid' | 'unfit' | 'unreadable' };

export type PlanParts = Pick<Plan, 'measures' | 'group_by' | 'order' | 'limit' | 'having' | 'share'> & {
  conditions: Condition[];
  rows: boolean | null;
  /** Values that were said and that their column does not have. */
  missing: string[];
  left_out: LeftOut[];
};

type ReadingTable = { cells: TableCell[]; parameters: Parameter[]; said: SaidLiterals };

const PART_LENGTH = 200;
const partWords = (part: unknown): string => JSON.stringify(part).slice(0, PART_LENGTH);

const Limit = z.int().min(1).max(200);
const given = z.array(z.unknown()).catch([]);
const Given = z.object({
  filters: given,
  conditions: given,
  measures: given,
  group_by: given,
  order: given,
  having: given,
  limit: z.unknown().optional(),
  share: z.boolean().catch(false),
  rows: z.boolean().nullable().catch(null),
});

export function readPlan(value: Record<string, unknown>, table: ReadingTable): PlanParts {
  const answered = Given.parse(value);
  const left_out: LeftOut[] = [];
  const missing: PlanParts['missing'] = [];
  const leave = (part: unknown, reason: LeftOut['reason']) => {
    left_out.push({ part: partWords(part), reason });
    return [];
  };
  const each = <T>(parts: unknown[], form: z.ZodType<T>, max: number, asPlan: (part: T) => Partial<Plan>) =>
    parts.slice(0, max * 4).flatMap((part): T[] => {
      const read = form.safeParse(part);
      if (!read.success) return leave(part, 'unreadable');
      const plan = { ...EMPTY_PLAN, rows: true, ...asPlan(read.data) };
      return planProblems(table.cells, plan).length > 0 ? leave(part, 'unfit') : [read.data];
    });
  const conditions = each(
    [...answered.filters, ...answered.conditions],
    Condition,
    FILTERS_MAX,
    (filter) => ({
      filters: [filter],
    }),
  ).flatMap((condition) => knownCondition(condition, table, { leave, missing }));
  const measures = each(answered.measures, Measure, MEASURES_MAX, (measure) => ({ measures: [measure] }));
  const group_by = each(answered.group_by, GroupKey, GROUP_KEYS_MAX, (key) => ({
    group_by: [key],
  }));
  const shape = { measures: measures.slice(0, MEASURES_MAX), group_by: group_by.slice(0, GROUP_KEYS_MAX) };
  const having = each(answered.having, Having, MEASURES_MAX, (one) => ({ ...shape, having: [one] })).filter(
    (one) => table.said.holdsNumber(one.value) || leave(one, 'unsaid').length > 0,
  );
  return {
    conditions: conditions.slice(0, FILTERS_MAX),
    ...shape,
    having: having.slice(0, MEASURES_MAX),
    order: each(answered.order, Order, 3, (order) => ({ ...shape, order: [order] })).slice(0, 3),
    limit: limitOf(answered.limit, table, leave),
    share: answered.share,
    rows: answered.rows,
    missing,
    left_out,
  };
}

type Leave = (part: unknown, reason: LeftOut['reason']) => never[];

/** With the values as the table writes them; one that the column does not have costs the condition. */
function knownCondition(
  condition: Condition,
  { cells, parameters, said }: ReadingTable,
  { leave, missing }: { leave: Leave; missing: PlanParts['missing'] },
): Condition[] {
  const asked = withReckoned(cells, { ...EMPTY_PLAN, filters: [condition] });
  const cell = asked.find(({ name }) => name === condition.column);
  const parameter = parameters.find(({ name }) => name === condition.column);
  const isListed = parameter !== undefined && (condition.op === 'in' || condition.op === 'not_in');
  if (!cell) return leave(condition, 'unfit');
  if (!isListed)
    return said.holds(condition, cell, false) ? [inOrder(condition, cell)] : leave(condition, 'unsaid');
  const vocabulary = vocabularyOf(parameter.values);
  const values: string[] = [];
  for (const value of condition.values) {
    const known = vocabulary.allowed(value);
    if (known !== undefined) values.push(known);
    else if (said.holdsText(value)) missing.push(value);
    else leave({ column: condition.column, value }, 'unsaid');
  }
  return values.length > 0 ? [{ ...condition, values: [...new Set(values)] }] : [];
}

const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** The ends of a range, the smaller one first: between the larger and the smaller there would be nothing. */
export function inOrder(condition: Condition, { kind }: TableCell): Condition {
  const [first, second] = condition.values;
  if (condition.op !== 'between' || first === undefined || second === undefined) return condition;
  const areNumbers = NUMBER.test(first) && NUMBER.test(second);
  const isReversed = kind === 'date' ? first > second : areNumbers && compareDecimals(first, second) > 0;
  return isReversed ? { ...condition, values: [second, first] } : condition;
}

/** «a maior» says one; any other number must have been said. */
function limitOf(value: unknown, { said }: ReadingTable, leave: Leave): number | null {
  if (value === null || value === undefined) return null;
  const limit = Limit.safeParse(value).data;
  if (limit === undefined) leave({ limit: value }, 'unreadable');
  else if (limit === 1 || said.holdsNumber(String(limit))) return limit;
  else leave({ limit }, 'unsaid');
  return null;
}
