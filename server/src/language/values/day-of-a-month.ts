/**
 * A day from its parts. Apart from the calendar, whose today needs the settings of the installation: the reader of
 * spreadsheets, which is a process of its own, would load them all.
 */

/** Null for a day that no calendar has, such as 31 February. `month` counts from 1. */
export function dayOf(year: number, month: number, day: number): string | null {
  if (year < 1000 || year > 9999 || month < 1 || month > 12 || day < 1 || day > lengthOf(year, month))
    return null;
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

function lengthOf(year: number, month: number): number {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31;
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
}
