/** Days of the installation's calendar, `YYYY-MM-DD`: cycles and periods turn there, wherever the reader is. */
import { inTimeZone } from './time-zone.ts';

const calendar = inTimeZone('en-US', {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** The day of an instant in the installation's time zone. */
export function dayOf(time: string | Date): string {
  const parts = Object.fromEntries(
    calendar()
      .formatToParts(new Date(time))
      .map(({ type, value }) => [type, value]),
  );
  return `${parts.year}-${parts.month}-${parts.day}`;
}

/** «14/11/2026» */
export function writtenDay(day: string): string {
  return day.split('-').reverse().join('/');
}

/** «14/11» */
export function shortDay(day: string): string {
  return writtenDay(day).slice(0, 5);
}
