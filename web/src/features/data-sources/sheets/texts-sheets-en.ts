/** The words of the screens on spreadsheets, in English. */
import { UPLOAD_MEGABYTES_MAX } from '#contract/limits.ts';
import type { ColumnKind } from '#contract/table-plan.ts';
import { counted } from '../../../lib/format.ts';

const kinds = {
  category: 'Category',
  text: 'Text',
  number: 'Number',
  money: 'Money (R$)',
  date: 'Date',
  boolean: 'Yes or no',
  identifier: 'Identifier',
} as const;

const notes = {
  total_row: (cells: string) => `Row of totals in ${cells}.`,
  second_table: (cells: string) => `Another table or note begins in ${cells} and is left out.`,
  two_headers: (cells: string) => `There are two headers, the upper one in ${cells}: the names were joined.`,
  merged: (cells: string) => `Merged cells in ${cells}: the value counts in each of their rows.`,
  error_cells: (cells: string) => `Cells with an error in ${cells} stay empty.`,
} as const;

export const en = {
  open: 'From a spreadsheet',
  title: 'Data source from a spreadsheet',
  replaceTitle: 'Replace file',
  line: `Upload a CSV, XLSX or ODS file of up to ${UPLOAD_MEGABYTES_MAX} MB. Nothing is stored before you confirm.`,
  replaceLine: 'Until loading ends, questions are answered from today’s rows.',
  choose: 'Choose file',
  another: 'Choose another file',
  file: 'Spreadsheet file',
  sending: (percent: number) => `Uploading… ${percent}%`,
  reading: 'Reading the spreadsheet…',
  unreadable: 'The spreadsheet could not be read',
  checking: 'Finding out where spreadsheets are kept…',
  away: 'This installation does not keep spreadsheets',

  sheet: 'Sheet',
  sheetOption: (name: string, rows: number) => `${name} (${counted(rows, 'row', 'rows')})`,
  header: 'Header row',
  noHeader: 'No header',
  headerOption: (row: number) => `Row ${row}`,
  preview: 'First rows of the file',
  found: (rows: number, columns: number) =>
    `${counted(rows, 'row', 'rows')} and ${counted(columns, 'column', 'columns')}.`,

  columns: 'Columns',
  column: 'Column',
  kind: 'Kind',
  kindOf: (label: string) => `Kind of ${label}`,
  include: (label: string) => `Store ${label}`,
  labelOf: (label: string) => `Name of ${label}`,
  misfits: (count: number) => counted(count, 'cell does not fit the kind', 'cells do not fit the kind'),
  kinds,
  notes,
  notesTitle: 'What Prosa found',
  otherCells: (count: number) => `${count} others`,
  keepTotals: 'Keep the rows of totals',
  keepTotalsLine: 'Sums and averages would count these values twice.',

  name: 'Name of the data source',
  description: 'Description',
  cancel: 'Cancel',
  create: 'Create data source',
  creating: 'Storing…',
  replace: 'Replace rows',
  accept: 'Replace anyway',
  failed: 'The spreadsheet could not be stored',
  made: (name: string) => `“${name}” was created`,
  madeLine: 'Associate an agent and ask.',
  toSource: 'Open data source',

  differs: 'This file has other columns',
  missing: (labels: string) => `Missing: ${labels}.`,
  added: (labels: string) => `New: ${labels}.`,
  changed: (labels: string) => `Changed kind: ${labels}.`,
  changedOne: (label: string, before: ColumnKind, after: ColumnKind) =>
    `${label} (from ${kinds[before].toLowerCase()} to ${kinds[after].toLowerCase()})`,

  card: {
    title: 'Spreadsheet',
    line: 'The rows of this data source came from a file.',
    file: (file: string, sheet: string) =>
      file.replace(/\.[^.]*$/, '') === sheet ? file : `${file} · ${sheet}`,
    rows: (rows: number) => counted(rows, 'row', 'rows'),
    replace: 'Replace file',
    replaced: 'File replaced.',
    versions: 'Versions',
    current: 'in use',
    restore: 'Restore',
    restoring: 'Restoring…',
    restoreOne: (file: string, when: string) => `Restore ${file} of ${when}`,
    restored: 'Version restored.',
    restoreFailed: 'The spreadsheet could not be restored',
    loadFailed: 'The spreadsheet could not be loaded',
  },
} as const;
