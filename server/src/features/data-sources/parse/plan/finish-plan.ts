/** Completes a plan after all rules: whether rows are wanted, the figure where none was named, the other readings. */
import { FILTERS_MAX, type Plan } from '#contract/table-plan.ts';
import { addGroup, keyAt } from '../groups/group-keys.ts';
import { addMeasure } from '../measures/add-measure.ts';
import { columnNamed, consume, isKeyword, isUsed, type Reading } from '../reading.ts';
import { offerReadings } from './other-readings.ts';

/** Whether rows are wanted, and what is asked where no figure was named. */
export function finish(reading: Reading): void {
  const { plan } = reading;
  const hasList = reading.items.some((item) => isKeyword(item, 'list', 'which'));
  if (plan.measures.length === 0 && plan.group_by.length === 0 && !reading.wantsRows) {
    if (hasList && groupAsked(reading)) return;
    reading.wantsRows = true;
  }
  if (plan.group_by.length > 0 && plan.measures.length === 0)
    plan.measures.push({ fn: 'count', column: null });
  plan.rows = reading.wantsRows && plan.group_by.length === 0 && !hasFigure(plan);
  if (plan.rows) plan.measures = [];
  moveFromEmptyDay(reading);
  leaveOutEmptyGroup(plan);
  keepOneOrder(reading);
  offerReadings(reading);
}

/** «sem data de extinção em 2026»: no day that is missing lies in a year, so that the usual day is meant. */
function moveFromEmptyDay({ plan, lexicon }: Reading): void {
  const { date_column } = lexicon.table;
  const missing = new Set(plan.filters.flatMap(({ op, column }) => (op === 'empty' ? [column] : [])));
  for (const filter of plan.filters)
    if (filter.op !== 'empty' && missing.has(filter.column) && date_column && !missing.has(date_column))
      filter.column = date_column;
}

/** «as 3 empresas com mais obras», «empresas com mais de 5»: rows without a company are no company. */
function leaveOutEmptyGroup({ group_by, having, limit, filters }: Plan): void {
  const [key] = group_by;
  if (!key || key.bucket === 'band' || (having.length === 0 && limit === null)) return;
  const isFiltered = filters.some(({ column }) => column === key.column);
  if (!isFiltered && filters.length < FILTERS_MAX)
    filters.push({ column: key.column, op: 'filled', values: [] });
}

const hasFigure = ({ measures, order }: Plan): boolean => measures.length > 0 && order.length === 0;

/** «quais são as modalidades»: the values of a column. */
function groupAsked(reading: Reading): boolean {
  for (const [index, item] of reading.items.entries()) {
    if (isUsed(reading, item) || item.kind !== 'column') continue;
    const key = keyAt(reading, index);
    if (!key || columnNamed(reading, key.column)?.kind !== 'category') continue;
    consume(reading, 'values of a column', ...key.items);
    addGroup(reading, key);
    addMeasure(reading, 'count', null);
    return true;
  }
  return false;
}

/** «a maior e a menor»: one of the rows is shown, with a remark. */
function keepOneOrder(reading: Reading): void {
  const { plan } = reading;
  if (!plan.rows || plan.limit !== 1 || plan.order.length < 2) return;
  plan.order = plan.order.slice(0, 1);
  reading.remarks.push('Mostro só o primeiro dos extremos pedidos: pergunte pelo outro à parte.');
}
