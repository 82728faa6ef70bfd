/** A cell as it is read: what is too long for a table is cut and can be opened. */
import { CELL_TRUNCATION } from '#contract/limits.ts';

export type CellText = {
  /** What stands in the table. */
  shown: string;
  /** All of it; null when the table shows it all. */
  full: string | null;
};

export function cellText(value: unknown, empty: string): CellText {
  if (value === null || value === undefined) return { shown: empty, full: null };
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  // By characters, so that no letter is cut in two.
  const characters = Array.from(text.slice(0, 2 * CELL_TRUNCATION + 2));
  if (characters.length <= CELL_TRUNCATION) return { shown: text, full: null };
  return { shown: `${characters.slice(0, CELL_TRUNCATION).join('')}...`, full: readable(value, text) };
}

/** Structures are easier to read on several lines. */
function readable(value: unknown, text: string): string {
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : text;
}

/** Whether PostgreSQL counts with such a column: figures stand at the right. */
export const isNumeric = (type: string): boolean =>
  /^(smallint|integer|bigint|real|double precision|numeric|money)/.test(type) && !type.endsWith('[]');

/** What falls apart when it is broken over two lines. */
export const isMoment = (type: string): boolean => /^(date|time)/.test(type);
