/** Columns of the day on which a thing should happen, beside those on which it did. */

import { isPlannedDay, isWordOfPlan } from '../events.ts';
import type { AskedTable } from '../table-column.ts';

/**
 * «alta» of a table with the days of the «alta» and of the «alta prevista»: the real one, unless a word near by (`said`,
 * folded) makes it the plan.
 */
export function withoutPlans({ columns }: AskedTable, names: string[], said: readonly string[]): string[] {
  if (names.length < 2 || said.some(isWordOfPlan)) return names;
  const days = columns.filter(({ name, kind }) => kind === 'date' && names.includes(name));
  const planned = days.filter(isPlannedDay).map(({ name }) => name);
  return planned.length < days.length ? names.filter((name) => !planned.includes(name)) : names;
}
