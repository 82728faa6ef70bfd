/** Spreadsheets that are loaded as tables: uploaded, described, confirmed, replaced, restored. */
import { z } from 'zod';
import { DataSource, SourceDescription, SourceName } from './data-sources.ts';
import { get, post } from './endpoint.ts';
import { UploadedFile } from './files.ts';
import { SHEET_COLUMNS_MAX, SHEET_ROWS_MAX, UPLOAD_BYTES_MAX } from './limits.ts';
import { Id, IdNumber, Time } from './paging.ts';
import { SheetColumn } from './sheet-columns.ts';
import { COLUMN_KINDS } from './table-plan.ts';

export const SHEET_NOTES = ['total_row', 'second_table', 'two_headers', 'merged', 'error_cells'] as const;
export type SheetNoteKind = (typeof SHEET_NOTES)[number];

/** A cell as a spreadsheet names it, such as `C17`. */
const CellName = z.string();
const Misfit = z.object({ cell: CellName, value: z.string() });
export type Misfit = z.output<typeof Misfit>;

export const DescribedSheetColumn = SheetColumn.extend({
  /** The first cells that do not fit the kind. */
  misfits: z.array(Misfit).max(20),
  misfit_count: z.int(),
});
export type DescribedSheetColumn = z.output<typeof DescribedSheetColumn>;

export const DescribedSheet = z
  .object({
    name: z.string(),
    /** Rows of data, without lines of totals. */
    rows: z.int(),
    /** The number of its line; 0 where no line names the columns. */
    header_row: z.int(),
    columns: z.array(DescribedSheetColumn),
    notes: z.array(z.object({ kind: z.enum(SHEET_NOTES), cell: CellName })),
    /** The first lines as they stand in the file, each with its number. */
    preview: z.array(z.object({ row: z.int(), cells: z.array(z.string()) })),
  })
  .meta({ id: 'DescribedSheet' });
export type DescribedSheet = z.output<typeof DescribedSheet>;

export const SheetUpload = z
  .object({
    upload_id: z.string(),
    file: z.string(),
    expires_at: Time,
    sheets: z.array(DescribedSheet),
  })
  .meta({ id: 'SheetUpload' });
export type SheetUpload = z.output<typeof SheetUpload>;

export const ConfirmedSheet = z.object({
  name: SourceName,
  description: SourceDescription.default(null),
  sheet: z.string().max(200),
  header_row: z.int().min(0).max(SHEET_ROWS_MAX),
  keep_total_rows: z.boolean().default(false),
  columns: z
    .array(
      z.object({
        name: z.string().min(1).max(63),
        label: z.string().trim().min(1, 'Informe o nome da coluna.').max(100),
        kind: z.enum(COLUMN_KINDS),
        include: z.boolean().default(true),
      }),
    )
    .min(1)
    .max(SHEET_COLUMNS_MAX),
  /** Replaces the rows of this data source. */
  data_source_id: IdNumber.optional(),
  /** Replaces them although the columns are others. */
  accept_difference: z.boolean().default(false),
});
export type ConfirmedSheet = z.output<typeof ConfirmedSheet>;

/** Sent beside `sheet_differs`. */
export const SheetDifference = z.object({
  missing: z.array(SheetColumn),
  added: z.array(SheetColumn),
  changed: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      before: z.enum(COLUMN_KINDS),
      after: z.enum(COLUMN_KINDS),
    }),
  ),
});
export type SheetDifference = z.output<typeof SheetDifference>;

export const LoadedSheet = z
  .object({
    file: z.string(),
    sheet: z.string(),
    rows: z.int(),
    columns: z.array(SheetColumn),
    loaded_at: Time,
    versions: z
      .array(
        z.object({
          id: z.int(),
          file: z.string(),
          rows: z.int(),
          loaded_at: Time,
          is_current: z.boolean(),
        }),
      )
      .max(3),
  })
  .meta({ id: 'LoadedSheet' });
export type LoadedSheet = z.output<typeof LoadedSheet>;

const UploadId = z.object({ uploadId: z.uuid() });

export const sheetsApi = {
  storage: get('/data-sources/sheets', {
    access: 'admin',
    summary: 'Whether this installation can store spreadsheets, and if not, the reason',
    reply: z.object({ available: z.boolean(), reason: z.string().nullable() }),
  }),
  upload: post('/data-sources/sheets', {
    access: 'admin',
    summary: 'Reads a CSV, XLSX or ODS file and describes its sheets; kept for one hour',
    file: z.object({ file: UploadedFile }),
    file_max: UPLOAD_BYTES_MAX,
    file_too_large: 'file_too_large',
    reply: SheetUpload,
    status: 201,
  }),
  describe: get('/data-sources/sheets/:uploadId', {
    access: 'admin',
    summary: 'Describes a sheet of an uploaded file with another header line',
    params: UploadId,
    /** The first sheet, and the line that is guessed, unless others are named. */
    query: z.object({
      sheet: z.string().max(200).optional(),
      header_row: z.coerce.number().int().min(0).max(SHEET_ROWS_MAX).optional(),
    }),
    reply: DescribedSheet,
    missing: 'sheet_upload_not_found',
  }),
  confirm: post('/data-sources/sheets/:uploadId/confirm', {
    access: 'admin',
    summary: 'Loads a sheet as a table and makes a data source of it, or replaces the rows of one',
    params: UploadId,
    body: ConfirmedSheet,
    /** `warning`: cells and lines that were left out, a sentence a line. */
    reply: DataSource.extend({ warning: z.string().nullable() }),
    message_field: 'warning',
    status: 201,
    replaces: 'data_source_id',
    missing: 'sheet_upload_not_found',
    idempotent: true,
  }),
  loaded: get('/data-sources/:id/sheet', {
    access: 'admin',
    summary: 'The file that a data source was loaded from, and its last three versions',
    params: Id,
    /** Null for a data source that was not loaded from a file. */
    reply: LoadedSheet.nullable(),
    missing: 'data_source_not_found',
  }),
  restore: post('/data-sources/:id/sheet/restore', {
    access: 'admin',
    summary: 'Reads an earlier version of the spreadsheet again',
    params: Id,
    body: z.object({ version_id: IdNumber }),
    reply: LoadedSheet,
    missing: 'data_source_not_found',
  }),
};
