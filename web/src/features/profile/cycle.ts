/** Days of the token cycle. They are days of São Paulo, `YYYY-MM-DD`, wherever the reader is. */
import type { TokenUsage } from '#contract/users.ts';

const calendar = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Sao_Paulo',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** The day in São Paulo of an instant. */
export function cycleDay(time: string): string {
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

/** How many days the cycle has in all, those to come included. */
export function cycleLength({
  days,
  next_token_reset,
}: Pick<TokenUsage, 'days' | 'next_token_reset'>): number {
  const first = days[0]?.day;
  if (!first) return 0;
  const whole = (Date.parse(cycleDay(next_token_reset)) - Date.parse(first)) / 86_400_000;
  return Math.max(whole, days.length);
}
