/** The plan of the answer before, edited by what a question says that leans on it. */

import type { Condition, Plan } from '#contract/table-plan.ts';
import { addDays, addMonths } from '../../../../language/values/calendar.ts';
import { isWeekday } from '../../compile/conditions.ts';
import { addGroup, keyAt } from '../groups/group-keys.ts';
import { EITHER_KEPT, keepChoice } from '../plan/choices.ts';
import {
  columnNamed,
  consume,
  formAt,
  formOf,
  isFiller,
  isKeyword,
  namesOf,
  type Reading,
} from '../reading.ts';
import { onlyOne } from '../words/only-one.ts';
import { asksForRowsAlone, asksWhichAre } from './elliptical.ts';
import {
  isRank,
  isTakeOut,
  namesNothing,
  ordinalPeriod,
  rankBefore,
  takeOut,
  takesOut,
  turnBefore,
} from './follow-up-edits.ts';
import { ANAPHORA, SPLITS } from './leaning.ts';

/** The plan before, edited by what this question says. */
export function mergeFollowUp(reading: Reading, before: Plan): void {
  for (const item of reading.items)
    if (
      ANAPHORA.test(formOf(reading, item)) ||
      isTakeOut(formOf(reading, item)) ||
      (item.kind === 'word' && splits(reading, formOf(reading, item)))
    )
      consume(reading, 'follow-up', item);
  shiftPeriod(reading, before);
  if (takesOut(reading)) {
    if (before.either) reading.refusals.push(EITHER_KEPT);
    editPlan(reading, takeOut(reading, before));
    return;
  }
  rankBefore(reading, before);
  ordinalPeriod(reading, before);
  turnBefore(reading, before);
  editPlan(reading, before);
}

/** A plan that nothing is added to: that of the one row which the answer before was about. */
export function takePlan(reading: Reading, plan: Plan): void {
  reading.plan = { ...plan, alternatives: [] };
  reading.filterItems = plan.filters.map(() => []);
  reading.wantsRows = plan.rows;
  // The amount was chosen with the plan.
  reading.eitherColumn = null;
}

/** «detalha por estado». */
const splits = ({ plan }: Reading, form: string): boolean => plan.group_by.length > 0 && SPLITS.test(form);

function editPlan(reading: Reading, before: Plan): void {
  const { plan } = reading;
  keepColumnOfRange(reading, before);
  const pointsBack = pointsToRows(reading);
  keepConditions(reading, before, pointsBack);
  refuseUnlikelyCount(reading);
  // «mostre essas obras», «me mostra só as da Norte»: the rows behind the figure.
  const isList =
    (pointsBack || showsThose(reading) || asksWhichAre(reading) || asksForRowsAlone(reading)) &&
    !asksForFigure(reading) &&
    reading.items.some((item) => isKeyword(item, 'list', 'which'));
  // «me mostra só os encerrados» after the five largest keeps their order.
  const isOfList = before.rows && !pointsBack;
  if (isList && !isOfList && plan.measures.length === 0 && plan.group_by.length === 0) {
    reading.wantsRows = true;
    return;
  }
  asksInMoney(reading);
  const isSwap = swapGroups(reading, before);
  const isOfRows = pointsBack && !pointsToAnswer(reading);
  if (plan.group_by.length === 0 && !isOfRows && !reading.wantsRows) plan.group_by = before.group_by;
  if (plan.measures.length === 0) inheritFigures(plan, before);
  else inheritColumn(reading, before);
  if (isSwap) {
    plan.measures = before.measures;
    plan.order = before.order;
    plan.limit ??= before.limit;
  }
  if (before.rows && plan.measures.length === 0 && plan.group_by.length === 0) reading.wantsRows = true;
}

/** «desses», «quantos são?», «mostra as linhas»: the rows before, and neither their order nor a share of them. */
const pointsToRows = (reading: Reading): boolean =>
  reading.words.some(({ form }) => ANAPHORA.test(form)) ||
  (namesNothing(reading) &&
    reading.items.some((item) => isKeyword(item, 'how_many', 'list', 'which')) &&
    !reading.items.some((item) => isKeyword(item, 'largest', 'smallest', 'share') || isRank(reading, item)));

