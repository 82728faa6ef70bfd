/** «aplicativo versus telefone», «diferença entre Saúde e Educação», «compare 2024 e 2025»: a group for each side. */
import type { Condition } from '#contract/table-plan.ts';
import { isWeekday } from '../../compile/conditions.ts';
import type { Item } from '../chunk/items.ts';
import { CHANGED } from '../filters.ts';
import { addGroup } from '../groups/group-keys.ts';
import { handedOver, rootVerb, spend } from '../groups/superlatives/group-superlatives.ts';
import { addMeasure, isRate } from '../measures/add-measure.ts';
import { isInOrder } from '../measures/extremes.ts';
import {
  columnNamed,
  consume,
  formAt,
  formOf,
  isFlag,
  isKeyword,
  isNumeric,
  isUsed,
  type Reading,
} from '../reading.ts';
import { SPENDING } from '../words/verbs.ts';

/** «aplicativo versus telefone», «diferença entre Saúde e Educação», «compare 2024 e 2025»: a group for each side. */
export function readComparison(reading: Reading): void {
  const words = reading.items.filter((item) => isKeyword(item, 'compare', 'versus', 'difference'));
  if (!asksToCompare(reading, words)) return;
  const { plan } = reading;
  // «diferença entre o que Saúde e Obras pagaram»
  const spent = reading.items.find((item) => SPENDING.test(formOf(reading, item)) && !isUsed(reading, item));
  if (spent && words.length > 0 && plan.measures.length === 0) spend(reading, spent);
  const compared = plan.filters.find(
    ({ op, values }) => op === 'in' && values.length >= 2 && values.length <= 4,
  );
  const among = reading.items.filter((item) => isKeyword(item, 'among'));
  // «diferença entre pedido e entregue» compares no values.
  if (compared || plan.group_by.length > 0) consume(reading, 'comparison of values', ...words, ...among);
  if (compared) groupSides(reading, compared, words.length > 0 || countsEach(reading));
}

const asksToCompare = (reading: Reading, words: Item[]): boolean =>
  isChoice(reading) ||
  words.length > 0 ||
  hasChanged(reading) ||
  asksForEach(reading) ||
  reading.isChange ||
  countsEach(reading);

/** «quantos homens e quantas mulheres»: a figure for each, in each group where there are groups. */
const countsEach = (reading: Reading): boolean =>
  reading.items.filter((item) => isKeyword(item, 'how_many')).length > 1;

function groupSides(reading: Reading, compared: Condition, isSaid: boolean): void {
  const { plan } = reading;
  const [key, another] = plan.group_by;
  const isGrouped = key?.column === compared.column;
  // «manhã ou tarde: qual turno tem a média maior?»: both are shown, and not the first alone.
  if (isGrouped && plan.limit === 1) plan.limit = null;
  const isBeside = isSaid && key !== undefined && !another && !isGrouped;
  if (key && !isBeside) return;
  addGroup(reading, { column: compared.column, bucket: bucketOfSides(reading, compared) });
  if (plan.measures.length === 0) addMeasure(reading, 'count', null);
}

/** «soja e milho, quanto pesou cada um?»: a figure for each of the values that are named. */
function asksForEach(reading: Reading): boolean {
  const at = reading.items.findIndex(
    (item, place) => isKeyword(item, 'each') && /^uma?$/.test(formAt(reading, place + 1)),
  );
  const isOfSeveral = reading.plan.filters.some(({ op, values }) => op === 'in' && values.length > 1);
  if (at < 0 || !isOfSeveral || reading.used.has(reading.items[at] as Item)) return false;
  consume(reading, 'comparison of values', ...reading.items.slice(at, at + 2));
  return true;
}

/** «o consumo subiu de agosto para setembro?»: a figure for each side, whatever the verb says. */
function hasChanged(reading: Reading): boolean {
  const verb = reading.items.find((item) => CHANGED.test(formOf(reading, item)));
  const isOfTwo = reading.plan.filters.some(({ op, values }) => op === 'in' && values.length === 2);
  if (verb && isOfTwo) consume(reading, 'comparison of values', verb);
  return verb !== undefined && isOfTwo;
}

