/** Conditions on debts and missing payments: «que devem multa», «a dívida do Muriti», «que ainda não foi paga». */

import type { Item } from '../chunk/items.ts';
import { addFilter } from '../filters.ts';
import { addMeasure } from '../measures/add-measure.ts';
import {
  columnNamed,
  columnsOfKind,
  consume,
  formOf,
  isFiller,
  isFlag,
  isKeyword,
  isUsed,
  namesOf,
  type Reading,
} from '../reading.ts';
import { EMPTY_WORDS } from '../words/common-words.ts';
import { sharesEvent } from '../words/events.ts';
import { noOf } from '../words/flags.ts';
import { onlyOne } from '../words/only-one.ts';
import { sharesRoot } from '../words/roots.ts';
import type { TableColumn } from '../words/table-column.ts';
import { isParticiple } from '../words/verbs.ts';
import { DAY_OF_PAYMENT, onlyDay } from './days/money-days.ts';

/** «que mais devem multa» of a table with a mark of what is paid: those that are not. */
export function readOwed(reading: Reading): void {
  const only = onlyOne(
    reading.lexicon.table.columns,
    (column) =>
      !column.hidden && isFlag(column) && PAID.test(namesOf(reading, column.name).replaceAll('_', ' ')),
  );
  const item = reading.items.find((each) => OWING.test(formOf(reading, each)));
  if (!only || !item || isUsed(reading, item)) return;
  const isNamed = reading.items.some(
    (each) => each.kind === 'value' && each.phrases.some(({ column }) => column === only.name),
  );
  if (isNamed || reading.plan.filters.some(({ column }) => column === only.name)) return;
  consume(reading, 'unpaid', item);
  addFilter(reading, { column: only.name, op: 'in', values: [noOf(only)] }, item);
}

/** «está com multa sem pagar», «multa pra receber ainda» of the mark «multa paga»: those that are not. */
export function readUnpaidMark(reading: Reading): void {
  for (const [index, item] of reading.items.entries()) {
    if (item.kind !== 'column') continue;
    const mark = onlyOne(
      item.columns.flatMap((name) => columnNamed(reading, name) ?? []),
      (column) => isFlag(column) && PAID.test(namesOf(reading, column.name).replaceAll('_', ' ')),
    );
    const said = mark ? unpaidAfter(reading, index) : [];
    if (!mark || said.length === 0) continue;
    consume(reading, 'unpaid', ...said);
    addFilter(reading, { column: mark.name, op: 'in', values: [noOf(mark)] }, item, ...said);
    return;
  }
}

/** «sem pagar», «por pagar», «a receber», «para receber ainda», «em aberto», right after a noun. */
function unpaidAfter(reading: Reading, index: number): Item[] {
  const after = reading.items.slice(index + 1, index + 4);
  const forms = after.flatMap(({ from, to }) => reading.words.slice(from, to).map(({ form }) => form));
  const length = UNPAID.exec(forms.join(' '))?.[0].split(' ').length ?? 0;
  const end = (reading.items[index]?.to ?? 0) + length;
  const isFree = after.every((each) => each.from >= end || !isUsed(reading, each));
  return length > 0 && isFree ? after.filter((each) => each.from < end) : [];
}

const UNPAID =
  /^(?:(?:sem|por|a|para|pra|falta|faltando|ainda) (?:pagar|receber|quitar|cobrar)|em (?:aberto|atraso|debito))(?: ainda)?(?= |$)/;
const PAID = /\b(?:pag[oa]s?|quitad[oa]s?)\b/;

const OWING = /^(?:devem?|devendo|devia|deviam)$/;

/** «qual a dívida do Muriti?» of a table with the day of payment: what has none adds up. */
export function readDebt(reading: Reading): void {
  const { money_column } = reading.lexicon.table;
  const item = reading.items.find(
    (each) =>
      (each.kind === 'word' || each.kind === 'rows') && /^(?:divida|debito)$/.test(formOf(reading, each)),
  );
  const day = onlyDay(reading, DAY_OF_PAYMENT);
  const isAsked = reading.items.some((each) => isKeyword(each, 'which', 'how_much', 'total'));
  if (!item || !day || !money_column || !isAsked || isUsed(reading, item)) return;
  consume(reading, 'debt', item);
  addFilter(reading, { column: day, op: 'empty', values: [] }, item);
  addMeasure(reading, 'sum', money_column);
}

/** «que ainda não foi paga» of a table with the state «Pago» and the day of payment: the day says so of every row, whatever else its state is. */
export function readUnpaidValue(reading: Reading, index: number, item: Item & { kind: 'value' }): void {
  const form = formOf(reading, item);
  const day = /^(?:pag|quit)[oaiu]/.test(form)
    ? onlyDay(reading, DAY_OF_PAYMENT)
    : isParticiple(form)
      ? (dayOfDeed(reading, form, sharesRoot) ??
        (isOther(item) ? dayOfDeed(reading, form, sharesEvent) : null))
      : null;
  const negation = day ? negationBefore(reading, index) : undefined;
  const [phrase] = item.phrases;
  // «não foram pagas, pendentes» is about the state.
  const isOfState = reading.items.some(
    (each) =>
      each !== item && each.kind === 'value' && each.phrases.some(({ column }) => column === phrase?.column),
  );
  if (!day || !negation || !phrase || isOfState) return;
  consume(reading, 'unpaid', item, negation);
  addFilter(reading, { column: day, op: 'empty', values: [] }, item);
  const { column, values } = phrase;
  const label = columnNamed(reading, column)?.label ?? column;
  reading.offers.push({
    text: `${label} que não é ${values.join(', ')}`,
    instead: [{ column, op: 'not_in', values }],
    taken: [day],
  });
}

/** «fechado» of the state «Resolvida»: the word is none of the table. */
const isOther = ({ phrases }: Item & { kind: 'value' }): boolean =>
  phrases.every(({ strength }) => strength === 'synonym');

/** The only day of a deed: «não foram fechados» of a table with the day of «fechamento», or of the «encerramento». */
function dayOfDeed(
  reading: Reading,
  form: string,
  tells: (form: string, column: TableColumn) => boolean,
): string | null {
  const only = onlyOne(columnsOfKind(reading, 'date'), (column) => tells(form, column));
  const isUsual = only?.name === reading.lexicon.table.date_column;
  return only && !isUsual && !PLANNED.test(namesOf(reading, only.name)) ? only.name : null;
}

const PLANNED = /prev|limite|prazo|venc|agend/;

/** «não», «nunca» before a verb, with nothing but little words between. */
export function negationBefore(reading: Reading, index: number): Item | undefined {
  for (let at = index - 1; at >= 0 && at >= index - 4; at -= 1) {
    const item = reading.items[at];
    if (!item || isUsed(reading, item)) return undefined;
    if (isKeyword(item, 'not')) return item;
    const isLittle = isFiller(reading, item) || EMPTY_WORDS.has(formOf(reading, item));
    if (!isLittle && !isKeyword(item, 'already')) return undefined;
  }
  return undefined;
}
