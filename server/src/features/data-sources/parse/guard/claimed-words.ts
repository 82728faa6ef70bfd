/** Whether each word that limits or shapes the answer has exactly one part of the plan. */

import type { Condition } from '#contract/table-plan.ts';
import { fold } from '../../../../language/words.ts';
import { isWeekday } from '../../compile/conditions.ts';
import type { Item } from '../chunk/items.ts';
import { takesOut } from '../follow-ups/follow-up-edits.ts';
import { plannedColumns } from '../plan/planned-columns.ts';
import {
  candidates,
  columnNamed,
  formAt,
  formOf,
  isFlag,
  isKeyword,
  isNumeric,
  namesOf,
  type Reading,
} from '../reading.ts';
import { noOf } from '../words/flags.ts';
import { contentOf } from '../words/table-column.ts';
import { isEndLost, isFunctionLost, isGroupLost, isSuperlativeLost } from './claimed-figures.ts';
import { isChoiceLost, isPredicateLost, isRangeLost, isSideLost, isUnitLost } from './lost-predicates.ts';
import { isSameNumber } from './supported-filters.ts';

/** An item whose part the plan lacks, or that two parts claim. */
type Check = (reading: Reading, item: Item) => boolean;

/** An item whose part the plan lacks, or that two parts claim. */
export const isUnclaimed: Check = (reading, item) => CHECKS.some((isLost) => isLost(reading, item));

const ruleOf = (reading: Reading, item: Item): string => reading.used.get(item) ?? '';

/** A rule made a condition of the value, and no condition of the plan holds it. */
function isValueLost(reading: Reading, item: Item): boolean {
  if (takesOut(reading)) return false;
  if (item.kind !== 'value' || !/^(?:value|excluded value|flag)$/.test(ruleOf(reading, item))) return false;
  const { filters } = reading.plan;
  return (
    !item.phrases.some(({ column, values }) =>
      filters.some((filter) => filter.column === column && holds(reading, filter, values)),
    ) && !filters.some(({ column, op }) => candidates(item).includes(column) && op !== 'in')
  );
}

function holds(reading: Reading, filter: Condition, values: string[]): boolean {
  if (filter.op === 'empty' || isMark(reading, filter)) return true;
  // A phrase of thousands of values has given all of them to its condition.
  if (values.slice(0, 20).some((value) => filter.values.includes(value))) return true;
  // «não foram renovadas» of the value «Não renovada»
  return (
    filter.values.length <= 2 &&
    values.some((value) => filter.values.some((one) => fold(one) === `nao ${fold(value)}`))
  );
}

const isMark = (reading: Reading, { column }: Condition): boolean => {
  const found = columnNamed(reading, column);
  return found !== undefined && isFlag(found);
};

/** A number is a bound, a limit, a part of a name or of a group condition. */
function isNumberLost(reading: Reading, item: Item): boolean {
  if (item.kind !== 'number' || item.number.isOrdinal) return false;
  const { filters, having, limit } = reading.plan;
  const rule = ruleOf(reading, item);
  if (rule === 'limit') return limit !== Number(item.number.value);
  if (rule === 'group condition') return having.length === 0;
  if (!/^(?:comparison|range|number)$/.test(rule)) return false;
  const values = [...filters.flatMap((filter) => filter.values), ...having.map(({ value }) => value)];
  const isHeld = values.some((value) => /^\d{4}-\d\d/.test(value) || isSameNumber(item.number.value, value));
  return !isHeld && limit !== Number(item.number.value);
}

const isPeriodLost = (reading: Reading, item: Item): boolean =>
  item.kind === 'period' &&
  /^(?:period|range of days)$/.test(ruleOf(reading, item)) &&
  !reading.plan.filters.some(
    ({ column }) => columnNamed(reading, column)?.kind === 'date' || isNumeric(columnNamed(reading, column)),
  );

/** All days that are named, or all others. */
const isWeekdayLost = (reading: Reading, item: Item): boolean =>
  item.kind === 'weekday' &&
  !reading.plan.filters.some(
    ({ op, values }) =>
      op === 'in' &&
      values.every(isWeekday) &&
      new Set(item.days.map((day) => values.includes(String(day)))).size === 1,
  );

/** A negation that a rule has taken has turned a condition. */
const isNegationLost = (reading: Reading, item: Item): boolean =>
  isKeyword(item, 'not', 'without', 'except', 'nor') &&
  /^(?:exclusion|excluded value|event|empty|filled|state of a column|flag)$/.test(ruleOf(reading, item)) &&
  !reading.plan.filters.some((filter) => isNegative(reading, filter));

function isNegative(reading: Reading, { column, op, values }: Condition): boolean {
  const found = columnNamed(reading, column);
  return (
    /^(?:not_in|not_contains|empty|<|<=)$/.test(op) ||
    (found !== undefined &&
      (isFlag(found) ? values.includes(noOf(found)) : found.kind === 'date' && op === '>')) ||
    (op === 'between' && values.every((value) => value === '0')) ||
    values.some((value) => /^(?:n[aã]o|nenhum|sem|in|des)/i.test(value))
  );
}

/** «quantas pessoas são atendidas»: a word for people beside a synonym of a state, which would leave out the others. */
const isServed = (reading: Reading, item: Item): boolean =>
  item.kind === 'value' &&
  item.phrases.every(({ strength }) => strength === 'synonym') &&
  /^atendid/.test(formOf(reading, item)) &&
  reading.plan.measures.some(({ column }) => column !== null);

/** «ações de alimentos» of the value «Ação civil pública»: one word of three, right where the rows would be named. */
function isNounOfRows(reading: Reading, item: Item): boolean {
  if (item.kind !== 'value' || item.to > item.from + 1 || ruleOf(reading, item) !== 'value') return false;
  const index = reading.items.indexOf(item);
  const after = reading.items[index + 2];
  return (
    isKeyword(reading.items[index - 1], 'how_many', 'number_of') &&
    /^d[eoa]s?$/.test(formAt(reading, index + 1)) &&
    after?.kind === 'value' &&
    after.phrases.some(({ strength }) => strength === 'whole') &&
    item.phrases.every(
      ({ strength, values: [value = '', another] }) =>
        strength === 'head' && another === undefined && contentOf(value).length > 2,
    )
  );
}

/** One stretch that two conditions claim, or a weak name of a value that names a planned column too. */
function isTwofold(reading: Reading, item: Item): boolean {
  const claims = reading.filterItems.flatMap((items, place) => (items.includes(item) ? [place] : []));
  const columns = new Set(claims.map((place) => reading.plan.filters[place]?.column));
  if (item.kind !== 'value' || claims.length === 0) return false;
  // «gatas»: the sort and the sex.
  const isOfSex = [...columns].some((name) => /sexo|genero|gender/.test(namesOf(reading, name ?? '')));
  if (columns.size > 1) return !isOfSex;
  const isWeak = item.phrases.every(({ strength }) => strength === 'part' || strength === 'head');
  const planned = plannedColumns(reading);
  return (
    isWeak &&
    item.columns.some(
      (name) => planned.has(name) && isNumeric(columnNamed(reading, name)) && !columns.has(name),
    )
  );
}

/** In this order, so that the same question is refused with the same word. */
const CHECKS: Check[] = [
  isValueLost,
  isNumberLost,
  isPeriodLost,
  isWeekdayLost,
  isNegationLost,
  isFunctionLost,
  isGroupLost,
  isSuperlativeLost,
  isEndLost,
  isPredicateLost,
  isSideLost,
  isChoiceLost,
  isRangeLost,
  isUnitLost,
  isServed,
  isNounOfRows,
  isTwofold,
];
