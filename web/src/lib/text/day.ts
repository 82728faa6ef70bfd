/** Days of the calendar of São Paulo, `YYYY-MM-DD`: cycles and periods turn there, wherever the reader is. */

const calendar = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Sao_Paulo',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** The day in São Paulo of an instant. */
export function dayOf(time: string): string {
  const parts = Object.fromEntries(
    calendar.formatToParts(new Date(time)).map(({ type, value }) => [type, value]),
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
