/** The tasks of the sheet program, and the frames that it answers with. */
import { z } from 'zod';
import { DescribedSheet } from '#contract/sheets.ts';
import { COLUMN_KINDS } from '#contract/table-plan.ts';
import { SHEET_PROBLEMS, type SheetProblemCode } from '../../../../adapters/extraction/sheets/sheet-cells.ts';

const HeaderRow = z.int().min(0);

export const LoadTask = z.object({
  does: z.literal('load'),
  sheet: z.string(),
  header_row: HeaderRow,
  keep_total_rows: z.boolean(),
  columns: z.array(z.object({ name: z.string(), kind: z.enum(COLUMN_KINDS) })),
});
export type LoadTask = z.output<typeof LoadTask>;

export const SheetTask = z.discriminatedUnion('does', [
  z.object({ does: z.literal('describe_all') }),
  z.object({ does: z.literal('describe'), sheet: z.string().nullable(), header_row: HeaderRow.nullable() }),
  LoadTask,
]);
export type SheetTask = z.output<typeof SheetTask>;

const codes = Object.keys(SHEET_PROBLEMS) as [SheetProblemCode, ...SheetProblemCode[]];
/** Comes instead of any other frame. */
export const ProblemFrame = z.object({ problem: z.enum(codes) });
export const SheetsFrame = z.object({ sheets: z.array(DescribedSheet) });
export const SheetFrame = z.object({ sheet: DescribedSheet });

/** Types of PostgreSQL that a column of a sheet may have. */
export const COLUMN_TYPES = ['numeric', 'bigint', 'date', 'timestamp', 'boolean', 'text'] as const;

/** The first frame of a load; the others have the rows in their bodies, and the last one an empty body. */
export const LoadFrame = z.object({
  rows: z.int(),
  columns: z.array(
    z.object({
      name: z.string().regex(/^[a-z0-9_]{1,63}$/),
      type: z.enum(COLUMN_TYPES),
      unit: z.string().nullable(),
      /** Letters of its texts, on average. */
      letters: z.number(),
      misfits: z.array(z.string()),
      misfit_count: z.int(),
    }),
  ),
  /** Columns of the task that the sheet does not have. */
  unknown: z.array(z.string()),
  total_rows: z.array(z.string()),
  second_table: z.string().nullable(),
});
export type LoadFrame = z.output<typeof LoadFrame>;
