/** Days as `YYYY-MM-DD` text, and arithmetic on them by the calendar, without any time zone. */

import { TIME_ZONE } from '../../env.ts';
import { dayOf } from './day-of-a-month.ts';

export type Day = string;

/** A stretch of days; both ends belong to it. */
export type Period = { first: Day; last: Day };

const MS_PER_DAY = 86_400_000;

const inZone = new Intl.DateTimeFormat('en-CA', {
  timeZone: TIME_ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** The day of an instant in TIME_ZONE. */
export const today = (now: Date): Day => inZone.format(now);

const utc = (day: Day): number => Date.parse(`${day}T00:00:00Z`);
const dayAt = (ms: number): Day => new Date(ms).toISOString().slice(0, 10);

export const yearOf = (day: Day): number => Number(day.slice(0, 4));
export const monthOf = (day: Day): number => Number(day.slice(5, 7));

export const addDays = (day: Day, days: number): Day => dayAt(utc(day) + days * MS_PER_DAY);

/** The same day of another month; its last day where it is shorter. */
export function addMonths(day: Day, months: number): Day {
  const index = yearOf(day) * 12 + monthOf(day) - 1 + months;
  const year = Math.floor(index / 12);
  const month = (index % 12) + 1;
  const wanted = Number(day.slice(8));
  return dayOf(year, month, wanted) ?? monthPeriod(year, month).last;
}

export const yearPeriod = (year: number): Period => ({ first: `${year}-01-01`, last: `${year}-12-31` });

/** `months` whole months from the month on; `month` counts from 1. */
export function monthsPeriod(year: number, month: number, months: number): Period {
  const first = dayAt(Date.UTC(year, month - 1, 1));
  return { first, last: addDays(dayAt(Date.UTC(year, month - 1 + months, 1)), -1) };
}

export const monthPeriod = (year: number, month: number): Period => monthsPeriod(year, month, 1);

/** From Monday to Sunday. */
export function weekPeriod(day: Day): Period {
  const weekday = (new Date(utc(day)).getUTCDay() + 6) % 7;
  const first = addDays(day, -weekday);
  return { first, last: addDays(first, 6) };
}

/** Whether the second begins on the day after the first ends. */
export const areAdjacent = (one: Period, other: Period): boolean => addDays(one.last, 1) === other.first;
