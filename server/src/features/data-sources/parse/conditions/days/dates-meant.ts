/** The column of days that a period is about: named, or the event that a verb beside it tells. */

import { baseForm } from '../../../../../language/word-forms.ts';
import { fold } from '../../../../../language/words.ts';
import { type Item, isSaidValue } from '../../chunk/items.ts';
import { dayOfAmount } from '../../measures/verbs-of-amounts.ts';
import {
  baseOf,
  candidates,
  chainAt,
  columnNamed,
  columnsOfKind,
  consume,
  formAt,
  formOf,
  isKeyword,
  isNumeric,
  itemsBefore,
  namesOf,
  type Reading,
  textOf,
} from '../../reading.ts';
import { PERSON_NAMES } from '../../words/columns/telling-names.ts';
import { EMPTY_WORDS } from '../../words/common-words.ts';
import { dayOf, dayOfTense, sharesEvent } from '../../words/events.ts';
import { onlyOne } from '../../words/only-one.ts';
import { GENERAL_DATE_WORDS, rootsMeet, sharesRoot } from '../../words/roots.ts';
import type { TableColumn } from '../../words/table-column.ts';
import { isFiniteVerb, isParticiple } from '../../words/verbs.ts';
import { isPassiveAt } from './events-in-time.ts';
import { dayOfMoney } from './money-days.ts';

/** The column that a period is about: the one named by a word nearby, or the usual one of the table. */
export function dateColumnFor(reading: Reading, index: number): string | null {
  const dates = columnsOfKind(reading, 'date');
  const said = namedColumn(reading);
  if (said) return said;
  const near = nearestEvent(reading, index, dates);
  if (near) return near;
  return (
    dayOfNoun(reading, dates) ??
    filteredBefore(reading) ??
    dayMade(reading, dates)?.name ??
    dayTold(reading, dates)?.name ??
    dayOfAmount(reading) ??
    paidDay(reading) ??
    guessedDay(reading) ??
    dates.find((column) => !isBirth(column))?.name ??
    null
  );
}

/** The day of birth is meant only where the question says so. */
export const isBirth = ({ name, label }: TableColumn): boolean => /nasc|birth/.test(fold(`${name} ${label}`));

/** «quanto pagamos ao Nelson em 2025?»: the day of payment, or the usual one of what was paid. */
function paidDay(reading: Reading): string | null {
  const day = dayOfMoney(reading);
  const { date_column } = reading.lexicon.table;
  if (day && date_column && day !== date_column) reading.eitherDay = { taken: day, other: date_column };
  return day;
}

/** The usual column of days. Where nobody has chosen it and a verb tells an event of neither, another is offered. */
function guessedDay(reading: Reading): string | null {
  const { date_column, other_days = [] } = reading.lexicon.table;
  refuseOtherEvent(reading, columnNamed(reading, date_column ?? ''));
  const [other] = other_days;
  const taken = columnNamed(reading, date_column ?? '');
  const isUndecided =
    reading.items.some((item) => taken && isEventOfNone(reading, item, taken)) ||
    // «internações de 2025» are those that began in it.
    !reading.items.some((item) => taken && sharesRoot(formOf(reading, item), taken));
  if (date_column && other && isUndecided && reading.shareAt < 0)
    reading.eitherDay = { taken: date_column, other };
  return date_column;
}

/** «começaram em março» of a table without the day of the beginning: no other day stands for it. */
function refuseOtherEvent(reading: Reading, taken: TableColumn | undefined): void {
  const event = reading.items.find((item) => {
    const form = formOf(reading, item);
    const isVerb =
      (item.kind === 'word' && (isFiniteVerb(form) || isParticiple(form))) || isComing(reading, item);
    return isVerb && DATED.test(form) && !(taken && (sharesRoot(form, taken) || sharesEvent(form, taken)));
  });
  if (event) reading.refusals.push(`A tabela não tem a data de «${textOf(reading, event)}».`);
}

/** «o que encerra esta semana?» of the state «Encerrada»: what is still to come is no state. */
const isComing = (reading: Reading, item: Item): boolean =>
  (item.kind === 'value' || item.kind === 'word') &&
  /^(?:inicia|comeca|conclui|encerra|finaliza|termina|vence|expira|estreia)m?$/.test(formOf(reading, item));

