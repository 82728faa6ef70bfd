/** Groups that a preposition, a verb or a trend asks for: «por secretaria», «separadas por canal», «evolução mensal». */
import { baseForm } from '../../../../language/word-forms.ts';
import type { Item } from '../chunk/items.ts';
import { addMeasure } from '../measures/add-measure.ts';
import {
  chainAt,
  columnNamed,
  consume,
  formAt,
  formOf,
  isFiller,
  isGroupable,
  isKeyword,
  isNumeric,
  isUsed,
  namesOf,
  nextIndex,
  type Reading,
} from '../reading.ts';
import { addGroup, BUCKET_WORDS, dateColumn, type Key, keyAt } from './group-keys.ts';

export function readGroups(reading: Reading): void {
  for (const [index, item] of reading.items.entries()) {
    if (isUsed(reading, item) || isByOneValue(reading, index) || isUnitOfAmount(reading, index)) continue;
    if (isOrderOfRows(reading, index) || isByWayOfPaying(reading, index)) continue;
    // «ordenados por vencimento»
    if (isKeyword(item, 'by') && isKeyword(reading.items[index - 1], 'order')) continue;
    if (isPrincipal(reading, index)) readPrincipal(reading, index);
    else if (isKeyword(item, 'by', 'each') || isAcross(reading, index)) readGroupList(reading, index);
    else if (isKeyword(item, 'split')) readSplit(reading, index);
    else if (isKeyword(item, 'trend')) readTrend(reading, index);
    else if (isUnitAfterUnit(reading, index)) readUnitAfterUnit(reading, index);
  }
}

/** «o principal motivo», «as principais causas»: the commonest. */
const isPrincipal = (reading: Reading, index: number): boolean =>
  /^principa(?:l|is)$/.test(formAt(reading, index)) &&
  reading.items[index]?.kind === 'word' &&
  [index + 1, index - 1].some((at) => reading.items[at]?.kind === 'column' && keyAt(reading, at) !== null);

function readPrincipal(reading: Reading, index: number): void {
  const item = reading.items[index];
  const at = keyAt(reading, index + 1) && reading.items[index + 1]?.kind === 'column' ? index + 1 : index - 1;
  const key = keyAt(reading, at);
  if (!item || !key) return;
  consume(reading, 'most', item, ...key.items);
  addGroup(reading, key);
  addMeasure(reading, 'count', null);
  reading.plan.order.push({ by: 'measure', index: 0, column: null, direction: 'desc' });
  if (formOf(reading, item) === 'principal') reading.plan.limit = 1;
}

const ADJECTIVES: Record<string, RegExp> = {
  mes: /\bmensal\b/,
  ano: /\banual\b/,
  dia: /\bdiari[ao]\b/,
  semana: /\bsemanal\b/,
};

/** «mais de 500 reais por mês» of the column «valor mensal»: how the amount is reckoned, and no group for each month. */
function isUnitOfAmount(reading: Reading, index: number): boolean {
  const [by, unit] = [reading.items[index], reading.items[index + 1]];
  const adjective = ADJECTIVES[formOf(reading, unit)];
  if (!isKeyword(by, 'by') || !adjective) return false;
  const isReckoned = reading.plan.filters.some(
    ({ column }) => isNumeric(columnNamed(reading, column)) && adjective.test(namesOf(reading, column)),
  );
  if (isReckoned) consume(reading, 'unit of an amount', by, unit);
  return isReckoned;
}

/** «liste as demolições por data»: rows in the order of their day. */
function isOrderOfRows(reading: Reading, index: number): boolean {
  const [by, next] = [reading.items[index], reading.items[index + 1]];
  const isListed = reading.items.slice(0, index).some((item) => isKeyword(item, 'list'));
  if (!isKeyword(by, 'by') || !isListed || formOf(reading, next) !== 'data') return false;
  const chain = chainAt(reading, index + 1, (column) => column?.kind === 'date');
  // «por data» alone is the usual day, and «por data de encerramento» that one.
  const isNamed =
    chain !== null && (chain.items.length > 1 || chain.items.some(({ from, to }) => to > from + 1));
  const column = (isNamed ? chain.columns[0] : null) ?? dateColumn(reading);
  if (!column) return false;
  consume(reading, 'order', by, next, ...(chain?.items ?? []));
  reading.plan.order.push({ by: 'column', index: 0, column, direction: 'asc' });
  reading.wantsRows = true;
  return true;
}

/** «por pagamento em boleto»: the value after the noun is the way, and no group for each month of payment. */
function isByWayOfPaying(reading: Reading, index: number): boolean {
  const [by, noun, link, value] = reading.items.slice(index, index + 4);
  const isWay =
    isKeyword(by, 'by') &&
    /^(?:pagamento|debito|desconto|deposito|transferencia)$/.test(formOf(reading, noun)) &&
    /^(?:em|no|na|via|com|por)$/.test(formOf(reading, link)) &&
    value?.kind === 'value';
  if (isWay) consume(reading, 'apposition', by, noun);
  return isWay;
}

/** «por via marítima» is one value, and no group for each. */
function isByOneValue(reading: Reading, index: number): boolean {
  if (!isKeyword(reading.items[index], 'by')) return false;
  const chain = chainAt(reading, index + 1, isGroupable);
  const next = chain && reading.items[chain.to];
  return next?.kind === 'value' && next.phrases.some(({ column }) => chain?.columns.includes(column));
}

const isAcross = (reading: Reading, index: number): boolean =>
  formAt(reading, index) === 'longo' && /^(ao|no)$/.test(formAt(reading, index - 1));

