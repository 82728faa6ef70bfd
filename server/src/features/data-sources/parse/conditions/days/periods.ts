/** Conditions on days: «em março de 2025», «desde 2020», «entre 10/02 e 20/05», «antes de 1º de junho», «em 2024 e 2025». */
import { addDays, areAdjacent, type Period } from '../../../../../language/values/calendar.ts';
import type { Item } from '../../chunk/items.ts';
import { addFilter } from '../../filters.ts';
import {
  columnNamed,
  consume,
  formAt,
  formOf,
  isKeyword,
  isUsed,
  itemsBefore,
  namesOf,
  type Reading,
  textOf,
} from '../../reading.ts';
import type { Comparison } from '../../words/keywords.ts';
import { dateColumnFor } from './dates-meant.ts';
import {
  comparisonBefore,
  type Found,
  isOnward,
  keyOf,
  linked,
  ordered,
  type PeriodItem,
  secondPeriod,
} from './period-links.ts';
import { readYearNumber } from './year-numbers.ts';

export function readPeriodConditions(reading: Reading): void {
  for (let index = 0; index < reading.items.length; index += 1) {
    const item = reading.items[index];
    if (item?.kind !== 'period' || isUsed(reading, item)) continue;
    if (isNow(reading, index)) {
      consume(reading, 'now', item);
      continue;
    }
    if (readYearNumber(reading, index, item)) continue;
    const column = dateColumnFor(reading, index);
    if (!item.span.period) {
      consume(reading, 'no such day', item);
      reading.impossible.push(`«${textOf(reading, item)}» não é uma data do calendário.`);
    } else if (!column) {
      consume(reading, 'no column of days', item);
      reading.refusals.push(
        `A tabela não tem uma coluna de data a que «${textOf(reading, item)}» se aplique.`,
      );
    } else readPeriod(reading, column, { at: index, item });
  }
}

/** «estão em atraso hoje»: a state is that of today, and no day is asked for. */
const isNow = (reading: Reading, index: number): boolean =>
  formAt(reading, index) === 'hoje' &&
  itemsBefore(reading, index, 5).some(
    (item, at, near) =>
      /^(?:esta|estao|continuam|seguem)$/.test(formOf(reading, item)) ||
      (item.kind === 'value' && /^em (?:atraso|aberto|andamento)$/i.test(textOf(reading, item))) ||
      (formOf(reading, item) === 'em' && /^(?:atraso|aberto|andamento)/.test(formOf(reading, near[at + 1]))),
  );

function readPeriod(reading: Reading, column: string, first: Found): void {
  keepYear(reading, first.item);
  const lead = comparisonBefore(reading, first.at);
  const second = secondPeriod(reading, first, lead?.op);
  const start = second ? null : dayBefore(reading, first);
  const period = first.item.span.period;
  if (!period) return;
  if (start) {
    consume(reading, 'range of days', start.item, first.item, lead?.item, reading.items[first.at - 3]);
    between(reading, column, ordered(start.day, period.last), start.item, first.item);
  } else if (second?.item.span.period) {
    consume(reading, 'range of days', lead?.item);
    readTwoPeriods(reading, column, [first, period], [second, second.item.span.period]);
  } else {
    const isUpToNow = lead?.op === '<=' && period.first === reading.today && !isDayDue(reading, column);
    consume(reading, isUpToNow ? 'now' : 'period', lead?.item, first.item);
    if (!isUpToNow) readOnePeriod(reading, column, first, { period, op: lead?.op ?? null });
  }
}

/** «pagos até hoje» are all that have been paid; of days that may lie ahead, «até hoje» leaves some out. */
const isDayDue = (reading: Reading, column: string): boolean =>
  /venc|prazo|limite|previs|agend|fim|validade|entrega|due/.test(namesOf(reading, column));

/** «de março a maio» is a range, and «de 2024 para 2025» a comparison. */
function readTwoPeriods(
  reading: Reading,
  column: string,
  [first, period]: [Found, Period],
  [second, last]: [Found, Period],
): void {
  consume(reading, 'range of days', first.item, second.item);
  const isChange = reading.items.slice(first.at, second.at).some((item) => formOf(reading, item) === 'para');
  // «a diferença entre 2025 e 2026»
  const isDifference =
    reading.items.slice(0, first.at).some((item) => isKeyword(item, 'difference', 'compare')) &&
    isKeyword(reading.items[linkBefore(reading, second.at)], 'and');
  if (isChange || isDifference) {
    const values = [keyOf(period), keyOf(last)];
    addFilter(reading, { column, op: 'in', values }, first.item, second.item);
    reading.isChange = true;
    return;
  }
  const start = adjustedStart(first.item, period, last);
  between(reading, column, ordered(start, last.last), first.item, second.item);
}

/** The place of what joins a period to the one before: «entre o ano de 2025 e o de 2026». */
function linkBefore(reading: Reading, at: number): number {
  const isLittle = /^(?:[oa]|d[eoa])$/.test(formAt(reading, at - 1));
  return isLittle ? linkBefore(reading, at - 1) : at - 1;
}