/** «qual o percentual disso?», «e isso em reais?»: what was answered, with its groups, and not the rows of which it tells. */
const pointsToAnswer = (reading: Reading): boolean =>
  asksForFigure(reading) &&
  !reading.items.some((item) => isKeyword(item, 'how_many', 'number_of')) &&
  reading.words.every(({ form }) => !ANAPHORA.test(form) || /^(?:d|n)?isso$/.test(form));

const asksForFigure = (reading: Reading): boolean =>
  reading.items.some((item) => isKeyword(item, 'share', 'total', 'sum', 'average', 'median', 'how_much'));

/** «me mostra só as da regional Norte», «mostra os de Recife», and not «mostra Recife». */
const showsThose = ({ words, items }: Reading): boolean =>
  items.some((item) => isKeyword(item, 'list')) &&
  !items.some((item) => item.kind === 'number' || isKeyword(item, 'largest', 'smallest', 'more', 'fewer')) &&
  /^(?:me )?\S+ (?:(?:so|somente|apenas) )?[oa]s\b/.test(words.map(({ form }) => form).join(' '));

/** «só os acima de 200 mil» after a count of groups: so many rows hardly any group has, and of which amount it is, nothing says. */
function refuseUnlikelyCount({ plan, before, items, refusals }: Reading): void {
  const isOfCounts =
    before?.measures.every(({ fn }) => fn === 'count') === true && plan.measures.length === 0;
  const large = plan.having.find(({ value }) => Number(value) >= HARDLY_A_COUNT);
  if (isOfCounts && large && !items.some((item) => item.kind === 'rows' || isKeyword(item, 'number_of')))
    refusals.push('Não sei se isto é uma quantidade ou um valor: diga o nome da coluna.');
}

const HARDLY_A_COUNT = 10_000;

/** «e os autores?» after the books: other groups of the same figure; that the old ones have a name is asked no longer. */
function swapGroups(reading: Reading, before: Plan): boolean {
  const { plan } = reading;
  const isNamed = /^e [oa]s /.test(reading.words.map(({ form }) => form).join(' '));
  const [old] = before.group_by;
  if (isNamed && old && plan.group_by.length === 0) nameGroups(reading);
  const [now] = plan.group_by;
  if (!old || !now || old.column === now.column) return false;
  const place = plan.filters.findIndex(({ column, op }) => column === old.column && op === 'filled');
  if (place >= 0 && plan.share_of.length === 0 && !plan.either) {
    plan.filters.splice(place, 1);
    reading.filterItems.splice(place, 1);
  }
  return isNamed && before.order.some(({ by }) => by === 'measure');
}

/** «e em reais?»: the usual amount instead of the figure before. */
function asksInMoney(reading: Reading): void {
  const { money_column } = reading.lexicon.table;
  const item = reading.items.find(
    (each, at) => /^(?:reais|dinheiro)$/.test(formOf(reading, each)) && formAt(reading, at - 1) === 'em',
  );
  if (!item || !money_column || reading.plan.measures.length > 0) return;
  consume(reading, 'sum', item);
  reading.plan.measures = [{ fn: 'sum', column: money_column }];
}

/** The only thing that is named, where its values can be groups. */
function nameGroups(reading: Reading): void {
  const only = onlyOne(reading.items, (item) => !isFiller(reading, item) && !isKeyword(item, 'and'));
  if (only?.kind !== 'column') return;
  const key = keyAt(reading, reading.items.indexOf(only));
  if (!key) return;
  consume(reading, 'group', ...key.items);
  addGroup(reading, key);
}

const RANGES = new Set(['>', '>=', '<', '<=', 'between']);

/** «e mais de 200?», «em 2025»: a range without a column is about the column of the range before. */
function keepColumnOfRange(reading: Reading, before: Plan): void {
  const { date_column, money_column } = reading.lexicon.table;
  if (reading.items.some((item) => item.kind === 'column')) return;
  for (const usual of [date_column, money_column]) {
    const kindOf = (name: string) => (columnNamed(reading, name)?.kind === 'date' ? 'date' : 'number');
    const now = reading.plan.filters.find(({ column, op }) => column === usual && RANGES.has(op));
    if (!now || before.filters.some(({ column }) => column === usual)) continue;
    const old = onlyOne(
      before.filters,
      ({ column, op }) => RANGES.has(op) && kindOf(column) === kindOf(now.column),
    );
    if (old) now.column = old.column;
  }
}

