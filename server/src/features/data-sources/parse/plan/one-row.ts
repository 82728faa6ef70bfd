/** Questions about one row that name it by its code: «quem foi o técnico da OS-1305?», «a conta 30 foi paga?». */

import type { Condition } from '#contract/table-plan.ts';
import type { Item } from '../chunk/items.ts';
import { datesNamed } from '../numbers/days/named-dates.ts';
import {
  columnNamed,
  columnsOfKind,
  consume,
  formAt,
  formOf,
  isGroupable,
  isKeyword,
  isTakenBy,
  type Reading,
} from '../reading.ts';
import { onlyOne } from '../words/only-one.ts';

/** A condition on what tells one row from the next, with one value. */
const keyFilter = (reading: Reading): Condition | undefined =>
  reading.plan.filters.find(
    ({ column, op, values }) =>
      op === 'in' && values.length === 1 && columnNamed(reading, column)?.kind === 'identifier',
  );

/** «quem foi o técnico da OS-1305?»: one row has one technician, and no groups. */
export function groupOfOneRow(reading: Reading): boolean {
  const { plan } = reading;
  const key = onlyOne(plan.group_by);
  const isCount = plan.measures.every(({ fn, column }) => fn === 'count' && column === null);
  if (!keyFilter(reading) || !key || !isCount || plan.having.length > 0) return false;
  for (const item of reading.items)
    if (isKeyword(item, 'which') || isTakenBy(reading, item, 'group', 'most'))
      reading.used.set(item, 'asked of a row');
  keepFilters(reading, ({ op }) => op !== 'filled');
  Object.assign(plan, { rows: true, measures: [], group_by: [], order: [], limit: null, show: [key.column] });
  return true;
}

/** «a OS-1311 está na garantia?», «a conta 30 foi paga?»: what the row has in that column, whatever it is. */
export function asksWhether(reading: Reading): boolean {
  const { plan } = reading;
  const key = keyFilter(reading);
  const others = plan.filters.filter((filter) => filter !== key);
  const asked = onlyOne(others);
  const isAsking = reading.items.some((item) =>
    isKeyword(item, 'how_many', 'how_much', 'which', 'list', 'number_of', 'by', 'each', 'more', 'fewer'),
  );
  const isOpen = reading.items.some((item) => /^(?:quando|onde|como|que)$/.test(formOf(reading, item)));
  if (!plan.rows || !key || !asked || isAsking || isOpen || reading.texts.length > 0) return false;
  if (!/^(?:in|not_in|empty|filled)$/.test(asked.op)) return false;
  const place = plan.filters.indexOf(asked);
  for (const item of reading.filterItems[place] ?? []) reading.used.set(item, 'asked of a row');
  for (const item of reading.items)
    if (isKeyword(item, 'not', 'already') || isTakenBy(reading, item, 'event'))
      reading.used.set(item, 'asked of a row');
  keepFilters(reading, (filter) => filter !== asked);
  plan.show = [asked.column];
  return true;
}

/** «quem tirou a maior nota?», «qual foi a maior indenização, e pra quem?»: the row that has it, which tells who, and not the figure alone. */
export function settleWho(reading: Reading): void {
  settleWhich(reading);
  const { plan, items, words } = reading;
  const said = items.filter((item) => !(item.kind === 'word' && item.isTalk));
  const measure = onlyOne(plan.measures);
  const isEnd = measure?.fn === 'maximum' || measure?.fn === 'minimum';
  const after = whoAfter(reading);
  const isChoice = items.some((item) => isKeyword(item, 'or', 'versus', 'and') && !after.includes(item));
  const isAsked = formOf({ words }, said[0]) === 'quem' || after.length > 0;
  if (!isAsked || !measure?.column || !isEnd || isChoice) return;
  consume(reading, 'asked of a row', ...after);
  if (plan.group_by.length > 0 || plan.order.length > 0) return;
  plan.order = [
    { by: 'column', index: 0, column: measure.column, direction: measure.fn === 'maximum' ? 'desc' : 'asc' },
  ];
  Object.assign(plan, { measures: [], rows: true, limit: plan.limit ?? 1, show: [measure.column] });
}

/** «e quem», «e pra quem», «e de quem foi»: the words that ask for somebody after the figure. */
function whoAfter({ items, words }: Reading): Item[] {
  const who = items.findIndex((item) => formOf({ words }, item) === 'quem');
  const and = [who - 1, who - 2].find((at) => isKeyword(items[at], 'and'));
  return who > 0 && and !== undefined ? items.slice(and, who + 1) : [];
}

/** «o maior prejuízo foi de qual setor?»: what the row with the largest amount has in that column. */
function settleWhich(reading: Reading): void {
  const { plan, items } = reading;
  const at = items.findIndex(
    (item, place) => isKeyword(item, 'which') && ASKED_OF.test(formAt(reading, place - 1)),
  );
  const key = items[at + 1];
  const column =
    key?.kind === 'column'
      ? onlyOne(
          key.columns,
          (name) => isGroupable(columnNamed(reading, name)) && columnNamed(reading, name)?.kind !== 'date',
        )
      : undefined;
  const measure = onlyOne(plan.measures);
  const isEnd = measure?.fn === 'maximum' || measure?.fn === 'minimum';
  const isFirst = items
    .slice(0, at)
    .some((item) => isTakenBy(reading, item, 'maximum', 'minimum', 'extreme'));
  if (!column || !measure?.column || !isEnd || !isFirst || plan.group_by.length > 0 || plan.order.length > 0)
    return;
  const direction = measure.fn === 'maximum' ? 'desc' : 'asc';
  plan.order = [{ by: 'column', index: 0, column: measure.column, direction }];
  Object.assign(plan, { measures: [], limit: 1, show: [column, measure.column] });
  reading.wantsRows = true;
  consume(reading, 'asked of a row', items[at - 1], items[at]);
  if (key) reading.used.set(key, 'asked of a row');
}

const ASKED_OF = /^(?:de|d[oa]|em|n[oa]|contra|com|para|por|pel[oa])$/;

/** «vai embora que dia?», «em que data …»: the words that ask for a day. */
export const whichDay = (reading: Reading): Item[] =>
  reading.items.filter((item, at) => {
    const isDay = (place: number) => /^(?:dia|data)$/.test(formAt(reading, place));
    const isWhich = (place: number) => /^(?:que|qual)$/.test(formAt(reading, place));
    return (isDay(at) && isWhich(at - 1)) || (isWhich(at) && isDay(at + 1) && item.kind !== 'value');
  });

/** The words that tell the day. */
export const toldBy = (reading: Reading, day: string): Item[] =>
  reading.items.filter((item) =>
    datesNamed(reading, item, columnsOfKind(reading, 'date')).some(({ name }) => name === day),
  );

function keepFilters(reading: Reading, isKept: (filter: Condition) => boolean): void {
  const { plan } = reading;
  reading.filterItems = reading.filterItems.filter((_, place) => isKept(plan.filters[place] as Condition));
  plan.filters = plan.filters.filter(isKept);
}
