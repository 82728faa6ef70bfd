/** Guesses the kind of a column from its cells and its name. */

import type { ColumnKind } from '#contract/table-plan.ts';
import type { SheetCell } from '../../../../adapters/extraction/sheets/sheet-cells.ts';
import { isIdentifierName, isMoneyName } from '../../profile/labels.ts';
import {
  dayOfCell,
  isBlank,
  isCode,
  isError,
  isMoney,
  isPercent,
  type Notation,
  notationOf,
  numberOf,
  textOf,
  truthOf,
} from './cell-values.ts';

/** The share of the filled cells that must fit a kind. */
const FITTING = 0.8;
const CATEGORY_VALUES = 200;
const CATEGORY_LETTERS = 60;
/** Sheets with fewer rows have too few values to tell a category from a text by repetition. */
const FEW_ROWS = 40;

export type TypedColumn = { kind: ColumnKind; notation: Notation; unit: string | null };

export function kindOfColumn(label: string, cells: SheetCell[]): TypedColumn {
  const filled = cells.filter((cell) => !isBlank(cell) && !isError(cell));
  const notation = notationOf(filled);
  const fits = (test: (cell: SheetCell) => boolean) => {
    let left = filled.length - Math.ceil(filled.length * FITTING);
    return filled.length > 0 && filled.every((cell) => test(cell) || left-- > 0);
  };
  const typed = (kind: ColumnKind, unit: string | null = null): TypedColumn => ({ kind, notation, unit });
  if (!filled.some(isCode) || isCodeRare(filled)) {
    if (fits((cell) => dayOfCell(cell, notation) !== null)) return typed('date');
    if (isTruth(filled)) return typed('boolean');
    if (fits((cell) => numberOf(cell, notation) !== null)) return numeric(label, filled, notation);
  }
  return typed(textKind(label, filled));
}

/** One code among many amounts is a typing error; several are codes. */
const isCodeRare = (filled: SheetCell[]) => filled.filter(isCode).length * 50 < filled.length;

/** Words alone: 0 and 1 are numbers until somebody says otherwise. */
function isTruth(filled: SheetCell[]): boolean {
  const isWord = (cell: SheetCell) =>
    typeof cell === 'boolean' || (typeof cell === 'string' && !/^[01x]$/i.test(cell.trim()));
  return filled.length > 0 && filled.every((cell) => isWord(cell) && truthOf(cell) !== null);
}

/** The unit of a column most cells of which are percentages. */
export const percentOf = (filled: SheetCell[]): '%' | null =>
  filled.filter(isPercent).length * 2 > filled.length ? '%' : null;

function numeric(label: string, filled: SheetCell[], notation: Notation): TypedColumn {
  const numbers = filled.flatMap((cell) => numberOf(cell, notation) ?? []);
  const most = (test: (cell: SheetCell) => boolean) => filled.filter(test).length * 2 > filled.length;
  const unit = percentOf(filled);
  if (unit) return { kind: 'number', notation, unit };
  const isKey =
    isIdentifierName(label) &&
    numbers.every((number) => /^\d+$/.test(number)) &&
    new Set(numbers).size * 10 > numbers.length * 9;
  if (isKey) return { kind: 'identifier', notation, unit: null };
  return most(isMoney) || isMoneyName(label)
    ? { kind: 'money', notation, unit: 'R$' }
    : { kind: 'number', notation, unit: null };
}

function textKind(label: string, filled: SheetCell[]): ColumnKind {
  const values = new Set<string>();
  let letters = 0;
  for (const cell of filled) {
    const text = textOf(cell);
    letters += text.length;
    values.add(text);
  }
  const isUnique = values.size * 10 > filled.length * 9;
  if (filled.length > 0 && isUnique && (isIdentifierName(label) || filled.every(isCode))) return 'identifier';
  if (!values.size || values.size > CATEGORY_VALUES || letters > CATEGORY_LETTERS * filled.length)
    return 'text';
  const isRepeated = values.size * 2 <= filled.length;
  return isRepeated || (filled.length < FEW_ROWS && letters <= 20 * filled.length && !isUnique)
    ? 'category'
    : 'text';
}
