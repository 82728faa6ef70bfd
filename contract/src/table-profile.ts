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

/** Facts of the rows; cells are the text of the database. Null where the rows were not read. */
export const ComputedColumn = z.object({
  name: z.string(),
  /** As PostgreSQL calls it. */
  type: z.string(),
  kind: z.enum(COLUMN_KINDS),
  /** The column is text that holds numbers or days. */
  reads: z.enum(['number', 'date']).nullable(),
  label: z.string(),
  unit: z.string().nullable(),
  /** Cells that are not empty. */
  filled: z.number().int().nullable(),
  distinct: z.number().int().nullable(),
  minimum: z.string().nullable(),
  maximum: z.string().nullable(),
  /** The commonest first: all values of a category, ten of another column. */
  values: z.array(Counted),
  /** Cells that do not fit the kind, the commonest first. */
  misfits: z.array(Counted),
});
export type ComputedColumn = z.output<typeof ComputedColumn>;

export const MISFITS_MAX = 20;
export const COMMON_VALUES_MAX = 10;

/** Why the kinds may come from the types of the columns alone. */
export const PROFILE_BASES = ['rows', 'too_slow', 'personal'] as const;
export type ProfileBasis = (typeof PROFILE_BASES)[number];

export type ComputedProfile = {
  columns: ComputedColumn[];
  /** The rows that were read; null where none were. */
  rows: number | null;
  /** There are more rows than were read. */
  sampled: boolean;
  basis: ProfileBasis;
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

/** The settings of one column as they are stored: a label, kind or unit that is absent is guessed. */
export type StoredColumnSettings = Pick<ProfileColumnSettings, 'name' | 'synonyms' | 'hidden'> &
  Partial<Pick<ProfileColumnSettings, 'label' | 'kind' | 'unit'>>;
