/** The columns of a spreadsheet that was loaded as a table. */
import { z } from 'zod';
import { COLUMN_KINDS } from './table-plan.ts';

/** `name` is that of the table, `label` the cell of the header line. */
export const SheetColumn = z.object({ name: z.string(), label: z.string(), kind: z.enum(COLUMN_KINDS) });
export type SheetColumn = z.output<typeof SheetColumn>;
