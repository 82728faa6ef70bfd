/** Whether each condition of a finished plan stands on words of the question, or on the plan that the question edits. */

import { isDeepStrictEqual } from 'node:util';
import { type Condition, DURATION_UNIT } from '#contract/table-plan.ts';
import { addDays } from '../../../../language/values/calendar.ts';
import { fold } from '../../../../language/words.ts';
import type { Item } from '../chunk/items.ts';
import { dayOfMoney } from '../conditions/days/money-days.ts';
import { takesOut } from '../follow-ups/follow-up-edits.ts';
import { ownStuff, stuffOf } from '../numbers/stuff-units.ts';
import {
  candidates,
  columnNamed,
  formOf,
  isFlag,
  isKeyword,
  isNumeric,
  isTakenBy,
  namesOf,
  type Reading,
} from '../reading.ts';
import { PERSON } from '../words/common-words.ts';
import { noOf } from '../words/flags.ts';
import type { TableColumn } from '../words/table-column.ts';
import { asksForMoney, hasForm, hasKeyword, itemsNaming } from './said-columns.ts';

export function isFilterSaid(reading: Reading, filter: Condition, place: number): boolean {
  const { before } = reading;
  if (before?.filters.some((old) => isDeepStrictEqual(old, filter))) return true;
  const items = reading.filterItems[place] ?? [];
  // Rows without a group are no group.
  if (filter.op === 'filled' && items.length === 0)
    return reading.plan.group_by.some(({ column }) => column === filter.column);
  if (items.some((item) => isTakenBy(reading, item, 'coming of age', 'still going on', 'stock', 'unpaid')))
    return true;
  const isEdited = before?.filters.some(({ column }) => column === filter.column) === true;
  if (items.length === 0 && !isEdited) return takesOut(reading);
  // «gatas»: a noun for females names the sort and the sex.
  if (/sexo|genero|gender/.test(namesOf(reading, filter.column))) return isNegationSaid(reading, filter);
  return (
    isNegationSaid(reading, filter) &&
    isDirectionSaid(items, filter, reading) &&
    (isEdited || isColumnSaid(reading, filter, items)) &&
    areLiteralsSaid(reading, filter, items)
  );
}

const isNegationSaid = (reading: Reading, { column, op }: Condition): boolean => {
  const found = columnNamed(reading, column);
  const isExcluding = op === 'not_in' || op === 'not_contains';
  if (isExcluding && found && isFlag(found)) return false;
  if (!isExcluding && op !== 'empty') return true;
  return (
    hasKeyword(reading, 'not', 'without', 'except', 'nor', 'fewer', 'empty') ||
    hasForm(reading, EXCLUDING) ||
    (op === 'empty' && hasForm(reading, LACKING))
  );
};

const EXCLUDING =
  /^(?:diferente|menos|outr[oa]s|exclu|retir(?:a|e|ar|ando)$|tir(?:a|e|ar|ando)$|restante|demais|fora$|alem|ignor|desconsider|descont|nunca|jamais)/;
const LACKING =
  /^(?:ninguem|divida|debito|in|des|falt|pend|abert|vazi|nenhum|ainda|zerad|gratuit|ausente|atras|vencid|passou|passar?am|estour|ultrapass|tir|aguard|continu|segue)/;

/** «acima de» makes no upper bound, unless it is denied. */
function isDirectionSaid(items: Item[], { op, column }: Condition, reading: Reading): boolean {
  // «mais de 20 anos de casa» is a day before.
  const isDay = columnNamed(reading, column)?.kind === 'date';
  if (!/^[<>]=?$/.test(op) || hasKeyword(reading, 'not', 'nor', 'without', 'except')) return true;
  const said = items.flatMap((item) =>
    item.kind === 'comparison' &&
    /^[<>]=?$/.test(item.phrase.op) &&
    item.phrase.of !== (isDay ? 'number' : 'date')
      ? [item.phrase]
      : [],
  );
  return said.length === 0 || said.some((phrase) => phrase.op[0] === op[0]);
}

