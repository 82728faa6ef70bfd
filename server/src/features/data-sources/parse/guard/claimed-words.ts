/** Whether each word that limits or shapes the answer has exactly one part of the plan. */
import type { Condition } from '#contract/table-plan.ts';
import { baseForm } from '../../../../language/word-forms.ts';
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
  isFiller,
  isFlag,
  isKeyword,
  isNumeric,
  isTakenBy,
  namesOf,
  nextIndex,
  type Reading,
} from '../reading.ts';
import { noOf } from '../words/flags.ts';
import { sharesRoot } from '../words/roots.ts';
import { contentOf } from '../words/table-column.ts';
import { columnsOfVerb } from '../words/thesaurus.ts';
import { isFiniteVerb, isGerund } from '../words/verbs.ts';
import { isChoiceLost, isPredicateLost, isRangeLost, isSideLost, isUnitLost } from './lost-predicates.ts';
import { itemsNaming } from './said-columns.ts';
import { isSameNumber } from './supported-filters.ts';

/** An item whose part the plan lacks, or that two parts claim. */
export const isUnclaimed = (reading: Reading, item: Item): boolean =>
  isValueLost(reading, item) ||
  isNumberLost(reading, item) ||
  isPeriodLost(reading, item) ||
  isWeekdayLost(reading, item) ||
  isNegationLost(reading, item) ||
  isFunctionLost(reading, item) ||
  isGroupLost(reading, item) ||
  isSuperlativeLost(reading, item) ||
  isEndLost(reading, item) ||
  isPredicateLost(reading, item) ||
  isSideLost(reading, item) ||
  isChoiceLost(reading, item) ||
  isRangeLost(reading, item) ||
  isUnitLost(reading, item) ||
  isServed(reading, item) ||
  isNounOfRows(reading, item) ||
  isTwofold(reading, item);

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

/** Rules by which words become the figure that is asked. */
const FIGURE_RULE =
  /^(?:sum|average|median|maximum|minimum|count_distinct|sum of a column|figure of a column|both extremes|extreme)$/;

/** «média» of a plan without an average; the name of an amount of a plan that only counts. */
function isFunctionLost(reading: Reading, item: Item): boolean {
  const { measures, order, having, rows, share } = reading.plan;
  const rule = ruleOf(reading, item);
  if (isKeyword(item, 'share')) return !share && rule === 'share';
  if (having.length > 0 || (rows && order.length > 0)) return false;
  // «o total das taxas»: rows are no sum.
  if (isKeyword(item, 'total') && rule === 'total') return rows && !reading.isFollowUp;
  const fns = measures.map(({ fn }) => fn);
  if (/^(?:average|median|maximum|minimum)$/.test(rule) && !fns.some((fn) => fn === rule))
    return order.length === 0;
  if (isKeyword(item, 'how_many', 'number_of') && countsRows(reading, item) && rule !== 'corrected')
    return !share && measures.length > 0 && !fns.some((fn) => fn === 'count' || fn === 'average');
  if (
    rule === 'verb between' ||
    (rule === 'most' && item.kind === 'word' && isFiniteVerb(formOf(reading, item)))
  )
    return isVerbLost(reading, item);
  if (isKeyword(item, 'average')) return !fns.includes('average');
  if (isKeyword(item, 'median')) return !fns.includes('median');
  if (isKeyword(item, 'distinct')) return !fns.includes('count_distinct');
  return FIGURE_RULE.test(rule) && isAmountLost(reading, item);
}

/** «qual município queimou mais» of a table with the «área queimada»: a count of rows does not say it. */
function isVerbLost(reading: Reading, item: Item): boolean {
  const { measures } = reading.plan;
  const index = reading.items.indexOf(item);
  const isCompared = [index - 1, index + 1].some((at) => isKeyword(reading.items[at], 'more', 'fewer'));
  const named = reading.lexicon.table.columns.filter(
    (column) => isNumeric(column) && sharesRoot(formOf(reading, item), column),
  );
  if (!isCompared) return false;
  if (named.length > 0) return measures.every(({ column }) => !named.some(({ name }) => name === column));
  return measures.every(({ column }) => column === null) && hasOtherObject(reading, index);
}