const bucketOfSides = (reading: Reading, { column, values }: Condition) =>
  columnNamed(reading, column)?.kind === 'date' ? bucketOf(values) : null;

/** «com convênio e sem convênio»: a figure for each side of a mark that is said both ways. */
export function groupBothSides(reading: Reading): void {
  const { plan } = reading;
  const both = plan.filters.find(({ column, op, values }) => {
    const found = columnNamed(reading, column);
    return op === 'in' && values.length > 1 && found !== undefined && isFlag(found);
  });
  if (both && plan.group_by.length === 0) addGroup(reading, { column: both.column, bucket: null });
}

/** «Salvador ou Recife: qual teve mais compras?», «há mais pregões ou dispensas?». */
function isChoice(reading: Reading): boolean {
  const { plan } = reading;
  const most = placeOfMost(reading);
  // «Saúde gastou mais que Obras?»
  const isThan = reading.items.slice(most + 1, most + 6).some((item) => formOf(reading, item) === 'que');
  if (most < 0 || !(isThan || reading.items.some((item) => isKeyword(item, 'or', 'versus')))) return false;
  if (!plan.filters.some(({ op, values }) => op === 'in' && values.length >= 2)) return false;
  consume(reading, 'comparison of values', reading.items[most]);
  measureOfChoice(reading, most);
  plan.order = [];
  plan.limit = null;
  reading.wantsRows = false;
  return true;
}

/** «ou são tipo 3, da mais recente para a mais antiga» is an order, and compares nothing. */
const placeOfMost = (reading: Reading): number =>
  reading.items.findIndex(
    (item, at) =>
      isKeyword(item, 'more', 'fewer', 'largest', 'smallest') &&
      !isInOrder(reading, at) &&
      ![at - 1, at - 2].some((place) => /^(?:para|pra)$/.test(formAt(reading, place))),
  );

/** By which figure the sides are compared: that of the verb, of the stuff that is handed over, or of the order. */
function measureOfChoice(reading: Reading, most: number): void {
  const { plan } = reading;
  const spent = reading.items.find((item) => SPENDING.test(formOf(reading, item)));
  if (spent && plan.measures.length === 0) spend(reading, spent);
  const stuff = plan.measures.length === 0 ? handedOver(reading, most) : null;
  if (stuff) {
    consume(reading, 'comparison of values', ...stuff.items);
    addMeasure(reading, 'sum', stuff.column);
  }
  const done = rootVerb(reading, most);
  if (done) {
    consume(reading, 'comparison of values', done.verb);
    // «quem pesa mais em média»
    const isAverage = plan.measures.some(({ fn }) => fn === 'average');
    plan.measures = [{ fn: isAverage ? 'average' : 'sum', column: done.column }];
    return;
  }
  const [order] = plan.order;
  const ordered = order?.by === 'column' ? columnNamed(reading, order.column ?? '') : undefined;
  if (ordered && isNumeric(ordered)) addMeasure(reading, isRate(ordered) ? 'average' : 'sum', ordered.name);
}

function bucketOf(keys: string[]): 'year' | 'semester' | 'quarter' | 'month' | 'weekday' | 'day' {
  const [key = ''] = keys;
  if (isWeekday(key)) return 'weekday';
  if (/^\d{4}$/.test(key) || areOfDifferent(keys, 'yyyy')) return 'year';
  if (/-S\d$/.test(key)) return 'semester';
  if (/-T\d$/.test(key)) return 'quarter';
  return /^\d{4}-\d\d$/.test(key) || areOfDifferent(keys, 'yyyy-mm') ? 'month' : 'day';
}

/** «de janeiro a setembro» of two years, the first half of two months: each stretch of days lies in one of its own. */
function areOfDifferent(keys: string[], unit: 'yyyy' | 'yyyy-mm'): boolean {
  const ends = keys.map((key) => key.split('/').map((day) => day.slice(0, unit.length)));
  return (
    ends.every(([first, last]) => last !== undefined && first === last) &&
    new Set(ends.map(([first]) => first)).size === keys.length
  );
}
