/** The largest and the smallest of a column: «a maior e a menor nota», «o menor prazo», «quando foi a primeira compra». */
import type { Item } from '../chunk/items.ts';
import {
  candidates,
  chainAt,
  columnNamed,
  consume,
  formAt,
  formOf,
  isFiller,
  isKeyword,
  isNumeric,
  isUsed,
  itemsBefore,
  namesOf,
  nextIndex,
  preferred,
  type Reading,
} from '../reading.ts';
import { addMeasure } from './add-measure.ts';
import { readLastTime } from './last-time.ts';
import { columnAfter, columnBefore, isOverMonths, lastMeasured, pricesForBuyers } from './measured-column.ts';

/** «a maior e a menor nota», «o contrato mais caro e o mais barato»: both ends of one column. */
export function readBothExtremes(reading: Reading): void {
  const ends = reading.items.filter((item) =>
    isKeyword(item, 'largest', 'smallest', 'expensive', 'cheap', 'recent', 'old'),
  );
  const [one, other] = ends;
  if (ends.length !== 2 || !one || !other || isHigh(one) === isHigh(other)) return;
  const [from, to] = [reading.items.indexOf(one), reading.items.indexOf(other)];
  const between = reading.items.slice(from + 1, to);
  const isPair = between.length <= 6 && between.some((item) => isKeyword(item, 'and'));
  if (!isPair || isInOrder(reading, from) || [one, other].some((item) => isUsed(reading, item))) return;
  const near = extremeColumn(reading, from, to);
  if (!near) return;
  const little = between.filter((item) => isKeyword(item, 'and', 'more', 'which') || item.kind === 'rows');
  consume(reading, 'both extremes', reading.items[from - 1], one, other, ...little, ...near.items);
  const after = reading.items[to + 1];
  if (after?.kind === 'rows') consume(reading, 'rows', after);
  for (const end of [one, other]) addMeasure(reading, isHigh(end) ? 'maximum' : 'minimum', near.column);
}

const isHigh = (item: Item): boolean => isKeyword(item, 'largest', 'expensive', 'recent');

/** The column that two superlatives are about: of days for «mais recente», the one that is named, else the usual amount. */
function extremeColumn(reading: Reading, from: number, to: number): { column: string; items: Item[] } | null {
  const { date_column, money_column } = reading.lexicon.table;
  if (isKeyword(reading.items[from], 'recent', 'old'))
    return date_column ? { column: date_column, items: [] } : null;
  const near = columnAfter(reading, to) ?? columnAfter(reading, from) ?? columnBefore(reading, from);
  if (near) return near;
  const noun = reading.items[nextIndex(reading, to)] ?? reading.items[nextIndex(reading, from)];
  if (noun?.kind === 'word' || noun?.kind === 'column') return null;
  const isOfPrice = isOverMonths(reading) && isKeyword(reading.items[from], 'expensive', 'cheap');
  const [price] = isOfPrice ? pricesForBuyers(reading) : [];
  const column = price?.name ?? money_column;
  return column ? { column, items: [] } : null;
}

/** «data da última reclamação em Pelotas», «qual a data de assinatura do contrato mais antigo?». */
function readExtremeDate(reading: Reading): boolean {
  const asked = placeOfAsking(reading);
  const at = reading.items.findIndex((item, place) => place > asked && isEndOfTime(reading, item, place));
  const [head, end] = [reading.items[asked], reading.items[at]];
  if (!head || !end || !asksForDate(reading, head, at - asked)) return false;
  const named = daysNamed(reading, asked);
  // «quando foi o desligamento mais recente»
  const event = isKeyword(reading.items[at - 1], 'more')
    ? chainAt(reading, at - 2, (each) => each?.kind === 'date')
    : null;
  const column =
    named?.columns[0] ??
    dayOfEvent(reading, at + 1) ??
    event?.columns[0] ??
    reading.lexicon.table.date_column;
  if (!column) return false;
  takeExtremeDay(reading, at, { column, items: [head, ...(named?.items ?? []), ...(event?.items ?? [])] });
  return true;
}

/** The place of «quando» where nothing else is asked first; else of the first word that says something. */
function placeOfAsking(reading: Reading): number {
  const first = reading.items.findIndex((item) => !isFiller(reading, item) && !isKeyword(item, 'which'));
  const when = reading.items.findIndex((item) => formOf(reading, item) === 'quando');
  return when >= 0 && (first < 0 || when < first) ? when : first;
}

/** «data», «quando», and «vencimento mais antigo das vencidas», where the day stands right before. */
const asksForDate = (reading: Reading, head: Item, distance: number): boolean =>
  /^(?:data|quando)$/.test(formOf(reading, head)) ||
  (head.kind === 'column' &&
    distance === 2 &&
    head.columns.every((name) => columnNamed(reading, name)?.kind === 'date'));

/** The column of days that words from a place on name, and no other. */
function daysNamed(reading: Reading, at: number): ReturnType<typeof chainAt> {
  const chain = chainAt(reading, at, (column) => column?.kind === 'date');
  return chain && (chain.items.length > 1 || chain.columns.length === 1) ? chain : null;
}

