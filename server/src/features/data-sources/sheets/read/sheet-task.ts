/** The tasks of the sheet program, and the frames that it answers with. */
import { z } from 'zod';
import { DescribedSheet } from '#contract/sheets.ts';
import type { ColumnKind } from '#contract/table-plan.ts';
import { SHEET_PROBLEMS, type SheetProblemCode } from '../../../../adapters/extraction/sheets/sheet-cells.ts';

/** `header_row` counts from 0. */
export type LoadTask = {
  does: 'load';
  sheet: string;
  header_row: number;
  keep_total_rows: boolean;
  columns: { name: string; kind: ColumnKind }[];
};

/** The server hands it to its own program, which takes it as it is: schemas would be most of its start. */
export type SheetTask =
  | { does: 'describe_all' }
  | { does: 'describe'; sheet: string | null; header_row: number | null }
  | LoadTask;

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