/** Events with a day of their own, for which no other day stands. */
const DATED =
  /^(?:inici|comec|conclu|encerr|finaliz|termin|acab[ao]|venc|expir|caduc|prescrev|devolv|estre|assin)/;

/** «canceladas em março» of a table with the days of the request and of the visit. */
function isEventOfNone(reading: Reading, item: Item, taken: TableColumn): boolean {
  const form = formOf(reading, item);
  const isName = /^\p{Lu}/u.test(textOf(reading, item));
  const isEvent = !isName && (item.kind === 'word' || item.kind === 'value') && isParticiple(form);
  return isEvent && !EMPTY_WORDS.has(form) && !sharesRoot(form, taken) && !sharesEvent(form, taken);
}

/** «em 2025» after a question about 2026 is about the same days. */
export const filteredBefore = (reading: Reading): string | null =>
  reading.before?.filters.find(
    // «sem data de entrega»: what has no day is in no period.
    ({ column, op }) => op !== 'empty' && columnNamed(reading, column)?.kind === 'date',
  )?.column ??
  reading.before?.group_by.find(({ bucket }) => bucket !== null && bucket !== 'band')?.column ??
  null;

/** A word with the root of the column's name, or of a synonym of it. */
const isEventOf = (reading: Reading, item: Item, column: TableColumn): boolean =>
  sharesRoot(formOf(reading, item), column) ||
  (item.kind !== 'value' &&
    [...reading.lexicon.columns].some(
      ([word, names]) =>
        names.has(column.name) &&
        !GENERAL_DATE_WORDS.has(word) &&
        word.length >= 4 &&
        rootsMeet(formOf(reading, item), word),
    ));

/** «quantas solicitações em 2025?» of benefits with the days of the «solicitação» and of the «concessão»: rows that are called by an event are those of its day. */
function dayOfNoun(reading: Reading, dates: TableColumn[]): string | null {
  const usual = baseForm(reading.lexicon.table.rows_word.one);
  for (const item of reading.items) {
    const form = formOf(reading, item);
    if (item.kind !== 'rows' || item.to > item.from + 1 || baseOf(reading, item) === usual) continue;
    const told = onlyOne(dates, (column) => sharesRoot(form, column)) ?? dayOf(form, dates);
    if (told) return told.name;
  }
  return null;
}

/** «reservas feitas em março» of a table with the day of the «reserva» and that of arrival. */
function dayMade(reading: Reading, dates: TableColumn[]): TableColumn | null {
  const isMade = reading.items.some(
    (item, at) =>
      /^(?:feit|efetuad|criad|registrad|lancad)[oa]s?$/.test(formOf(reading, item)) &&
      itemsBefore(reading, at, 2).some(({ kind }) => kind === 'rows'),
  );
  const rows = fold(reading.lexicon.table.rows_word.one);
  const only = onlyOne(isMade ? dates.filter((column) => sharesRoot(rows, column)) : []);
  return only ?? null;
}

/** «consultas marcadas em agosto», «vencem até dezembro»: the day of the event that a verb or noun tells, of another root. */
export function dayTold(reading: Reading, dates: TableColumn[]): TableColumn | null {
  if (dates.length < 2) return null;
  for (const item of reading.items) {
    const told = item.kind === 'word' || item.kind === 'value' ? dayOf(formOf(reading, item), dates) : null;
    if (!told) continue;
    // A state that the table writes so is a condition besides.
    if (isSaidValue(item) || (item.kind === 'word' && isVerb(formOf(reading, item))))
      consume(reading, 'event', item);
    return told;
  }
  return null;
}

const isVerb = (form: string): boolean => isFiniteVerb(form) || isParticiple(form);

/** «pela data de abertura», wherever it is said. */
function namedColumn(reading: Reading): string | null {
  for (const [at, item] of reading.items.entries()) {
    if (formOf(reading, item) !== 'data' || item.kind !== 'column') continue;
    const chain = chainAt(reading, at, (column) => column?.kind === 'date');
    if (chain?.columns.length !== 1 || chain.items.length < 2) continue;
    consume(reading, 'column of days', ...chain.items);
    return chain.columns[0] ?? null;
  }
  return null;
}

/** «CT-e» of `cte_numero`, `cte_dt_emis`, `cte_uf`: what many names begin with names no day. */
const isBeginningOfMany = (reading: Reading, item: Item): boolean =>
  item.kind === 'column' &&
  item.columns.length > 3 &&
  item.columns.some((name) => columnNamed(reading, name)?.kind !== 'date') &&
  new Set(item.columns.map((name) => fold(name).split('_')[0])).size === 1;

