/** The columns and units of the calendar by which rows are grouped: «secretaria», «mês de abertura», «dia da semana». */

import type { Bucket } from '#contract/table-plan.ts';
import { baseForm } from '../../../../language/word-forms.ts';
import { wordsOf } from '../../../../language/words.ts';
import type { Item } from '../chunk/items.ts';
import { filteredBefore, isBirth } from '../conditions/days/dates-meant.ts';
import { mayBeEvent } from '../conditions/days/events-in-time.ts';
import { dayOfMoney } from '../conditions/days/money-days.ts';
import { yearKeyAt } from '../conditions/days/year-columns.ts';
import {
  baseOf,
  chainAt,
  columnNamed,
  columnsOfKind,
  formAt,
  formOf,
  isGroupable,
  isKeyword,
  isTakenBy,
  namesOf,
  type Reading,
} from '../reading.ts';
import { sharesEvent } from '../words/events.ts';
import { onlyOne } from '../words/only-one.ts';
import { sharesRoot } from '../words/roots.ts';

export const BUCKET_WORDS: Record<string, Bucket> = {
  ano: 'year',
  anos: 'year',
  anual: 'year',
  anuais: 'year',
  anualmente: 'year',
  semestre: 'semester',
  semestres: 'semester',
  semestral: 'semester',
  trimestre: 'quarter',
  trimestres: 'quarter',
  trimestral: 'quarter',
  mes: 'month',
  meses: 'month',
  mensal: 'month',
  mensais: 'month',
  mensalmente: 'month',
  semana: 'week',
  semanas: 'week',
  semanal: 'week',
  dia: 'day',
  dias: 'day',
  diario: 'day',
  diaria: 'day',
};

export type Key = { column: string; bucket: Bucket | null; items: Item[]; to: number };

/** The group key that begins at an item: a column, or a unit of the calendar. */
export function keyAt(reading: Reading, index: number): Key | null {
  const item = reading.items[index];
  if (!item) return null;
  const year = yearKeyAt(reading, index);
  return year
    ? { ...year, bucket: null }
    : (calendarKeyAt(reading, index) ?? keyOfColumn(reading, index, item));
}

function keyOfColumn(reading: Reading, index: number, item: Item): Key | null {
  // «tempo médio por distância»: after «por» a number with few values tells groups apart too.
  const isBy = isKeyword(reading.items[index - 1], 'by', 'each');
  const chain =
    chainAt(reading, index, isGroupable) ??
    (isBy ? chainAt(reading, index, (column) => column?.is_stepped === true) : null);
  const sorted = isBy && !chain ? keyOfValues(item) : null;
  if (sorted) return { column: sorted, bucket: null, items: [item], to: index + 1 };
  const [column] = chain?.columns ?? [];
  if (!chain || !column || (item.kind === 'value' && !isColumnSooner(reading, index, column))) return null;
  const kind = columnNamed(reading, column)?.kind;
  return { column, bucket: kind === 'date' ? 'month' : null, items: chain.items, to: chain.to };
}

/** «por sala» of the values «Sala Sacra» and «Sala dos Tropeiros»: their column, and not the sum of both. */
function keyOfValues(item: Item): string | null {
  if (item.kind !== 'value' || item.to > item.from + 1) return null;
  const phrase = onlyOne(item.phrases);
  const isSort = phrase?.strength === 'head' && phrase.values.length > 1 && item.columns.length === 0;
  return phrase && isSort ? phrase.column : null;
}

/** «dia da semana», «mês», «ano de abertura»: a unit of the calendar, of the usual column of days or of the one that is named. */
function calendarKeyAt(reading: Reading, index: number): Key | null {
  const item = reading.items[index];
  const date = dateColumn(reading);
  if (!item || !date) return null;
  if (isDayOfWeek(reading, index))
    return { column: date, bucket: 'weekday', items: reading.items.slice(index, index + 3), to: index + 3 };
  // «ano modelo» is the name of a column, and so is «a diária».
  const isColumn =
    item.kind === 'column' && isKeyword(reading.items[index + 1], 'more', 'average', 'largest');
  const bucket = item.to === item.from + 1 && !isColumn ? BUCKET_WORDS[formOf(reading, item)] : undefined;
  if (!bucket) return null;
  const own = ownDate(reading, index + 1);
  if (!own) return { column: date, bucket, items: [item], to: index + 1 };
  return { column: own.column, bucket, items: [item, ...own.items], to: own.to };
}

