/** A figure of one person whose name a few rows have: of namesakes each has a figure of their own, and none the sum. */
import type { Plan } from '#contract/table-plan.ts';
import { wordsOf } from '../../../language/words.ts';
import type { AskedTable } from '../parse/words/table-column.ts';

/** More rows with one name are rows of one person. */
const NAMESAKES_MAX = 4;

/** The plan that shows each of them; null where the figure is of one row, or the table has several rows for each name. */
export function planOfNamesakes(table: AskedTable, plan: Plan, rows_considered: number): Plan | null {
  const [measure, another] = plan.measures;
  if (
    rows_considered < 2 ||
    rows_considered > NAMESAKES_MAX ||
    another ||
    plan.group_by.length > 0 ||
    plan.share
  )
    return null;
  if (!measure?.column || measure.fn === 'count_distinct') return null;
  const isOfOne = plan.filters.some(
    ({ column: name, op, values: [value = '', more] }) =>
      (op === 'in' || op === 'contains') &&
      more === undefined &&
      wordsOf(value).length > 1 &&
      table.columns.some((column) => column.name === name && isOfOneEach(table, column)),
  );
  return isOfOne ? { ...plan, measures: [], rows: true, show: [measure.column] } : null;
}

/** The names of a registry: nearly every row has one of its own. */
const isOfOneEach = (
  { main_column }: AskedTable,
  { name, kind, label, repeats }: AskedTable['columns'][number],
): boolean =>
  kind === 'text' &&
  repeats === false &&
  (/^nome\b/i.test(label) || name === main_column) &&
  !/descri/i.test(label);
