/** The conditions of a plan as chips, each with the field in which it is changed. */
import type { Condition, Plan } from '#contract/table-plan.ts';
import type { Chip } from '#contract/table-result.ts';
import { isWordsForNumber } from '../compile/cells.ts';
import { isWeekday } from '../compile/conditions.ts';
import { lower } from '../compile/days-column.ts';
import { columnOf, type Table, toldConditions, valueWords } from './understood.ts';

/** A chip for each condition, in the order of the plan. */
export const chipsOf = (table: Table, plan: Plan): Chip[] =>
  plan.filters.flatMap((condition, place) => {
    if (!toldConditions(plan).includes(condition)) return [];
    const { label, kind } = columnOf(table, condition.column);
    const isOther = plan.either?.includes(place) === true && place !== Math.min(...plan.either);
    return {
      id: `filter-${place}`,
      label: isOther ? `ou ${lower(label)}` : label,
      text: valueWords(table, condition),
      // The fields of a date hold days, and no day of the week.
      editor:
        (kind === 'date' && condition.values.some(isWeekday)) || isOfWords(condition, kind)
          ? null
          : editorOf(condition, kind),
      condition,
    };
  });

function editorOf({ op }: Condition, kind: string): Chip['editor'] {
  if (op === 'empty' || op === 'filled') return null;
  if (kind === 'date') return 'date';
  if (kind === 'number' || kind === 'money') return 'range';
  return op === 'in' || op === 'not_in' ? 'list' : 'text';
}

/** A field for numbers takes no words. */
const isOfWords = ({ values }: Condition, kind: string): boolean =>
  (kind === 'number' || kind === 'money') && values.some(isWordsForNumber);
