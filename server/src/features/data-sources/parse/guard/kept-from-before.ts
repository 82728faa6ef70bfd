/** Finds in a follow-up the figure, group or condition of the plan before that is gone, although no word says so. */
import type { Plan } from '#contract/table-plan.ts';
import { isWeekday } from '../../compile/conditions.ts';
import { takesOut } from '../follow-ups/follow-up-edits.ts';
import { columnNamed, formOf, isKeyword, isTakenBy, namesOf, type Reading } from '../reading.ts';
import { PLACE_COLUMN } from '../words/thesaurus.ts';

/** The label of a figure, group or condition of the answer before that is gone; null where none is. */
export function lostFromBefore(reading: Reading): string | null {
  const { before, plan } = reading;
  if (!before || !reading.isFollowUp || takesOut(reading)) return null;
  const condition = before.filters.find(
    ({ column, op, values }) =>
      op !== 'filled' &&
      !plan.filters.some(
        (now) => now.column === column && now.values.some(isWeekday) === values.some(isWeekday),
      ) &&
      !isReplacedPlace(reading, column),
  );
  if (condition) return labelOf(reading, condition.column);
  if (isOfAllInstead(reading, before)) return `${before.limit} ${reading.lexicon.table.rows_word.many}`;
  if (plan.rows || asksForOther(reading)) return null;
  const measure = before.measures.find(
    (old) => !plan.measures.some(({ column, fn }) => column === old.column && fn === old.fn),
  );
  if (measure) return labelOf(reading, measure.column);
  const isUngrouped = before.group_by.length > 0 && plan.group_by.length === 0;
  return isUngrouped ? labelOf(reading, before.group_by[0]?.column ?? null) : null;
}

/** «e a média?» after the five largest: a figure of all rows is none of those. */
const isOfAllInstead = ({ plan }: Reading, before: Plan): boolean =>
  before.rows &&
  (before.limit ?? 1) > 1 &&
  !plan.rows &&
  plan.group_by.length === 0 &&
  (plan.share || plan.measures.some(({ fn, column }) => fn !== 'count' || column !== null));

const labelOf = (reading: Reading, name: string | null): string =>
  columnNamed(reading, name ?? '')?.label ?? reading.lexicon.table.rows_word.many;

/** A city takes the place of a state. */
const isReplacedPlace = (reading: Reading, name: string): boolean =>
  isPlace(reading, name) && reading.plan.filters.some(({ column }) => isPlace(reading, column));

const isPlace = (reading: Reading, name: string): boolean =>
  name === reading.lexicon.states || PLACE_COLUMN.test(namesOf(reading, name));

/** Words that ask for another figure than the one before. */
const asksForOther = (reading: Reading): boolean =>
  reading.items.some(
    (item) =>
      isKeyword(item, ...FIGURES) ||
      (item.kind === 'column' && !isTakenBy(reading, item, 'column of a value')) ||
      /^(?:reais|dinheiro)$/.test(formOf(reading, item)),
  );

const FIGURES = [
  'how_many',
  'how_much',
  'number_of',
  'total',
  'sum',
  'average',
  'median',
  'largest',
  'smallest',
  'more',
  'fewer',
  'share',
  'expensive',
  'cheap',
  'recent',
  'old',
  'distinct',
  'top',
] as const;
