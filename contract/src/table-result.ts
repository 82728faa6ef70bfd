/** The result of a question to a table: data of the message, drawn by the browser and put in words by the server. */
import { z } from 'zod';
import { BUCKETS, COLUMN_KINDS, Condition, Measure, Plan } from './table-plan.ts';

/** Values that a filter offers; others are typed. */
export const FILTER_VALUES_MAX = 200;

export const ResultColumn = z.object({
  name: z.string(),
  label: z.string(),
  kind: z.enum([...COLUMN_KINDS, 'percent']),
  unit: z.string().nullable(),
  /** The unit of the calendar by which days were put into groups. */
  bucket: z.enum(BUCKETS).nullable(),
});
export type ResultColumn = z.output<typeof ResultColumn>;

export const Chip = z.object({
  id: z.string(),
  label: z.string(),
  text: z.string(),
  editor: z.enum(['list', 'range', 'date', 'text']).nullable(),
  condition: Condition.nullable(),
});
export type Chip = z.output<typeof Chip>;

/** The exact text of the database, cell by cell. */
export const Cells = z.array(z.string().nullable());
export type Cells = z.output<typeof Cells>;

export const TableResult = z
  .object({
    /** Its `[n]` in the text; 0 where it belongs to no answer. */
    index: z.int(),
    data_source_id: z.int(),
    data_source_name: z.string(),
    read_at: z.iso.datetime(),
    understood: z.string(),
    /** An edited copy of it asks again, see `adjust` of a question. */
    plan: Plan,
    columns: z.array(ResultColumn).max(12),
    /** Exact text of the database; a key of a group as its bucket writes it. */
    rows: z.array(Cells).max(200),
    /** The figures over all considered rows, where there are groups. */
    total: Cells.nullable(),
    rows_considered: z.int(),
    /** Considered rows without a value in the column of a figure. */
    skipped_nulls: z.int(),
    /** Groups or rows that `rows` lacks. */
    others: z.int(),
    /** The figures of those groups together, for counts and sums. */
    others_row: Cells.nullable(),
    comparison: z
      .object({
        first: z.string(),
        second: z.string(),
        difference: z.string(),
        /** Null where the second figure is zero. */
        percent: z.string().nullable(),
      })
      .nullable(),
    chart: z.enum(['bar', 'line', 'stacked']).nullable(),
    chips: z.array(Chip),
    alternatives: z.array(
      z.object({
        label: z.string(),
        figure: z.string(),
        filters: z.array(Condition),
        /** Other figures; absent where only the filters differ. */
        measures: z.array(Measure).optional(),
      }),
    ),
  })
  .meta({ id: 'TableResult' });
export type TableResult = z.output<typeof TableResult>;

/** A number in an answer that neither its sources nor its question hold: [start, end) in UTF-16 code units. */
export const UncheckedNumber = z.object({
  start: z.int(),
  end: z.int(),
  text: z.string(),
});
export type UncheckedNumber = z.output<typeof UncheckedNumber>;

/** A column that a filter may be about; the values of a category and of a boolean, as the table writes them. */
export const FilterColumn = z
  .object({
    name: z.string(),
    label: z.string(),
    kind: z.enum(COLUMN_KINDS),
    unit: z.string().nullable(),
    values: z.array(z.string()).max(FILTER_VALUES_MAX),
  })
  .meta({ id: 'FilterColumn' });
export type FilterColumn = z.output<typeof FilterColumn>;

/** How a result comes about today; the statement and its values are for administrators only. */
export const ResultCalculation = z
  .object({
    rows_considered: z.int(),
    skipped_nulls: z.int(),
    /** Cells of the considered rows that are text which is neither the number nor the day that its column holds. */
    misfits: z.int(),
    /** Milliseconds that the statement took just now. */
    ms: z.number(),
    sql: z.string().optional(),
    /** The bound values $1, $2, … of `sql`, as JSON where one is a list. */
    parameters: z.array(z.string()).optional(),
  })
  .meta({ id: 'ResultCalculation' });
export type ResultCalculation = z.output<typeof ResultCalculation>;
