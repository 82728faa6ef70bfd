/** The profile of a base query: computed facts about its columns, and the words that administrators gave them. */
import { z } from 'zod';
import { COLUMN_KINDS } from './table-plan.ts';

export const RowsWord = z.object({
  one: z.string().trim().min(1).max(60),
  many: z.string().trim().min(1).max(60),
});
/** How the rows of a table are called: «licitação», «licitações». */
export type RowsWord = z.output<typeof RowsWord>;

const Counted = z.object({ value: z.string(), count: z.number().int() });

/** Facts that one pass over the rows gives; cells are the text of the database. */
export const ComputedColumn = z.object({
  name: z.string(),
  type: z.string(),
  kind: z.enum(COLUMN_KINDS),
  /** The column is text that holds numbers or days. */
  reads: z.enum(['number', 'date']).nullable(),
  label: z.string(),
  unit: z.string().nullable(),
  rows: z.number().int(),
  filled: z.number().int(),
  distinct: z.number().int(),
  minimum: z.string().nullable(),
  maximum: z.string().nullable(),
  /** The values of a category, the commonest first. */
  values: z.array(Counted),
  /** Cells that do not fit the kind, the commonest first. */
  misfits: z.array(Counted).max(20),
});
export type ComputedColumn = z.output<typeof ComputedColumn>;

export type ComputedProfile = {
  columns: ComputedColumn[];
  rows: number;
  /** There are more rows than were read. */
  sampled: boolean;
};

/** The words of an administrator for one column. */
export const ProfileColumnSettings = z.object({
  name: z.string().max(63),
  label: z.string().trim().min(1).max(100),
  kind: z.enum(COLUMN_KINDS),
  unit: z.string().trim().max(20).nullable(),
  synonyms: z.array(z.string().trim().min(1).max(60)).max(20),
  /** Never asked, shown, or in a CSV file. */
  hidden: z.boolean(),
});
export type ProfileColumnSettings = z.output<typeof ProfileColumnSettings>;