/** The column of a value is that of its name; of a number or day it is named, has its unit, or is the usual one. */
function isColumnSaid(reading: Reading, { column: name, op }: Condition, items: Item[]): boolean {
  if (op === 'in' || op === 'not_in') return isColumnOfValues(name, items);
  const column = columnNamed(reading, name);
  const columns = items.filter((item) => item.kind === 'column');
  if (isNumeric(column) && columns.length > 0 && !columns.some((item) => candidates(item).includes(name)))
    return false;
  if (!column || itemsNaming(reading, name).length > 0 || isYearSaid(column, items)) return true;
  if (column.kind === 'date') return isDaySaid(reading, column, items);
  return !isNumeric(column) || isNumberMeant(reading, column, items);
}

function isColumnOfValues(name: string, items: Item[]): boolean {
  const values = items.filter((item) => item.kind === 'value');
  return (
    values.length === 0 ||
    values.some(
      ({ phrases, columns }) => phrases.some(({ column }) => column === name) || columns.includes(name),
    )
  );
}

/** The visible columns of the same sort; numbers and amounts of money are one. */
const alike = ({ lexicon }: Reading, column: TableColumn): TableColumn[] =>
  lexicon.table.columns.filter(
    (each) => !each.hidden && (each.kind === column.kind || (isNumeric(each) && isNumeric(column))),
  );

/** A day that no word names is the usual one, that of money, the only one, or what a word of the condition tells. */
const isDaySaid = (reading: Reading, column: TableColumn, items: Item[]): boolean => {
  const { date_column } = reading.lexicon.table;
  return (
    column.name === date_column ||
    column.name === dayOfMoney(reading) ||
    date_column === null ||
    alike(reading, column).length === 1 ||
    items.some(({ kind }) => kind === 'word' || kind === 'column' || kind === 'number')
  );
};

/** «feitas antes de 1850» of a table with the year of it */
const isYearSaid = ({ label }: TableColumn, items: Item[]): boolean =>
  /^ano\b/.test(fold(label)) && items.some((item) => item.kind === 'period');

/** A number that no word names: the only one, an age, a year, a duration, or the usual amount. */
function isNumberMeant(reading: Reading, column: TableColumn, items: Item[]): boolean {
  const isLarge = items.some((item) => item.kind === 'number' && Number(item.number.value) >= 100);
  const isUsual = column.name === reading.lexicon.table.money_column;
  return (
    (column.unit === DURATION_UNIT &&
      items.some((item) => item.kind === 'number' && item.number.unit === 'minutes')) ||
    isUnitSaid(reading, column) ||
    alike(reading, column).length === 1 ||
    isAgeOrYear(reading, column.name) ||
    (isUsual && (isLarge || asksForMoney(reading)))
  );
}

/** «mais de 2 toneladas» of a column in kilos. */
function isUnitSaid(reading: Reading, column: TableColumn): boolean {
  const own = ownStuff(column);
  return own !== null && reading.items.some((item) => stuffOf(formOf(reading, item))?.of === own.of);
}

/** «homens acima de 60», «em 2025» of a column of years. */
function isAgeOrYear(reading: Reading, name: string): boolean {
  const names = namesOf(reading, name).replaceAll('_', ' ');
  const isOfPeople = reading.items.some(
    (item) =>
      item.kind === 'value' &&
      item.phrases.some(({ column }) => /sexo|genero|gender/.test(namesOf(reading, column))),
  );
  if (/idade|\bage\b/.test(names))
    return isOfPeople || hasForm(reading, PERSON) || hasForm(reading, /^(?:anos?|maiores|menores)$/);
  return /\bano|exercicio|safra/.test(names) && hasForm(reading, /^(?:19|20)\d\d$/);
}

function areLiteralsSaid(reading: Reading, filter: Condition, items: Item[]): boolean {
  const column = columnNamed(reading, filter.column);
  if (column?.kind === 'date') return areDaysSaid(reading, filter, items);
  if (isNumeric(column)) return filter.values.every((value) => value === '0' || isNumberSaid(reading, value));
  if (filter.op === 'in' || filter.op === 'not_in') return areValuesSaid(reading, filter, items);
  return true;
}

/** Hours in minutes, days in weeks, «cerca de», and the like. */
const FACTORS = [1, 60, 1440, 3600, 7, 30, 365, 12, 24, 1000, 1_000_000, 0.9, 1.1, 100, 0.01, 10, 0.1, 0.001];