const UNIT_MONTHS: Record<string, number> = { mes: 1, trimestre: 3, semestre: 6, ano: 12 };

/** «e no mês anterior?» is before the period of the last question, and not before today. */
function shiftPeriod(reading: Reading, before: Plan): void {
  const forms = reading.words.map(({ form }) => form);
  const at = forms.findIndex((form) => /^(anterior|seguinte)$/.test(form));
  const months = UNIT_MONTHS[forms[at - 1] ?? ''];
  const isDate = ({ column, op }: Condition) =>
    op === 'between' && columnNamed(reading, column)?.kind === 'date';
  const old = before.filters.find(isDate);
  const now = reading.plan.filters.find(isDate);
  const [first, last] = old?.values ?? [];
  if (at < 1 || !months || !now || !old || !first || !last) return;
  if (addDays(addMonths(first, months), -1) !== last) return;
  const start = addMonths(first, forms[at] === 'anterior' ? -months : months);
  now.column = old.column;
  now.values = [start, addDays(addMonths(start, months), -1)];
}

/** The conditions before, without those that this question replaces. */
function keepConditions(reading: Reading, before: Plan, pointsBack: boolean): void {
  const { plan } = reading;
  const kept = before.filters.filter(
    (old) => pointsBack || !plan.filters.some((now) => replaces(reading, now, old)),
  );
  plan.filters = [...kept, ...plan.filters];
  reading.filterItems = [...kept.map(() => []), ...reading.filterItems];
  plan.share_of = plan.share_of.map((place) => place + kept.length);
  if (plan.either) plan.either = plan.either.map((place) => place + kept.length);
  keepChoice(reading, before);
}

/** The figures of the question before, with their order where nothing else is asked for. */
function inheritFigures(plan: Plan, before: Plan): void {
  plan.measures = before.measures;
  if (plan.having.length === 0) plan.having = before.having;
  if (before.share && plan.share_of.length === 0) plan.share_of = sharedConditions(plan, before);
  plan.share = plan.share || before.share;
  const isSameOrder = plan.order.length === 0 && plan.limit === null && plan.group_by === before.group_by;
  if (isSameOrder && before.skip) plan.skip = before.skip;
  if (plan.order.length === 0) plan.order = before.order;
  plan.limit ??= plan.group_by === before.group_by ? before.limit : null;
}

/** The conditions on the columns of those that were compared with the whole: «e os suspensos?» after «que parte está vigente?». */
const sharedConditions = (plan: Plan, before: Plan): number[] =>
  before.share_of.flatMap((place) => {
    const at = plan.filters.findIndex(({ column }) => column === before.filters[place]?.column);
    return at < 0 ? [] : [at];
  });

/** «e o maior?» after «o salário médio»: the same column. */
function inheritColumn(reading: Reading, before: Plan): void {
  const column = before.measures.find((measure) => measure.column !== null)?.column;
  if (!column) return;
  for (const measure of reading.plan.measures)
    if (measure.column === null && measure.fn !== 'count') measure.column = column;
}

/** «e de pintura?» after «as que falam de reforma»: one word to look for takes the place of the other. */
export function replaceTexts(reading: Reading, before: Plan): void {
  const { plan, texts, words } = reading;
  if (
    texts.length === 0 ||
    !/^e (?:de|da|do|dos|das|com|sobre|para|em|no|na)\b/.test(words.map(({ form }) => form).join(' '))
  )
    return;
  const old = before.filters.filter(({ op }) => op === 'contains');
  plan.filters = plan.filters.filter((filter) => !old.includes(filter));
}

/** A condition on the same column takes the place of the old one; on the other name of the same place too. */
function replaces(reading: Reading, now: Condition, old: Condition): boolean {
  if (now.column === old.column) {
    // «e aos domingos?» after those of a year keeps the year.
    const isDate = columnNamed(reading, now.column)?.kind === 'date';
    return !isDate || now.values.some(isWeekday) === old.values.some(isWeekday);
  }
  const states = reading.lexicon.states;
  const isPlace = (column: string) => column === states || /municipio|cidade/.test(namesOf(reading, column));
  const kinds = [now, old].map(({ column }) => columnNamed(reading, column)?.kind);
  return isPlace(now.column) && isPlace(old.column) && kinds[0] === kinds[1];
}
