/** Whether words for a figure, a group or an order have that part of the plan. */

import type { MeasureFunction } from '#contract/table-plan.ts';
import { baseForm } from '../../../../language/word-forms.ts';
import type { Item } from '../chunk/items.ts';
import { plannedColumns } from '../plan/planned-columns.ts';
import {
  baseOf,
  candidates,
  columnNamed,
  formOf,
  isFiller,
  isKeyword,
  isNumeric,
  isTakenBy,
  nextIndex,
  type Reading,
} from '../reading.ts';
import type { Keyword } from '../words/keywords.ts';
import { sharesRoot } from '../words/roots.ts';
import { columnsOfVerb } from '../words/thesaurus.ts';
import { isFiniteVerb, isGerund } from '../words/verbs.ts';
import { itemsNaming } from './said-columns.ts';

/** Rules by which words become the figure that is asked. */
const FIGURE_RULE =
  /^(?:sum|average|median|maximum|minimum|count_distinct|sum of a column|figure of a column|both extremes|extreme)$/;

/** «média» of a plan without an average; the name of an amount of a plan that only counts. */
export function isFunctionLost(reading: Reading, item: Item): boolean {
  const { measures, order, having, rows, share } = reading.plan;
  const rule = reading.used.get(item) ?? '';
  if (isKeyword(item, 'share')) return !share && rule === 'share';
  if (having.length > 0 || (rows && order.length > 0)) return false;
  // «o total das taxas»: rows are no sum.
  if (isKeyword(item, 'total') && rule === 'total') return rows && !reading.isFollowUp;
  const fns = new Set<string>(measures.map(({ fn }) => fn));
  if (/^(?:average|median|maximum|minimum)$/.test(rule) && !fns.has(rule)) return order.length === 0;
  if (isKeyword(item, 'how_many', 'number_of') && countsRows(reading, item) && rule !== 'corrected')
    return !share && measures.length > 0 && !fns.has('count') && !fns.has('average');
  if (isTakenAsVerb(reading, item)) return isVerbLost(reading, item);
  const own = item.kind === 'keyword' ? FUNCTIONS[item.keyword] : undefined;
  return own ? !fns.has(own) : FIGURE_RULE.test(rule) && isAmountLost(reading, item);
}

/** Keywords that ask for one function, whatever rule has taken them. */
const FUNCTIONS: Partial<Record<Keyword, MeasureFunction>> = {
  average: 'average',
  median: 'median',
  distinct: 'count_distinct',
};

const isTakenAsVerb = (reading: Reading, item: Item): boolean =>
  isTakenBy(reading, item, 'verb between') ||
  (isTakenBy(reading, item, 'most') && item.kind === 'word' && isFiniteVerb(formOf(reading, item)));

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
  if (!object || isTakenBy(reading, object, 'follow-up') || isGerund(formOf(reading, object))) return false;
  const isNoun = object.kind === 'word' && !isFiller(reading, object) && !object.isFunction;
  return (
    (isNoun || object.kind === 'rows') &&
    !namesTheRows(reading, object) &&
    reading.lexicon.table.columns.some((column) => isNumeric(column))
  );
}

/** «leite» of a table that is described as «leite coletado» is what the rows hold. */
function namesTheRows(reading: Reading, item: Item): boolean {
  const base = baseOf(reading, item);
  const { rows_word, row_nouns = [] } = reading.lexicon.table;
  const isPlural = formOf(reading, item) !== base;
  return baseForm(rows_word.one) === base || (isPlural && row_nouns.some((noun) => baseForm(noun) === base));
}

/** «quantidade de pedidos» of the rows that are called so, and not «quantas pessoas diferentes». */
function countsRows(reading: Reading, item: Item): boolean {
  const next = reading.items[nextIndex(reading, reading.items.indexOf(item))];
  return next?.kind === 'rows' && !isTakenBy(reading, next, 'distinct values');
}

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
export function isGroupLost(reading: Reading, item: Item): boolean {
  const { group_by, share } = reading.plan;
  const rule = reading.used.get(item) ?? '';
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
export function isEndLost(reading: Reading, item: Item): boolean {
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

export function isSuperlativeLost(reading: Reading, item: Item): boolean {
  const { order, measures, filters, group_by } = reading.plan;
  if (!/^(?:most|extreme|order|ranking|both extremes|extreme day)$/.test(reading.used.get(item) ?? ''))
    return false;
  if (!isKeyword(item, 'more', 'fewer', 'largest', 'smallest', 'expensive', 'cheap', 'recent', 'old'))
    return false;
  const isCompared = filters.some(
    ({ column, values }) => values.length > 1 && group_by.some((key) => key.column === column),
  );
  return (
    !isCompared && order.length === 0 && !measures.some(({ fn }) => fn === 'maximum' || fn === 'minimum')
  );
}