/** «quem mais entregou leite» of a table of deliveries with their litres: what is delivered is not counted by rows. */
function hasOtherObject(reading: Reading, index: number): boolean {
  const object = reading.items[index + 1];
  // «que mais abasteceu nele»
  if (object && (isTakenBy(reading, object, 'follow-up') || isGerund(formOf(reading, object)))) return false;
  const base = object && reading.words[object.from]?.base;
  const { rows_word, row_nouns = [], columns } = reading.lexicon.table;
  const isPlural = object !== undefined && formOf(reading, object) !== base;
  // «leite» of a table that is described as «leite coletado» is what the rows hold.
  const isRows =
    baseForm(rows_word.one) === base || (isPlural && row_nouns.some((noun) => baseForm(noun) === base));
  const isNoun =
    (object?.kind === 'word' && !isFiller(reading, object) && !object.isFunction) || object?.kind === 'rows';
  return isNoun && !isRows && columns.some((column) => isNumeric(column));
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

/** «quantidade de pedidos» of the rows that are called so. */
const countsRows = (reading: Reading, item: Item): boolean =>
  reading.items[nextIndex(reading, reading.items.indexOf(item))]?.kind === 'rows';

function isAmountLost(reading: Reading, item: Item): boolean {
  const { measures, order } = reading.plan;
  const columns = [...measures, ...order].flatMap(({ column }) => column ?? []);
  const conditions = reading.filterItems.flat();
  if (columns.length === 0) return !conditions.includes(item) && !isKeyword(item, 'total', 'sum');
  // «quanto foi pago de multa», «em dinheiro»: the noun beside it says which amount.
  const isVerb =
    columnsOfVerb(formOf(reading, item)).length > 0 || /^(?:pag|gast|dinheiro)/.test(formOf(reading, item));
  if (item.kind !== 'column' || isVerb || conditions.includes(item) || saysSort(reading, item)) return false;
  return !columns.some((name) => itemsNaming(reading, name).includes(item));
}

/** «valor médio do vale»: the noun says of which sort the amount after it is. */
function saysSort(reading: Reading, item: Item): boolean {
  const next = reading.items
    .slice(reading.items.indexOf(item) + 1)
    .find((each) => each.kind === 'column' && reading.used.has(each));
  return (
    /^(?:valor(?:es)?|precos?|custos?|quantidades?)$/.test(formOf(reading, item)) &&
    candidates(next).some((name) => plannedColumns(reading).has(name))
  );
}

/** A word that made groups, of which the plan has none. */
function isGroupLost(reading: Reading, item: Item): boolean {
  const { group_by, share } = reading.plan;
  const rule = ruleOf(reading, item);
  if (rule === 'comparison of values') return group_by.length === 0 && !share;
  if (!/^(?:group|trend|values of a column)$/.test(rule)) return false;
  if (group_by.length === 0) return true;
  const isSort = /^(?:tipo|classe|especie|nome|categoria)s?$/.test(formOf(reading, item));
  return (
    item.kind === 'column' &&
    !isSort &&
    !item.columns.some(
      (name) => plannedColumns(reading).has(name) || columnNamed(reading, name)?.kind === 'date',
    )
  );
}

/** «qual município entregou mais trigo de menores»: both ends are said, and the plan has one of them. */
function isEndLost(reading: Reading, item: Item): boolean {
  const { plan, items, used } = reading;
  const at = items.indexOf(item);
  // «do maior para o menor»
  const isOrder = items
    .slice(Math.max(0, at - 4), at)
    .some((each) => /^(?:para|pra|pro|ao|a)$/.test(formOf(reading, each)));
  const isLow = isKeyword(item, 'smallest', 'fewer') && !isOrder;
  const isHigh = items.some((each) => used.has(each) && isKeyword(each, 'largest', 'more'));
  if (!isLow || !isHigh || !/^(?:most|order)$/.test(used.get(item) ?? '')) return false;
  const directions = new Set(plan.order.map(({ direction }) => direction));
  const isTwice = plan.group_by.length > 0 && plan.order.length > 1;
  return (
    isTwice ||
    (directions.size === 1 && directions.has('desc') && plan.measures.every(({ fn }) => fn !== 'minimum'))
  );
}

function isSuperlativeLost(reading: Reading, item: Item): boolean {
  const { order, measures, filters, group_by } = reading.plan;
  if (!/^(?:most|extreme|order|ranking|both extremes|extreme day)$/.test(ruleOf(reading, item))) return false;
  if (!isKeyword(item, 'more', 'fewer', 'largest', 'smallest', 'expensive', 'cheap', 'recent', 'old'))
    return false;
  const isCompared = filters.some(
    ({ column, values }) => values.length > 1 && group_by.some((key) => key.column === column),
  );
  return (
    !isCompared && order.length === 0 && !measures.some(({ fn }) => fn === 'maximum' || fn === 'minimum')
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