const isDayOfWeek = (reading: Reading, index: number): boolean =>
  formAt(reading, index) === 'dia' &&
  /^(da|de)$/.test(formAt(reading, index + 1)) &&
  formAt(reading, index + 2) === 'semana';

/** «por material» of the column «material», although one remark begins with that word. */
function isColumnSooner(reading: Reading, index: number, name: string): boolean {
  const item = reading.items[index];
  if (item?.kind !== 'value' || !isKeyword(reading.items[index - 1], 'by', 'each', 'and')) return false;
  const base = baseOf(reading, item);
  const isWeak = item.phrases.every(({ strength }) => strength !== 'whole' && strength !== 'short');
  const [last] = wordsOf(columnNamed(reading, name)?.label ?? '').slice(-1);
  return isWeak && last !== undefined && baseForm(last) === base;
}

/** «por mês de abertura». */
function ownDate(reading: Reading, index: number): Key | null {
  if (formAt(reading, index) !== 'de') return null;
  const chain = chainAt(reading, index + 1, (column) => column?.kind === 'date');
  const [column] = chain?.columns ?? [];
  return chain && column ? { column, bucket: null, items: chain.items, to: chain.to } : null;
}

export const dateColumn = (reading: Reading): string | null =>
  filteredDate(reading) ??
  filteredBefore(reading) ??
  namedDay(reading) ??
  toldDay(reading) ??
  dayOfMoney(reading) ??
  reading.lexicon.table.date_column ??
  columnsOfKind(reading, 'date').find((column) => !isBirth(column))?.name ??
  null;

/** «colheitas por mês» of a table with the days of planting and of harvest. */
function namedDay(reading: Reading): string | null {
  const named = reading.items.flatMap((item) => {
    const dates =
      item.kind === 'column'
        ? item.columns.filter((name) => columnNamed(reading, name)?.kind === 'date')
        : [];
    return dates.length === 1 &&
      !isTakenBy(reading, item, 'empty') &&
      item.kind === 'column' &&
      item.columns.length === 1 &&
      formOf(reading, item) !== 'data'
      ? dates
      : [];
  });
  const only = onlyOne([...new Set(named)]);
  return only ?? null;
}

/** «quantas notas a gente emite em cada dia da semana» of a table with the days of issue and of payment: the verb tells which. */
function toldDay(reading: Reading): string | null {
  const verbs = reading.items.filter(
    (item, at) => (item.kind === 'word' && !item.isFunction) || mayBeEvent(reading, at),
  );
  const told = columnsOfKind(reading, 'date').filter((column) =>
    verbs.some((item) => sharesRoot(formOf(reading, item), column)),
  );
  const only = onlyOne(told);
  return only?.name ?? null;
}

/** «o primeiro a vencer», «o último a ser entregue»: the verb, right after the word for the rank at `index`. */
export function rankedVerb(reading: Reading, index: number): Item | undefined {
  const isRank = /^(?:primeir|ultim)[oa]s?$/.test(formAt(reading, index));
  const at = formAt(reading, index + 2) === 'ser' ? index + 3 : index + 2;
  const isVerb = at > index + 2 || /[aei]r$/.test(formAt(reading, at));
  return isRank && isVerb && formAt(reading, index + 1) === 'a' ? reading.items[at] : undefined;
}

/** The day on which the rows do what that verb says, and not the one on which they should. */
export function rankedDay(reading: Reading, index: number): string | null {
  const form = formOf(reading, rankedVerb(reading, index));
  if (form === '') return null;
  const told = columnsOfKind(reading, 'date').filter(
    (column) =>
      (sharesRoot(form, column) || sharesEvent(form, column)) &&
      !/previst|prev\b|prazo|limite/.test(namesOf(reading, column.name).replaceAll('_', ' ')),
  );
  return onlyOne(told)?.name ?? null;
}

/** A column of days that a filter or an event of the question is about. */
const filteredDate = (reading: Reading): string | null =>
  reading.plan.filters.find(
    ({ column, op }) => op !== 'empty' && columnNamed(reading, column)?.kind === 'date',
  )?.column ?? null;

export function addGroup(reading: Reading, { column, bucket }: Pick<Key, 'column' | 'bucket'>): void {
  const { group_by } = reading.plan;
  if (group_by.length < 2 && !group_by.some((key) => key.column === column && key.bucket === bucket))
    group_by.push({ column, bucket });
}