/** `at`: the place of the word for the first or the last. */
function takeExtremeDay(
  reading: Reading,
  at: number,
  { column, items }: { column: string; items: (Item | undefined)[] },
): void {
  const more = isKeyword(reading.items[at - 1], 'more') ? reading.items[at - 1] : undefined;
  consume(reading, 'extreme day', ...items, more, reading.items[at]);
  addMeasure(reading, isKeyword(reading.items[at], 'recent') ? 'maximum' : 'minimum', column);
}

/** «qual a última data de desligamento», «primeira data de admissão», «que dia foi a última vacina». */
function readExtremeOfDay(reading: Reading): boolean {
  const isOther = reading.items.some((item) => isKeyword(item, 'how_many', 'how_much', 'by', 'each', 'list'));
  const asked = reading.items.findIndex(
    (item, at) =>
      !isUsed(reading, item) &&
      /^(?:data|dia)$/.test(formOf(reading, item)) &&
      formAt(reading, at + 2) !== 'semana',
  );
  const at = reading.items.findIndex((item, place) => isEndOfTime(reading, item, place));
  const [head, end] = [reading.items[asked], reading.items[at]];
  // «última fatura paga: qual a data?» says more of the row than its rank.
  const isApart = at < asked - 1;
  if (isOther || isApart || !head || !end || isUsed(reading, end)) return false;
  const named = daysNamed(reading, asked);
  const noun = reading.items[at + 1];
  const column = named?.columns[0] ?? dayOfEvent(reading, at + 1) ?? dayOfMain(reading, noun);
  if (!column) return false;
  takeExtremeDay(reading, at, { column, items: [head, ...(named?.items ?? [noun])] });
  return true;
}

/** «a última vacina» of a table with the name of one in each row. */
const dayOfMain = (reading: Reading, item: Item | undefined): string | null =>
  item?.kind === 'column' && item.columns.includes(reading.lexicon.table.main_column)
    ? reading.lexicon.table.date_column
    : null;

/** «última», «mais recente», «primeiro», «mais antigo». */
const isEndOfTime = (reading: Reading, item: Item, at: number): boolean =>
  /^(?:ultim|primeir)[oa]$/.test(formOf(reading, item)) ||
  (isKeyword(item, 'recent', 'old') && isKeyword(reading.items[at - 1], 'more'));

/** «qual a data do último abastecimento», «quando foi a primeira compra»: the last or the first day. */
export function readExtremeDay(reading: Reading): void {
  if (readLastTime(reading) || readExtremeDate(reading) || readExtremeOfDay(reading)) return;
  const asked = reading.items.findIndex((item) => /^(data|dia|quando)$/.test(formOf(reading, item)));
  const rank = reading.items.findIndex(
    (item, at) => at > asked && at <= asked + 4 && /^(ultim|primeir)[oa]$/.test(formOf(reading, item)),
  );
  if (asked < 0 || rank < 0 || !asksForDay(reading, asked)) return;
  const column = dayOfEvent(reading, rank + 1);
  if (!column) return;
  const fn = formAt(reading, rank).startsWith('ultim') ? 'maximum' : 'minimum';
  consume(reading, 'extreme day', reading.items[asked], reading.items[rank], reading.items[rank + 1]);
  addMeasure(reading, fn, column);
}

const asksForDay = (reading: Reading, at: number): boolean =>
  formAt(reading, at) === 'quando' || itemsBefore(reading, at, 2).some((item) => isKeyword(item, 'which'));

/** The column of days of the rows, or of the event that the column is named after. */
function dayOfEvent(reading: Reading, at: number): string | null {
  if (reading.items[at]?.kind === 'rows') return reading.lexicon.table.date_column;
  return chainAt(reading, at, (column) => column?.kind === 'date')?.columns[0] ?? null;
}

/** «o maior salário» is a figure; «a maior compra», «as 3 maiores» are rows and are read elsewhere. */
export function aggregateNextTo(reading: Reading, index: number, end: 'maximum' | 'minimum'): void {
  const item = reading.items[index];
  if (!item || isInOrder(reading, index) || isEndOfOrder(reading, index) || isTopOfRows(reading, index))
    return;
  const fn = isJudgedUnwanted(reading, index) ? OTHER_END[end] : end;
  const chain = chainAt(reading, index + 1, isNumeric);
  if (!chain) {
    if (isOfFigureBefore(reading) && nextIndex(reading, index) < 0) {
      consume(reading, fn, item);
      addMeasure(reading, fn, null);
    }
    extremeOfNounBefore(reading, index, fn);
    return;
  }
  const column = preferred(reading, chain.columns);
  if (!column || asksForRows(reading, item)) return;
  consume(reading, fn, item, ...chain.items);
  addMeasure(reading, fn, column);
}

const OTHER_END = { maximum: 'minimum', minimum: 'maximum' } as const;

/** «e o maior?» after one figure of a column. */
const isOfFigureBefore = (reading: Reading): boolean =>
  reading.before?.group_by.length === 0 &&
  reading.before.measures.some(({ column }) => isNumeric(columnNamed(reading, column ?? '')));

