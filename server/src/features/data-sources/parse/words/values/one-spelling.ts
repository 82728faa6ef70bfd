/** Cells that differ only in case, accents or outer blanks are one value: conditions and groups fold them. */
import { fold } from '../../../../../language/words.ts';
import type { TableColumn } from '../table-column.ts';

/** «Revisão» is shown of «Revisão», «revisão» and «REVISAO». */
const likeness = (value: string): number =>
  (/\p{Ll}/u.test(value) ? 2 : 0) +
  (/^\P{Ll}/u.test(value) ? 1 : 0) +
  (fold(value) === value.toLowerCase() ? 0 : 1);

function spelledOnce(values: string[]): string[] {
  const found = new Map<string, string>();
  for (const value of values) {
    const key = fold(value).trim();
    const other = found.get(key);
    if (other === undefined || likeness(value) > likeness(other)) found.set(key, value);
  }
  return found.size === values.length ? values : [...found.values()];
}

export const withOneSpelling = (column: TableColumn): TableColumn => {
  const values = spelledOnce(column.values);
  return values === column.values ? column : { ...column, values };
};