/** «por secretaria e situação», «em cada UF», «por mês e por canal». */
function readGroupList(reading: Reading, index: number): boolean {
  let at = index + 1;
  while (isFillerAt(reading, at) || isKeyword(reading.items[at], 'each')) at += 1;
  const first = keyAt(reading, at) ?? keyBefore(reading, index, at);
  if (!first || isEachRow(reading, at, first)) {
    if (isRowNoun(reading, at)) consume(reading, 'per row', reading.items[index], reading.items[at]);
    return false;
  }
  consume(reading, 'group', reading.items[index], reading.items[at - 1], ...first.items);
  addGroup(reading, first);
  readFurtherKeys(reading, first.to);
  return true;
}

/** «causas de perda: quantas em cada uma?», «quantas ocorrências de cada tipo?»: the column that is named before. */
function keyBefore(reading: Reading, index: number, at: number): Key | null {
  const form = formAt(reading, index + 1);
  const isOne = isKeyword(reading.items[index], 'each') && /^(?:uma?|tipo|especie|classe)$/.test(form);
  const isLast = at >= reading.items.length || (form !== 'um' && form !== 'uma' && at === index + 1);
  if (!isOne || !isLast) return null;
  for (const [place, item] of reading.items.slice(0, index).entries()) {
    const key = item.kind === 'column' ? keyAt(reading, place) : null;
    if (key && columnNamed(reading, key.column)?.kind === 'category')
      return { ...key, items: [...key.items, ...reading.items.slice(index + 1, at + 1)], to: at + 1 };
  }
  return null;
}

/** «por pedido»: the rows, by a word for them or by what tells one from the other. */
const isRowNoun = (reading: Reading, at: number): boolean => {
  const item = reading.items[at];
  const base = item && reading.words[item.from]?.base;
  return (
    item?.kind === 'rows' ||
    (item?.kind === 'column' &&
      (rowNames(reading).includes(base ?? '') ||
        item.columns.some((name) => columnNamed(reading, name)?.kind === 'identifier')))
  );
};

/** In the base form: the words of the table's name too, which may be part of the name of a column. */
const rowNames = ({ lexicon: { table } }: Reading): string[] =>
  [table.rows_word.one, table.name, ...(table.row_nouns ?? [])].flatMap((text) => baseForm(text).split(' '));

/** «custo médio por refeição» of a table of meals with the day of each: no group for each day. */
const isEachRow = (reading: Reading, at: number, { column, items }: Key): boolean =>
  columnNamed(reading, column)?.kind === 'date' &&
  items.length === 1 &&
  reading.items[at]?.kind === 'column' &&
  isRowNoun(reading, at);

/** «… e situação», «…, situação e por canal»: the other keys of a list. */
function readFurtherKeys(reading: Reading, from: number): void {
  for (let next = from; next < reading.items.length; ) {
    const item = reading.items[next];
    if (!item || !isListed(reading, item)) return;
    let start = isKeyword(item, 'and') ? next + 1 : next;
    while (isFillerAt(reading, start) || isKeyword(reading.items[start], 'by', 'each')) start += 1;
    const more = keyAt(reading, start);
    if (!more) return;
    consume(reading, 'group', item, reading.items[start - 1], ...more.items);
    addGroup(reading, more);
    next = more.to;
  }
}

const isListed = (reading: Reading, item: Item): boolean =>
  isKeyword(item, 'and') || (item.from > 0 && reading.words[item.from]?.before.includes(',') === true);

const isFillerAt = (reading: Reading, at: number): boolean => {
  const item = reading.items[at];
  return item !== undefined && isFiller(reading, item);
};

/** «separadas por município», «distribuição por canal», «distribuídas entre as áreas». */
function readSplit(reading: Reading, index: number): void {
  consume(reading, 'group', reading.items[index]);
  const next = nextIndex(reading, index);
  if (isKeyword(reading.items[next], 'by', 'each')) return;
  const key = keyAt(reading, isKeyword(reading.items[next], 'among') ? nextIndex(reading, next) : next);
  if (!key) return;
  consume(reading, 'group', reading.items[next], ...key.items);
  addGroup(reading, key);
}

/** «evolução mensal», «por ano», «ao longo dos meses». */
function readTrend(reading: Reading, index: number): void {
  const item = reading.items[index];
  const date = dateColumn(reading);
  if (!item || !date) return;
  consume(reading, 'trend', item);
  const bucket = BUCKET_WORDS[formOf(reading, item)];
  const isNamed = reading.items.some(
    (each) => each !== item && isKeyword(each, 'trend', 'unit') && BUCKET_WORDS[formOf(reading, each)],
  );
  if (bucket) addGroup(reading, { column: date, bucket });
  else if (!isNamed) addGroup(reading, { column: date, bucket: 'month' });
}

/** «mês a mês», «ano a ano». */
const isUnitAfterUnit = (reading: Reading, index: number): boolean => {
  const form = formAt(reading, index);
  return (
    BUCKET_WORDS[form] !== undefined &&
    /^(a|por)$/.test(formAt(reading, index + 1)) &&
    formAt(reading, index + 2) === form
  );
};

function readUnitAfterUnit(reading: Reading, index: number): void {
  const date = dateColumn(reading);
  const bucket = BUCKET_WORDS[formAt(reading, index)];
  if (!date || !bucket) return;
  consume(reading, 'trend', ...reading.items.slice(index, index + 3));
  addGroup(reading, { column: date, bucket });
}
