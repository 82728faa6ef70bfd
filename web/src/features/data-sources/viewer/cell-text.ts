/** Formats a cell for the table; a long one is cut and can be opened. */
import { CELL_TRUNCATION } from '#contract/limits.ts';

export type CellText = {
  shown: string;
  /** The full text; null when the table shows all of it. */
  full: string | null;
};

export function cellText(value: unknown, empty: string): CellText {
  if (value === null || value === undefined) return { shown: empty, full: null };
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  // Cut by code points, so that no character is split.
  const characters = Array.from(text.slice(0, 2 * CELL_TRUNCATION + 2));
  if (characters.length <= CELL_TRUNCATION) return { shown: text, full: null };
  return { shown: `${characters.slice(0, CELL_TRUNCATION).join('')}...`, full: readable(value, text) };
}

function readable(value: unknown, text: string): string {
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : text;
}

/** Numeric columns are aligned right. */
export const isNumeric = (type: string): boolean =>
  /^(smallint|integer|bigint|real|double precision|numeric|money)/.test(type) && !type.endsWith('[]');

/** Dates and times must not wrap. */
export const isMoment = (type: string): boolean => /^(date|time)/.test(type);