/** «desde março», «antes de 2024», «de 2024 em diante», «em 2024 e 2025». */
function readOnePeriod(
  reading: Reading,
  column: string,
  first: Found,
  { period, op }: { period: Period; op: Comparison | null },
): void {
  if (op && op !== 'between' && op !== '=' && op !== '~') bound(reading, column, op, period, first.item);
  else if (isOnward(reading, first.at)) bound(reading, column, '>=', period, first.item);
  else listed(reading, column, first);
}

/** «entre 1º e 15 de junho», «de 3 a 9 de maio»: the number before is a day of the same month. */
function dayBefore(reading: Reading, { at, item }: Found): { item: Item; day: string } | null {
  const [before, link] = [reading.items[at - 2], reading.items[at - 1]];
  const period = item.span.period;
  const isRange =
    /^(?:e|a|ao|ate)$/.test(formOf(reading, link)) &&
    /^(?:entre|de|do|dia|dias)$/.test(formAt(reading, at - 3));
  if (before?.kind !== 'number' || !period || period.first !== period.last || !isRange) return null;
  const number = Number(before.number.value);
  const isDay = Number.isInteger(number) && number >= 1 && number <= Number(period.last.slice(8));
  return isDay ? { item: before, day: `${period.last.slice(0, 8)}${String(number).padStart(2, '0')}` } : null;
}

/** «de janeiro a março de 2025»: the first month has the year of the last. */
function adjustedStart(item: PeriodItem, period: Period, last: Period): string {
  if (!item.span.isYearAssumed) return period.first;
  const moved = `${last.first.slice(0, 4)}${period.first.slice(4)}`;
  return moved <= last.last ? moved : `${Number(last.first.slice(0, 4)) - 1}${period.first.slice(4)}`;
}

/** «e em março?» after «fevereiro de 2025» is of that year. */
function keepYear(reading: Reading, { span }: PeriodItem): void {
  const old = reading.before?.filters.find(
    ({ column, op }) => op === 'between' && columnNamed(reading, column)?.kind === 'date',
  );
  const year = old?.values[0]?.slice(0, 4);
  const { period, isYearAssumed } = span;
  if (!isYearAssumed || !period || !year || old?.values[1]?.slice(0, 4) !== year) return;
  if (period.first.slice(0, 4) !== period.last.slice(0, 4)) return;
  span.period = { first: `${year}${period.first.slice(4)}`, last: lastOf(year, period.last) };
  span.other = null;
}

/** The last day of February depends on the year. */
const lastOf = (year: string, last: string): string =>
  last.slice(5) === '02-28' || last.slice(5) === '02-29'
    ? addDays(`${year}-03-01`, -1)
    : `${year}${last.slice(4)}`;

function between(reading: Reading, column: string, values: [string, string], ...items: Item[]): void {
  addFilter(reading, { column, op: 'between', values }, ...items);
}

function bound(reading: Reading, column: string, op: Comparison, { first, last }: Period, item: Item): void {
  const values: Partial<Record<Comparison, string>> = { '>': last, '>=': first, '<': first, '<=': last };
  const value = values[op];
  if (value && (op === '>' || op === '>=' || op === '<' || op === '<='))
    addFilter(reading, { column, op, values: [value] }, item);
}

/** One period, or several of a list: «em 2024 e 2025». */
function listed(reading: Reading, column: string, first: Found): void {
  const found = [first];
  for (;;) {
    const next = linked(reading, found.at(-1)?.at ?? 0, /^(e|ou|versus|vs|x|contra|com)$/);
    if (!next?.item.span.period) break;
    consume(reading, 'period', next.item);
    found.push(next);
  }
  shareYear(found);
  const periods = found.flatMap(({ item }) => item.span.period ?? []);
  const items = found.map(({ item }) => item);
  const [one, two] = periods;
  if (!one) return;
  const other = two ? null : first.item.span.other;
  if (other) {
    const instead = [{ column, op: 'between' as const, values: [other.first, other.last] }];
    reading.offers.push({ text: textOf(reading, first.item), instead, taken: [column] });
  }
  if (!two) between(reading, column, [one.first, one.last], ...items);
  else if (periods.length === 2 && areAdjacent(one, two) && !isComparison(reading))
    between(reading, column, [one.first, two.last], ...items);
  else addFilter(reading, { column, op: 'in', values: periods.map(keyOf) }, ...items);
}

/** «março e abril de 2025»: the year that is said last is that of the months before it too. */
function shareYear(found: Found[]): void {
  found.toReversed().reduce((later, earlier) => {
    const [period, next] = [earlier.item.span.period, later.item.span.period];
    if (!earlier.item.span.isYearAssumed || later.item.span.isYearAssumed || !period || !next) return earlier;
    const first = adjustedStart(earlier.item, period, next);
    const last = lastOf(first.slice(0, 4), period.last);
    earlier.item.span = { ...earlier.item.span, period: { first, last }, isYearAssumed: false, other: null };
    return earlier;
  });
}

const isComparison = (reading: Reading): boolean =>
  reading.items.some((item) => isKeyword(item, 'compare', 'versus', 'difference')) ||
  // «houve mais em 2024 ou em 2025?»
  (reading.items.some((item) => isKeyword(item, 'or')) &&
    reading.items.some((item) => isKeyword(item, 'more', 'fewer', 'largest', 'smallest')));
