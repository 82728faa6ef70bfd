/** The cells of a spreadsheet as data, before anything is known about its columns. */
import { SHEET_COLUMNS_MAX } from '#contract/limits.ts';
import type { Unreadable } from '../extracted.ts';

/** Days are `YYYY-MM-DD`, with `THH:MM:SS` where the cell has a time. */
export type DayCell = { day: string };
/** A number with the format in which the file shows it: 0.25 as `percent` is 25 %. */
export type FormattedNumber = { number: number; format: 'percent' | 'money' };
/** An error such as `#REF!`. */
export type ErrorCell = { error: string };
export type SheetCell = null | string | number | boolean | DayCell | FormattedNumber | ErrorCell;

/** A row that is not blank; `number` counts from 1, `cells` begin at column A. */
export type SheetRow = { number: number; cells: SheetCell[]; isHidden?: true };
/** Merged cells; `row` counts from 1, `column` from 0. */
export type Merge = { row: number; column: number; rows: number; columns: number };
/** Merges of one sheet beyond this are not kept. */
export const MERGES_MAX = 100_000;
export type SheetData = { rows: SheetRow[]; merges: Merge[] };

/** A sheet is read when it is asked for, so that one at a time is in memory. */
export type Workbook = { name: string; isHidden: boolean; read: () => SheetData }[];

/** A workbook that becomes a table has few columns and depends on no other file; one that is read as a document may be wider. */
export type SheetRules = { columns_max: number; refuses_links: boolean };
export const TABLE_RULES: SheetRules = { columns_max: SHEET_COLUMNS_MAX, refuses_links: true };
export const DOCUMENT_RULES: SheetRules = { columns_max: 1_000, refuses_links: false };

export const SHEET_PROBLEMS = {
  not_a_sheet: 'o arquivo não é CSV, XLSX nem ODS.',
  old_excel: 'é um arquivo .xls antigo; salve-o como .xlsx.',
  password: 'o arquivo está protegido por senha.',
  macros: 'o arquivo contém macros; salve-o sem elas.',
  external_links: 'o arquivo depende de outros arquivos; cole os valores e salve-o de novo.',
  corrupt: 'o arquivo está danificado.',
  too_large: 'descompactado, o arquivo é grande demais.',
  timeout: 'a leitura demorou demais.',
  rows: 'a planilha tem mais de 200.000 linhas.',
  columns: 'a planilha tem mais de 100 colunas.',
  empty: 'o arquivo não tem dados.',
  sheet_missing: 'a planilha escolhida não está no arquivo.',
} as const;
export type SheetProblemCode = keyof typeof SHEET_PROBLEMS;

const PROBLEMS: Partial<Record<Unreadable['problem'], SheetProblemCode>> = {
  file_corrupt: 'corrupt',
  file_encrypted: 'password',
  file_unpacks_too_large: 'too_large',
  file_text_too_long: 'too_large',
  extraction_timeout: 'timeout',
  file_empty: 'empty',
};

export const asSheetProblem = (problem: Unreadable['problem']): SheetProblemCode =>
  PROBLEMS[problem] ?? 'not_a_sheet';

/** The file cannot be loaded; the reason is a sentence of `SHEET_PROBLEMS`. */
export class SheetProblem extends Error {
  override readonly name = 'SheetProblem';
  readonly problem: SheetProblemCode;
  constructor(problem: SheetProblemCode, options: ErrorOptions = {}) {
    super(problem, options);
    this.problem = problem;
  }
}

/** `A`, `Z`, `AA`: the letters of a column that counts from 0. */
export function columnLetters(column: number): string {
  let letters = '';
  for (let left = column + 1; left > 0; left = Math.floor((left - 1) / 26))
    letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters;
  return letters;
}

export const cellName = (row: number, column: number): string => `${columnLetters(column)}${row}`;

/** The place of `C17`; the row counts from 1, the column from 0. Null for anything else. */
export function placeOfCell(name: string): { row: number; column: number } | null {
  const [, letters, digits] = /^([A-Z]{1,3})([1-9]\d{0,6})$/.exec(name) ?? [];
  if (!letters || !digits) return null;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return { row: Number(digits), column: column - 1 };
}
