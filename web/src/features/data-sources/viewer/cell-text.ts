/** Formats a cell for the table; a long one is cut and can be opened. */
import { CELL_TRUNCATION } from '#contract/limits.ts';
import { cellWords, type RecordColumn } from '#contract/records.ts';

export type CellText = {
  shown: string;
  /** The full text; null when the table shows all of it. */
  full: string | null;
};

export function cellText(value: unknown, kind: RecordColumn['kind'], empty: string): CellText {
  if (value === null || value === undefined) return { shown: empty, full: null };
  const raw = typeof value === 'string' ? value : JSON.stringify(value);
  // Numbers and dates read as in an answer; free text stays literal even when it looks like a date.
  const text = kind === 'text' ? raw : cellWords(value, kind);
  // Cut by code points, so that no character is split.
  const characters = Array.from(text.slice(0, 2 * CELL_TRUNCATION + 2));
  if (characters.length <= CELL_TRUNCATION) return { shown: text, full: null };
  return { shown: `${characters.slice(0, CELL_TRUNCATION).join('')}...`, full: readable(value, text) };
}

function readable(value: unknown, text: string): string {
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : text;
}

/** The kind of a column by its PostgreSQL type; an array is shown as JSON. */
export function kindOfType(type: string): RecordColumn['kind'] {
  if (type.endsWith('[]')) return 'text';
  if (type === 'money') return 'money';
  if (/^(smallint|integer|bigint|real|double precision|numeric)/.test(type)) return 'number';
  return /^(date|time)/.test(type) ? 'time' : 'text';
}
