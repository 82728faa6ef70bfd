/** Whether figures, groups, orders and limits of a finished plan stand on words of the question, or on the plan that it edits. */

import { isDeepStrictEqual } from 'node:util';
import type { GroupKey, Measure, Order } from '#contract/table-plan.ts';
import type { Item } from '../chunk/items.ts';
import { BUCKET_WORDS } from '../groups/group-keys.ts';
import { somebody } from '../groups/group-subject.ts';
import { HANDED_OVER } from '../groups/superlatives/group-superlatives.ts';
import { isRate, stuffColumns } from '../measures/add-measure.ts';
import { isPacked, isUnitValue, quantityColumn } from '../measures/quantities.ts';
import { plannedColumns } from '../plan/planned-columns.ts';
import { columnNamed, formAt, formOf, isKeyword, isNumeric, type Reading } from '../reading.ts';
import type { Rule } from '../roles.ts';
import { asksForMoney, betterNamed, hasForm, hasKeyword, itemsNaming } from './said-columns.ts';
import { isNumberSaid } from './supported-filters.ts';

export function isMeasureSaid(reading: Reading, measure: Measure): boolean {
  if (reading.before?.measures.some((old) => isDeepStrictEqual(old, measure))) return true;
  return (
    isFunctionSaid(reading, measure) && (measure.column === null || isAmountSaid(reading, measure.column))
  );
}

/** Those of the plan, and those that are offered beside it. */
const offeredColumns = (reading: Reading): Set<string> =>
  new Set([
    ...plannedColumns(reading),
    ...reading.plan.alternatives.flatMap(({ measures = [] }) =>
      measures.flatMap(({ column }) => column ?? []),
    ),
  ]);

/** Rules that know which amount is meant without its name. */
const SAID_BY_RULE = new Set<Rule>(['stock', 'amount of stuff', 'debt']);

/** Named by words that no condition has taken for itself, and by no fewer than another number. */
function isAmountSaid(reading: Reading, name: string): boolean {
  if (isOfBefore(reading, name) || isSaidByRule(reading, name)) return true;
  const column = columnNamed(reading, name);
  if (isNumeric(column) && betterNamed(reading, name, offeredColumns(reading))) return false;
  const conditions = conditionItems(reading, name);
  const isAsked = [...reading.used].some(([item, rule]) => ASKING_RULE.test(rule) && !conditions.has(item));
  if (isAsked && itemsNaming(reading, name).some((item) => !conditions.has(item))) return true;
  if (column?.kind === 'money') return isSumOfAll(reading, name) || asksForMoney(reading);
  const numbers = reading.lexicon.table.columns.filter((each) => isNumeric(each) && !each.hidden);
  return column?.kind === 'date' || numbers.length === 1;
}

const isOfBefore = ({ before }: Reading, name: string): boolean =>
  before !== null &&
  [...before.measures, ...before.order, ...before.filters].some(({ column }) => column === name);

/** A rule knows which amount is meant without its name. */
function isSaidByRule(reading: Reading, name: string): boolean {
  const { used, items } = reading;
  // «quantas pessoas diferentes»
  const isOfPeople = [...used].some(
    ([item, rule]) => rule === 'distinct values' && /^(?:pessoas|gente)$/.test(formOf(reading, item)),
  );
  return (
    // «quanto tem de papel A4?»
    [...used.values()].some((rule) => SAID_BY_RULE.has(rule)) ||
    // «qual produtor entregou mais milho»
    (hasForm(reading, HANDED_OVER) && stuffColumns(reading).some((column) => column.name === name)) ||
    // «quantos kg a Granja Sol levou»
    (quantityColumn(reading) === name &&
      items.some((item) => isUnitValue(reading, item) || isPacked(reading, item))) ||
    (isOfPeople && somebody(reading) === name) ||
    isMadeOfRows(reading, name)
  );
}

/** «passaram de 30 mil em despesas», «que parte da despesa»: the usual amount of the rows that are named. */
const isMadeOfRows = ({ used, lexicon }: Reading, name: string): boolean =>
  name === lexicon.table.money_column &&
  [...used].some(([item, rule]) => item.kind === 'rows' && /^(?:group condition|share|most)$/.test(rule));

