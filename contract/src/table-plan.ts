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

const NAME_MAX = 63;
const BETWEEN = ' → ';
const IN_HOURS = ' (h)';
const LESS = ' − ';
const OF_DAY = ' (hora)';

/**
 * A column of the query, the days from one of its dates to another, which `daysBetween` names, or one of its numbers less
 * another, which `numberLess` names.
 */
const Name = z
  .string()
  .min(1)
  .max(2 * NAME_MAX + BETWEEN.length + IN_HOURS.length);

/** The unit of a number of minutes that is read as hours and minutes: «3 h 20 min». */
export const DURATION_UNIT = 'h min';

/** The name of a number that is in no column: how many days lie between two dates of a row. */
export const daysBetween = (from: string, to: string): string => `${from}${BETWEEN}${to}`;

/** The same in hours, of two columns that have the time of the day. */
export const hoursBetween = (from: string, to: string): string => `${from}${BETWEEN}${to}${IN_HOURS}`;

/** The two columns of such a name; null for the name of one column. */
export function datesBetween(name: string): { from: string; to: string; unit: 'days' | 'hours' } | null {
  const isHours = name.endsWith(IN_HOURS);
  const [from, to, more] = (isHours ? name.slice(0, -IN_HOURS.length) : name).split(BETWEEN);
  return from && to && more === undefined ? { from, to, unit: isHours ? 'hours' : 'days' } : null;
}

/** The name of a number that is in no column: the minutes since midnight of a column that has the time of the day. */
export const timeOfDay = (name: string): string => `${name}${OF_DAY}`;

/** The column of such a name; null for the name of one column. */
export const momentOf = (name: string): string | null =>
  name.endsWith(OF_DAY) ? name.slice(0, -OF_DAY.length) : null;

/** The name of a number that is in no column: one number of a row less another. */
export const numberLess = (one: string, other: string): string => `${one}${LESS}${other}`;

/** The two columns of such a name; null for the name of one column. */
export function numbersCompared(name: string): { from: string; to: string } | null {
  const [from, to, more] = name.split(LESS);
  return from && to && more === undefined ? { from, to } : null;
}

const Literal = z.string().max(500);

export const FILTERS_MAX = 8;
/** Values of all conditions of a plan together: a condition of a group of a text column holds every text that it stands for. */
export const VALUES_MAX = 10_000;
export const MEASURES_MAX = 4;
export const GROUP_KEYS_MAX = 2;

/**
 * Dates are `YYYY-MM-DD`; an `in` of a date column also takes periods: `2025`, `2025-S1`, `2025-T1`, `2025-03`,
 * and days of the week, `1` (Monday) to `7`.
 */
export const Condition = z.object({
  column: Name,
  op: z.enum(OPERATORS),
  values: z.array(Literal).max(VALUES_MAX),
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
  index: z.int().min(0).max(3),
  column: Name.nullable(),
  direction: z.enum(['asc', 'desc']),
});
export type Order = z.output<typeof Order>;

export const Having = z.object({
  measure: z.int().min(0).max(3),
  op: z.enum(['>=', '<=', '>', '<', '=']),
  value: z.string().max(40),
});
export type Having = z.output<typeof Having>;

export const Plan = z
  .object({
    /** All of them hold, but for those of `either`. */
    filters: z
      .array(Condition)
      .max(FILTERS_MAX)
      .refine((filters) => filters.reduce((sum, { values }) => sum + values.length, 0) <= VALUES_MAX),
    /** Positions in `filters` of conditions of which one is enough: «reprovadas ou com mais de 800». Absent where there are none. */
    either: z.array(z.int().min(0)).min(2).max(FILTERS_MAX).optional(),
    /** Words to rank rows by; empty when figures alone are asked. */
    search: z.string().max(500),
    measures: z.array(Measure).max(MEASURES_MAX),
    group_by: z.array(GroupKey).max(GROUP_KEYS_MAX),
    order: z.array(Order).max(3),
    limit: z.int().min(1).max(200).nullable(),
    /** So many of the first groups or rows are passed over: one for «e o segundo?». Absent where none are. */
    skip: z.int().min(1).max(199).optional(),
    /** The figure is the share, in percent, of the rows under `filters` among those under the other filters. */
    share: z.boolean(),
    /** With `share`: positions in `filters` of the conditions that are compared with the whole. */
    share_of: z.array(z.int().min(0)).max(FILTERS_MAX).default([]),
    having: z.array(Having).max(4),
    /** Rows are wanted, not only figures. */
    rows: z.boolean(),
    /** Columns that are asked of rows, and shown before others: «quando vence a CC-1016?». Absent where none are. */
    show: z.array(Name).max(4).optional(),
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

/** The names of all columns that a plan asks for, those of its other readings too. */
export const columnsOfPlan = ({
  filters,
  measures,
  group_by,
  order,
  alternatives,
  show = [],
}: Plan): Set<string> =>
  new Set(
    [
      ...show.map((column) => ({ column })),
      ...filters,
      ...measures,
      ...group_by,
      ...order,
      ...alternatives.flatMap((other) => [...other.filters, ...(other.measures ?? [])]),
    ].flatMap(({ column }) => column ?? []),
  );

/** The conditions of a plan as lists, of each of which one condition has to hold. */
export function clausesOf({ filters, either = [] }: Pick<Plan, 'filters' | 'either'>): Condition[][] {
  const choice = filters.filter((_, place) => either.includes(place));
  const others = filters.filter((_, place) => !either.includes(place)).map((filter) => [filter]);
  return choice.length > 0 ? [...others, choice] : others;
}

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
