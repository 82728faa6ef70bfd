/** Completes a plan after all rules: whether rows are wanted, the figure where none was named, the other readings. */
import { type Condition, FILTERS_MAX, type Plan } from '#contract/table-plan.ts';
import { stockColumn } from '../bounds/words-for-bounds.ts';
import { addGroup, keyAt } from '../groups/group-keys.ts';
import { addMeasure } from '../measures/add-measure.ts';
import { columnNamed, consume, isKeyword, isUsed, type Reading } from '../reading.ts';

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
  plan.alternatives = reading.offers.map(({ text, instead, taken }) => ({
    text,
    filters: replaced(plan.filters, instead, taken),
  }));
  offerOther(reading, reading.eitherColumn);
  offerOther(reading, reading.eitherDay);
  offerPieces(reading);
  if (
    reading.eitherCount &&
    plan.measures.some(({ fn }) => fn === 'count_distinct') &&
    plan.group_by.length === 0
  )
    plan.alternatives.push({
      text: `contando ${reading.lexicon.table.rows_word.many}`,
      filters: plan.filters,
      measures: [{ fn: 'count', column: null }],
    });
}

/** «quantas lâmpadas tem no estoque?»: how many kinds of them, and how many pieces. */
function offerPieces(reading: Reading): void {
  const { plan } = reading;
  const column = stockColumn(reading);
  const [measure, another] = plan.measures;
  const isCount =
    measure?.fn === 'count' && measure.column === null && !another && plan.group_by.length === 0;
  const isInStock = reading.words.some(({ form }) => /^(?:estoque|almoxarifado|deposito)$/.test(form));
  const namesRows = reading.items.some((item) => item.kind === 'rows');
  if (!column || !isCount || !isInStock || namesRows || plan.share || reading.texts.length === 0) return;
  plan.alternatives.push({
    text: `somando ${columnNamed(reading, column)?.label.toLowerCase() ?? column}`,
    filters: plan.filters,
    measures: [{ fn: 'sum', column }],
  });
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

/** «valor» of a table with two columns of money, «em 2025» of one with two of days: the other column is offered. */
function offerOther(reading: Reading, either: Reading['eitherColumn']): void {
  const { plan } = reading;
  if (!either) return;
  const { taken, other } = either;
  const swap = <T extends { column: string | null }>(one: T): T =>
    one.column === taken ? { ...one, column: other } : one;
  const isMeasured = plan.measures.some(({ column }) => column === taken);
  const isFiltered = plan.filters.some(({ column }) => column === taken);
  if (!isMeasured && !isFiltered) return;
  plan.alternatives.push({
    text: columnNamed(reading, other)?.label ?? other,
    filters: plan.filters.map(swap),
    measures: plan.measures.map(swap),
  });
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

function replaced(filters: Condition[], instead: Condition[], taken: string | null): Condition[] {
  const kept = filters.filter(
    ({ column }) => column !== taken && !instead.some((one) => one.column === column),
  );
  return [...kept, ...instead];
}