/** Whether a literal of the plan is a number of the question, in another unit perhaps. */
export const isSameNumber = (said: string, literal: string): boolean => {
  const [one, other] = [Number(said), Number(literal)];
  return FACTORS.some((factor) => Math.abs(one * factor - other) <= 1e-6 * Math.max(1, Math.abs(other)));
};

export const isNumberSaid = (reading: Reading, value: string): boolean => {
  // «menos de uma hora», «meio ano»
  const isWritten = hasForm(reading, /^(?:uma?|mei[oa]|duzia|par|primeir|segund|terceir|zero)/);
  return (
    reading.words.some(({ form }) => form === value) ||
    (isWritten && (isSameNumber('1', value) || isSameNumber('0.5', value))) ||
    reading.items.some(
      (item) =>
        item.kind === 'period' ||
        (item.kind === 'number' && isSameNumber(item.number.value, value)) ||
        (item.kind === 'value' && item.phrases.some(({ values }) => values.includes(value))),
    )
  );
};

/** The first or last day of a period that was said, or a day beside it. */
function areDaysSaid(reading: Reading, { values }: Condition, items: Item[]): boolean {
  const spans = items.flatMap((item) => (item.kind === 'period' ? [item.span] : []));
  if (spans.length === 0 || spans.some(({ period }) => period === null)) return true;
  // «entre março e junho de 2025»: the first month has the year of the last.
  const assumed = reading.items.flatMap((item) =>
    item.kind === 'period' && item.span.isYearAssumed && item.span.period ? [item.span.period] : [],
  );
  const isInOtherYear = (value: string) =>
    spans.length > 1 &&
    assumed.some(({ first, last }) => [first, last].some((day) => day.slice(5) === value.slice(5)));
  const said = reading.items
    .flatMap((item) => (item.kind === 'period' ? [item.span.period, item.span.other] : []))
    .flatMap((period) => (period ? [period.first, period.last] : []))
    .flatMap((day) => [day, addDays(day, 1), addDays(day, -1)]);
  // «entre 1 e 15 de março»: the other day has its number alone.
  const isPart = items.some(({ kind }) => kind === 'number');
  const isSaid = (value: string) =>
    said.some((day) =>
      value.length < 10
        ? day.slice(0, 4) === value.slice(0, 4)
        : isPart
          ? day.slice(0, 7) === value.slice(0, 7)
          : day === value,
    );
  const days = values.flatMap((value) => value.split('/'));
  return days.every((day) => isSaid(day) || isInOtherYear(day)) || reading.isFollowUp;
}

/** Each value has a word of its own; a mark of yes or no has its column's. */
function areValuesSaid(reading: Reading, { column, values }: Condition, items: Item[]): boolean {
  const found = columnNamed(reading, column);
  if (found && isFlag(found)) return isMarkSaid(reading, values, noOf(found));
  if (items.length > 0 && !items.some((item) => item.kind === 'value')) return true;
  // A word for so many values has given all of them.
  if (values.length > 50) return true;
  const before = reading.before?.filters.find((old) => old.column === column)?.values ?? [];
  const said = new Set([
    ...before,
    ...reading.items.flatMap((item) =>
      item.kind === 'value'
        ? item.phrases.flatMap((phrase) => (phrase.column === column ? phrase.values : []))
        : [],
    ),
  ]);
  // «não foram renovadas» of the value «Não renovada»
  const isDenied = (value: string) => [...said].some((one) => fold(value) === `nao ${fold(one)}`);
  return values.every((value) => said.has(value) || (values.length <= 2 && isDenied(value)));
}

/** The no of a mark needs a word that denies. */
const isMarkSaid = (reading: Reading, values: string[], no: string): boolean =>
  values.length !== 1 ||
  values[0] !== no ||
  hasKeyword(reading, 'not', 'without', 'except', 'nor', 'fewer') ||
  hasForm(reading, EXCLUDING) ||
  hasForm(reading, LACKING) ||
  reading.items.some(
    (item) => item.kind === 'value' && item.phrases.some((phrase) => phrase.values.includes(no)),
  ) ||
  reading.items.some((item) => isKeyword(item, 'empty'));
