/** The kind of a column, guessed from its type, its name and its cells. */
import type { ColumnKind } from '#contract/table-plan.ts';
import { type ContentColumn, isNumeric, isTemporal } from '../../../adapters/content/columns.ts';
import type { TableCell } from '../compile/cells.ts';
import { isCodeName } from '../parse/words/columns/telling-names.ts';
import { isDurationName, isIdentifierName, isMoneyName } from './labels.ts';

export const CATEGORY_VALUES = 200;
const CATEGORY_LETTERS = 60;
const FEW_ROWS = 40;

/** Counts of cells. */
export type CellCounts = {
  rows: number;
  filled: number;
  distinct: number;
  /** On average. */
  letters: number;
  /** Text cells that read as a number, as a number that is a code, as an amount with «R$», as a day. */
  numbers: number;
  codes: number;
  amounts: number;
  days: number;
  /** Text cells that hold a number with a unit, and that unit where all of them have the same. */
  quantities: number;
  unit: string | null;
  /** Text cells that read as a duration, and those of them that may be a time of the day as well: «14h30». */
  durations: number;
  times: number;
};

/** The allowed values of a mapped column are the administrator's; the main content column is never a category. */
export type ColumnRole = { is_mapped: boolean; is_main: boolean };

export type GuessedKind = Pick<TableCell, 'kind' | 'reads'>;

/** In this order: mapped, type of the column, money and identifier by name and cells, few values, text. */
export function guessKind(
  column: ContentColumn,
  counts: CellCounts | null,
  { is_mapped, is_main }: ColumnRole,
): GuessedKind {
  if (is_mapped && !is_main) return { kind: 'category', reads: null };
  if (column.type === 'boolean') return { kind: 'boolean', reads: null };
  if (isTemporal(column)) return { kind: 'date', reads: null };
  if (isNumeric(column)) return { kind: numericKind(column, counts), reads: null };
  if (!counts || counts.filled === 0) return { kind: 'text', reads: null };
  const read = kindOfText(column, counts);
  if (read) return read;
  // «ROM-30412» in every row: a code of the same length that no other row has.
  if (!is_main && isNumbering(counts)) return { kind: 'identifier', reads: null };
  return { kind: !is_main && hasFewValues(counts) ? 'category' : 'text', reads: null };
}

function numericKind(column: ContentColumn, counts: CellCounts | null): ColumnKind {
  if (column.type === 'money' || isMoneyName(column.name)) return 'money';
  if (isIdentifierName(column.name) && isKey(counts)) return 'identifier';
  // «cod_cliente» of many rows names what they belong to. Of too many to be listed, one is asked for as a number is.
  return isCodeName(column.name) && counts !== null && hasFewValues(counts) ? 'category' : 'number';
}

function kindOfText(column: ContentColumn, counts: CellCounts): GuessedKind | null {
  const { name } = column;
  const { filled, days, amounts, numbers, codes } = counts;
  if (days * 2 > filled) return { kind: 'date', reads: 'date' };
  // An amount with a dash in most of its cells is an amount all the same.
  if (amounts * 2 > filled || (isMoneyName(name) && amounts * 10 > filled))
    return { kind: 'money', reads: 'number' };
  if (isIdentifierName(name)) return isKey(counts) ? { kind: 'identifier', reads: null } : null;
  // «2,7 kg» and «340 g» in one column are no numbers that can be compared.
  const quantities = counts.unit === null ? 0 : counts.quantities;
  if (isOfDurations(column, counts)) return { kind: 'number', reads: 'duration' };
  if ((numbers + quantities) * 10 <= filled * 9 || codes * 10 > filled) return null;
  if (quantities === 0 && isNumbering(counts)) return { kind: 'identifier', reads: null };
  return { kind: isMoneyName(name) ? 'money' : 'number', reads: 'number' };
}

/**
 * «1h30», «45 min» and «2 dias» in one column. What may be a time of the day is a duration where the name says so, or some
 * other cells are none. Cells with one and the same unit are numbers of it.
 */
function isOfDurations({ name, type }: ContentColumn, counts: CellCounts): boolean {
  const { filled, durations, times, unit, quantities } = counts;
  if (type === 'interval') return true;
  if (unit !== null && quantities * 10 > filled * 9) return false;
  if (isDurationName(name)) return durations * 2 > filled;
  return durations * 10 > filled * 9 && (durations - times) * 20 >= durations;
}

/** Nearly every row has a value of its own. */
const isKey = (counts: CellCounts | null): boolean =>
  counts === null || counts.distinct * 10 > counts.filled * 9;

/** Texts of digits, in every row another one of the same length, are numbers of orders or notes, and no amounts. */
const isNumbering = ({ rows, filled, distinct, letters }: CellCounts): boolean =>
  rows >= FEW_ROWS && filled === rows && distinct === rows && letters >= 4 && Number.isInteger(letters);

/** Whether the values of the column are read as a list, whatever its kind. */
export function hasFewValues({ distinct, filled, letters, rows }: CellCounts): boolean {
  if (distinct === 0 || distinct > CATEGORY_VALUES || letters > CATEGORY_LETTERS) return false;
  return rows < FEW_ROWS || distinct * 2 <= filled;
}

/** How the cells of a column are read when an administrator has chosen its kind. */
export function cellOf({ name, type }: ContentColumn, kind: ColumnKind): TableCell {
  const isTyped = isNumeric({ name, type }) || isTemporal({ name, type });
  if (isTyped) return { name, type, kind, reads: null };
  const reads = kind === 'date' ? 'date' : kind === 'number' || kind === 'money' ? 'number' : null;
  return { name, type, kind, reads };
}