/** The words from which the conditions on a column were read. */
const conditionItems = ({ plan, filterItems }: Reading, name: string): Set<Item> =>
  new Set(plan.filters.flatMap(({ column }, place) => (column === name ? (filterItems[place] ?? []) : [])));

/** «soma do que vencia em maio» */
const isSumOfAll = (reading: Reading, name: string): boolean =>
  name === reading.lexicon.table.money_column &&
  reading.items.some(
    (item, at) =>
      isKeyword(item, 'sum', 'total') &&
      /^d[oa]$/.test(formAt(reading, at + 1)) &&
      formAt(reading, at + 2) === 'que',
  );

/** Rules that take the words for a figure or an order. */
const ASKING_RULE =
  /^(?:sum|total|average|median|maximum|minimum|count_distinct|sum of a column|distinct values|figure of a column|both extremes|extreme|extreme day|most|order|share|ranking|comparison of values|group|per row|trend|edit of the answer before|follow-up|instead)$/;

/** «média» supports an average, and nothing else does but scores, ages and prices of one. */
function isFunctionSaid(reading: Reading, { fn, column }: Measure): boolean {
  switch (fn) {
    case 'average':
      return isMeanSaid(reading) || isRate(columnNamed(reading, column ?? ''));
    case 'median':
      return hasKeyword(reading, 'median');
    case 'maximum':
      return isEndSaid(reading, 'desc');
    case 'minimum':
      return isEndSaid(reading, 'asc');
    case 'count_distinct':
      return hasKeyword(reading, 'how_many', 'number_of', 'distinct', 'total');
    case 'sum':
      return !reading.isAveraged && !isMeanAsked(reading);
    default:
      return true;
  }
}

/** «nota média» may be the name of a column as a whole; «ensino médio» is a value. */
const isMeanAsked = (reading: Reading): boolean =>
  reading.plan.having.length === 0 &&
  !reading.plan.measures.some(({ fn }) => fn === 'average') &&
  reading.items.some(
    (item) =>
      item.kind !== 'value' &&
      reading.words.slice(item.from, item.to).some(({ form }) => /^medi[oa]s?$/.test(form)),
  );

const isMeanSaid = (reading: Reading): boolean =>
  hasKeyword(reading, 'average') ||
  hasForm(reading, /^(?:medi[oa]s?|costumam?|tipic[oa])$/) ||
  [...reading.used.values()].includes('per row') ||
  (hasForm(reading, /^(?:custa|vale|sai|cobram)$/) && hasForm(reading, /^(?:uma?|cada)$/));

const HIGH = /^(?:ultim|recorde|pico|quando|tarde)/;
const LOW = /^(?:primeir|quando|cedo|piso)/;

/** Some word asks for this end, or the words ask for both. */
function isEndSaid(reading: Reading, direction: Order['direction']): boolean {
  if (hasForm(reading, TURNED)) return true;
  const isHigh = reading.items.some((item, at) => isHighWord(reading, item, at)) || hasForm(reading, HIGH);
  const isLow =
    hasKeyword(reading, 'smallest', 'cheap', 'old', 'fewer') ||
    hasForm(reading, LOW) ||
    // «há mais tempo»
    reading.items.some(
      (item, at) =>
        formOf(reading, item) === 'tempo' &&
        isKeyword(reading.items[at - 1], 'more') &&
        /^(?:ha|faz|a)$/.test(formAt(reading, at - 2)),
    );
  return direction === 'desc' ? isHigh : isLow;
}

/** «mais», but not that of «mais antigo», «mais barato». */
const isHighWord = (reading: Reading, item: Item, at: number): boolean =>
  isKeyword(item, 'largest', 'expensive', 'recent') ||
  (isKeyword(item, 'more') && !isKeyword(reading.items[at + 1], 'old', 'cheap'));

/** The best may be the least, the quickest takes the least time, and the oldest has the highest age. */
const TURNED =
  /^(?:melhor|pior|velh|nov[oa]|jove|rapid|agil|agei|ligeir|curt|lent|leves?$|magr|demorad|bem|mal|antig|cedo|tarde|atras)/;

