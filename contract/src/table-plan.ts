/**
 * The plan of a question to a table, and its result. A plan holds column names and literal values only: the compiler makes
 * one statement of it in which every value is bound.
 */
import { z } from 'zod';

export const OPERATORS = [
  'in',
  'not_in',
  'contains',
  'not_contains',
  'starts_with',
  'between',
  '>=',
  '<=',
  '>',
  '<',
  'empty',
  'filled',
] as const;
export type Operator = (typeof OPERATORS)[number];

const Name = z.string().min(1).max(63);
const Literal = z.string().max(500);

export const FILTERS_MAX = 8;
export const MEASURES_MAX = 4;
export const GROUP_KEYS_MAX = 2;

/**
 * Dates are `YYYY-MM-DD`; an `in` of a date column also takes periods: `2025`, `2025-S1`, `2025-T1`, `2025-03`,
 * and days of the week, `1` (Monday) to `7`.
 */
export const Condition = z.object({
  column: Name,
  op: z.enum(OPERATORS),
  values: z.array(Literal).max(10_000),
});
export type Condition = z.output<typeof Condition>;

export const MEASURE_FUNCTIONS = [
  'count',
  'count_distinct',
  'sum',
  'average',
  'median',
  'minimum',
  'maximum',
] as const;
export type MeasureFunction = (typeof MEASURE_FUNCTIONS)[number];

export const Measure = z.object({ fn: z.enum(MEASURE_FUNCTIONS), column: Name.nullable() });
export type Measure = z.output<typeof Measure>;

export const BUCKETS = ['year', 'semester', 'quarter', 'month', 'week', 'weekday', 'day', 'band'] as const;
export type Bucket = (typeof BUCKETS)[number];

export const GroupKey = z.object({ column: Name, bucket: z.enum(BUCKETS).nullable() });
export type GroupKey = z.output<typeof GroupKey>;

export const Order = z.object({
  by: z.enum(['measure', 'group', 'column']),
  index: z.number().int().min(0).max(3),
  column: Name.nullable(),
  direction: z.enum(['asc', 'desc']),
});
export type Order = z.output<typeof Order>;

export const Having = z.object({
  measure: z.number().int().min(0).max(3),
  op: z.enum(['>=', '<=', '>', '<', '=']),
  value: z.string().max(40),
});
export type Having = z.output<typeof Having>;

export const Plan = z
  .object({
    /** All of them hold. */
    filters: z.array(Condition).max(FILTERS_MAX),
    /** Words to rank rows by; empty when figures alone are asked. */
    search: z.string().max(500),
    measures: z.array(Measure).max(MEASURES_MAX),
    group_by: z.array(GroupKey).max(GROUP_KEYS_MAX),
    order: z.array(Order).max(3),
    limit: z.number().int().min(1).max(200).nullable(),
    /** The figure is the share, in percent, of the rows under `filters` among those under the other filters. */
    share: z.boolean(),
    /** With `share`: positions in `filters` of the conditions that are compared with the whole. */
    share_of: z.array(z.number().int().min(0)).max(FILTERS_MAX).default([]),
    having: z.array(Having).max(4),
    /** Rows are wanted, not only figures. */
    rows: z.boolean(),
    alternatives: z
      .array(
        z.object({
          text: z.string().max(200),
          filters: z.array(Condition).max(FILTERS_MAX),
          /** Other figures; absent where only the filters differ. */
          measures: z.array(Measure).max(MEASURES_MAX).optional(),
        }),
      )
      .max(3),
    unknown: z
      .array(
        z.object({ text: z.string().max(200), column: Name.nullable(), nearest: z.array(Literal).max(3) }),
      )
      .max(8),
    /** Words of the question that nothing was done with. */
    ignored: z.array(z.string().max(200)).max(50),
  })
  .meta({ id: 'TablePlan' });
export type Plan = z.output<typeof Plan>;

export const EMPTY_PLAN: Plan = {
  filters: [],
  search: '',
  measures: [],
  group_by: [],
  order: [],
  limit: null,
  share: false,
  share_of: [],
  having: [],
  rows: false,
  alternatives: [],
  unknown: [],
  ignored: [],
};

export const COLUMN_KINDS = ['category', 'text', 'number', 'money', 'date', 'boolean', 'identifier'] as const;
export type ColumnKind = (typeof COLUMN_KINDS)[number];