/** «homologadas em 2025», «data de abertura em março»: a word with the root of a column of days. */
function nearestEvent(reading: Reading, index: number, dates: TableColumn[]): string | null {
  const places = [
    ...Array.from({ length: 8 }, (_, step) => index - 1 - step),
    ...Array.from({ length: 8 }, (_, step) => index + 1 + step),
  ];
  for (const at of places) {
    const item = reading.items[at];
    if (!item || item.kind === 'period' || item.kind === 'number' || isMoneyWord(reading, at)) continue;
    if (isAmount(reading, item) || isGroupNoun(reading, item) || isSomebody(reading, item)) continue;
    if (isBesideOwnColumn(reading, at, item) || isBeginningOfMany(reading, item)) continue;
    const named = candidates(item).find((name) => columnNamed(reading, name)?.kind === 'date');
    if (item.kind === 'column' && named) {
      const exact = chainAt(reading, at, (column) => column?.kind === 'date')?.columns[0];
      const own = narrowed(reading, at, exact ?? named);
      consume(reading, 'column of days', item);
      return own;
    }
    const event = dayOfTense(
      formOf(reading, item),
      dates.filter((column) => isEventOf(reading, item, column)),
    );
    if (event && isEventWord(item)) {
      takeEvent(reading, item, at);
      return event.name;
    }
  }
  return null;
}

/** «visitantes» of the column of their number, and no event of the day of visit. */
const isAmount = (reading: Reading, item: Item): boolean =>
  item.kind === 'column' &&
  item.columns.length > 0 &&
  !isFiniteVerb(formOf(reading, item)) &&
  item.columns.every((name) => isNumeric(columnNamed(reading, name)));

/** «do Marcos em 2026» of a table with the «data de marcação»: a name is no event. */
const isSomebody = (reading: Reading, item: Item): boolean =>
  item.kind === 'value' &&
  item.phrases.every(({ column }) => PERSON_NAMES.test(namesOf(reading, column))) &&
  item.phrases.length > 0;

/** «top 3 vendedores em 2026»: people whom a column names, and not the day of the «venda». */
const isGroupNoun = (reading: Reading, item: Item): boolean =>
  item.kind === 'column' &&
  item.columns.length > 0 &&
  item.columns.every(
    (name) =>
      columnNamed(reading, name)?.kind === 'category' &&
      reading.lexicon.heads.get(name) === baseOf(reading, item),
  );

/** «de baixa prioridade», «prioridade baixa» of a table with the day of the «baixa»: the value of the column beside it. */
const isBesideOwnColumn = (reading: Reading, at: number, item: Item): boolean =>
  item.kind === 'value' &&
  [reading.items[at - 1], reading.items[at + 1]].some(
    (each) => each?.kind === 'column' && item.phrases.some(({ column }) => onlyOne(each.columns) === column),
  );

/** «quanto foi homologado»: the word says which money is meant. */
const isMoneyWord = (reading: Reading, at: number): boolean =>
  itemsBefore(reading, at, 3).some((item) => isKeyword(item, 'how_much')) &&
  columnsOfKind(reading, 'money').some((column) => sharesRoot(formAt(reading, at), column));

/** «data de homologação»: the words after «data» say which one. */
function narrowed(reading: Reading, at: number, fallback: string): string {
  for (const item of reading.items.slice(at, at + 3)) {
    const dates = candidates(item).filter((name) => columnNamed(reading, name)?.kind === 'date');
    if (dates.length === 1 && dates[0]) {
      consume(reading, 'column of days', item);
      return dates[0];
    }
  }
  return fallback;
}

const isEventWord = (item: Item): boolean =>
  item.kind === 'word' || item.kind === 'value' || item.kind === 'column';

/**
 * A participle beside a period tells the day of an event: «abertas em 2026». Where it is a value too, that reading is
 * offered beside the other, unless a verb makes it an event: «foram abertas em 2026».
 */
function takeEvent(reading: Reading, item: Item, at: number): void {
  consume(reading, 'event', item);
  if (item.kind !== 'value' || isPassiveAt(reading, at)) return;
  const [phrase] = item.phrases;
  if (phrase) reading.eventValues.push({ column: phrase.column, values: phrase.values });
}
