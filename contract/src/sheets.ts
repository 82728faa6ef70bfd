/** Spreadsheets that are loaded as tables. */
import { z } from 'zod';
import { COLUMN_KINDS } from './table-plan.ts';

/** A column of a loaded sheet. `name` is that of the table, `label` the cell of the header row. */
export const SheetColumn = z.object({ name: z.string(), label: z.string(), kind: z.enum(COLUMN_KINDS) });
export type SheetColumn = z.output<typeof SheetColumn>;