/** «valor máximo», «o mínimo»: the noun stands before the adjective, or is that of the figure before. */
function extremeOfNounBefore(reading: Reading, index: number, fn: 'maximum' | 'minimum'): void {
  const item = reading.items[index];
  if (!/^(maxim|minim)/.test(formOf(reading, item))) return;
  const near = columnBefore(reading, index) ?? lastMeasured(reading);
  if (!near) return;
  consume(reading, fn, item, ...near.items);
  addMeasure(reading, fn, near.column);
}

/** «os maiores valores» are rows, and «quanto são os maiores valores» is a figure. */
const asksForRows = (reading: Reading, item: Item): boolean =>
  /^(maiores|menores)$/.test(formOf(reading, item)) &&
  !reading.items.some((each) => isKeyword(each, 'how_much'));

/** «do maior para o menor». */
export const isInOrder = (reading: Reading, index: number): boolean =>
  isKeyword(reading.items[index], 'largest', 'smallest', 'more', 'fewer', 'recent', 'old') &&
  /^(do|da|dos|das)$/.test(formAt(reading, index - 1)) &&
  (isEndNear(reading, index + 1, index + 4) ||
    // «do maior faturamento para o menor»
    (formAt(reading, index + 2) === 'para' && isEndNear(reading, index + 3, index + 5)));

const isEndNear = (reading: Reading, from: number, to: number): boolean =>
  reading.items.slice(from, to).some((item) => isKeyword(item, 'largest', 'smallest', 'more', 'fewer'));

/** The «menor» of «da maior para a menor quantidade». */
const isEndOfOrder = (reading: Reading, index: number): boolean =>
  [index - 1, index - 2].some(
    (at) =>
      /^(?:para|pra|pro|ao?)$/.test(formAt(reading, at)) &&
      [at - 1, at - 2].some((place) => isInOrder(reading, place)),
  );

/** «qual estado concentra o maior valor»: between the groups and the superlative stands a verb. */
function isComparedByVerb(reading: Reading, index: number): boolean {
  const which = reading.items.findIndex((item) => isKeyword(item, 'which'));
  const between = which < 0 ? [] : reading.items.slice(which + 2, index);
  const [verb, ...more] = between.filter((item) => item.kind !== 'word' || !item.isFunction);
  return (
    reading.items[which + 1]?.kind === 'column' &&
    verb?.kind === 'word' &&
    more.length === 0 &&
    /(?:[aei]|[ae]m|ou|eu|iu)$/.test(formOf(reading, verb))
  );
}

/** «com os maiores valores», «com maior salário»: rows or groups are ordered by it. */
const isTopOfRows = (reading: Reading, index: number): boolean =>
  isComparedByVerb(reading, index) ||
  isOfCountedRows(reading, index) ||
  itemsBefore(reading, index, 3).some(
    (item) =>
      /^(com|tem|teve|tiveram|possui|pelo|pelos|pela|por)$/.test(formOf(reading, item)) ||
      item.kind === 'number',
  );

/** «as 3 cargas de milho de maior valor», «qual foi a reserva de maior valor». */
function isOfCountedRows(reading: Reading, index: number): boolean {
  if (formAt(reading, index - 1) !== 'de') return false;
  const before = reading.items.slice(0, index);
  const noun = before.at(-2);
  // The «é» of «qual é» is written like «e».
  const asked = before.filter((item) => !isFiller(reading, item) && !isKeyword(item, 'and'));
  const isWhich = isKeyword(asked[0], 'which') && asked[1]?.kind === 'rows' && asked[1] === noun;
  // «o contrato de maior valor»
  const isOne = noun?.kind === 'rows' && !/s$/.test(formOf(reading, noun)) && asked.at(-1) === noun;
  // «qual delas é a de maior valor?»: the article stands for a row.
  const isThat = /^[oa]$/.test(formOf(reading, noun)) && isKeyword(asked[0], 'which') && asked.length === 1;
  return (
    isWhich ||
    isThat ||
    isOne ||
    before.some((item, at) => item.kind === 'number' && before[at + 1]?.kind === 'rows')
  );
}

/** The worst delay is the longest, and the best the shortest: «pior» and «melhor» of things that nobody wants. */
const UNWANTED =
  /atraso|espera|^tempo(?!.*(?:casa|servico|contribuicao|experiencia))|duracao|colocac|posicao|falta|ausencia|reclamac|custo|despesa|perda|defeito|erro|multa|divida|inadimpl|demora|falha|delay|absence|cost/;

export const isUnwanted = (reading: Reading, item: Item): boolean =>
  candidates(item).some(
    (name) => isNumeric(columnNamed(reading, name)) && UNWANTED.test(namesOf(reading, name)),
  );

/** «o pior atraso», «a melhor espera». */
const isJudgedUnwanted = (reading: Reading, index: number): boolean =>
  /^(?:pior|piores|melhor|melhores)$/.test(formAt(reading, index)) &&
  reading.items.slice(index + 1, index + 4).some((item) => isUnwanted(reading, item));