export function isKeySaid(reading: Reading, key: GroupKey): boolean {
  const { before, plan } = reading;
  if (before?.group_by.some((old) => isDeepStrictEqual(old, key))) return true;
  const isCompared = plan.filters.some(
    ({ column, op, values }) => column === key.column && op === 'in' && values.length > 1,
  );
  if (isCompared) return true;
  if (key.bucket !== null) return isBucketSaid(reading, key);
  if (betterNamed(reading, key.column, plannedColumns(reading))) return false;
  const conditions = new Set(
    plan.filters.flatMap(({ column }, place) =>
      column === key.column ? (reading.filterItems[place] ?? []) : [],
    ),
  );
  return (
    itemsNaming(reading, key.column).some((item) => !conditions.has(item)) ||
    hasForm(reading, /^(?:quem|alguem|onde|aonde)$/) ||
    // «o que a Fazenda Aurora vende?»
    [...reading.used].some(([item, rule]) => rule === 'group' && formOf(reading, item) === 'que')
  );
}

function isBucketSaid(reading: Reading, { bucket }: GroupKey): boolean {
  if (bucket === 'band') return true;
  const said = new Set(reading.words.flatMap(({ form }) => BUCKET_WORDS[form] ?? []));
  if (bucket === 'weekday')
    return (
      said.has('week') || hasForm(reading, /^(?:semana|segunda|terca|quarta|quinta|sexta|sabado|domingo)/)
    );
  // «por vencimento» are its months, and «qual o vencimento» is one day.
  if (said.size === 0) return bucket === 'month' && !isOneAsked(reading);
  return said.has(bucket ?? 'month');
}

/** «qual o prazo para …?» */
const isOneAsked = (reading: Reading): boolean =>
  reading.plan.order.length === 0 &&
  reading.items.some(
    (item, at) =>
      isKeyword(item, 'which') && /^[oa]$/.test(reading.words[reading.items[at + 1]?.from ?? -1]?.form ?? ''),
  );

export function isOrderSaid(reading: Reading, order: Order): boolean {
  if (reading.before?.order.some((old) => isDeepStrictEqual(old, order))) return true;
  if ([...reading.used.values()].includes('rank of the answer before')) return true;
  const isRanked =
    hasKeyword(reading, 'ranking', 'top', 'order', 'well', 'list') || hasForm(reading, /^principa(?:l|is)$/);
  const isEnd = isEndSaid(reading, order.direction);
  const isOnlyOther = !isEnd && isEndSaid(reading, order.direction === 'asc' ? 'desc' : 'asc');
  const isByColumn = order.by !== 'column' || order.column === null || isOrderedBySaid(reading, order.column);
  return (isEnd || isOfFirst(reading, order) || (isRanked && !isOnlyOther)) && isByColumn;
}

/** «as 3 primeiras cidades em quantidade» are those with most, although «primeiras» says the least of days. */
const isOfFirst = ({ items, ...reading }: Reading, { by, direction }: Order): boolean =>
  by === 'measure' &&
  direction === 'desc' &&
  items.some((item) => isKeyword(item, 'top') && /^primeir/.test(formOf(reading, item)));

const isOrderedBySaid = (reading: Reading, name: string): boolean =>
  columnNamed(reading, name)?.kind === 'date' ||
  name === reading.lexicon.table.main_column ||
  isAmountSaid(reading, name);

export function isLimitSaid(reading: Reading): boolean {
  const { limit, order } = reading.plan;
  if (limit === null || reading.before?.limit === limit) return true;
  const isNumber = reading.items.some(
    (item) => item.kind === 'number' && Number(item.number.value) === limit,
  );
  return isNumber || (limit === 1 && order.length > 0);
}

export const isHavingSaid = (reading: Reading, value: string): boolean =>
  reading.before?.having.some((old) => old.value === value) === true || isNumberSaid(reading, value);

export const isShareSaid = (reading: Reading): boolean =>
  !reading.plan.share ||
  hasKeyword(reading, 'share', 'part') ||
  reading.before?.share === true ||
  reading.items.some((item) => isKeyword(item, 'share')) ||
  hasForm(reading, /^(?:represent|correspond|equival)/);
