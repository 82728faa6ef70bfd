/** Periods that a date filter offers ready-made. Days are `YYYY-MM-DD`; the last one belongs to its period. */
import { texts } from '../texts.ts';

export type Period = { label: string; first: string; last: string };

const dayText = (date: Date) => date.toISOString().slice(0, 10);
/** Months count from 0; those beyond the year, and day 0, are carried over by the calendar. */
const dayAt = (year: number, month: number, day: number) => dayText(new Date(Date.UTC(year, month, day)));

const words = texts.periods;

export function periodsAround(today: string): Period[] {
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number);
  const months = (label: string, y: number, first: number, count: number): Period => ({
    label,
    first: dayAt(y, first, 1),
    last: dayAt(y, first + count, 0),
  });
  const quarter = Math.floor((month - 1) / 3) * 3;
  return [
    months(words.thisMonth, year, month - 1, 1),
    months(words.lastMonth, year, month - 2, 1),
    months(words.thisQuarter, year, quarter, 3),
    months(words.thisYear, year, 0, 12),
    months(words.lastYear, year - 1, 0, 12),
    { label: words.last30Days, first: dayAt(year, month - 1, day - 29), last: today },
    { label: words.last12Months, first: dayAt(year - 1, month - 1, day + 1), last: today },
  ];
}

/** First and last day of `2025`, `2025-S1`, `2025-T1`, `2025-03`, of a day, or of two days with a slash between. */
export function periodOfKey(key: string): { first: string; last: string } {
  const [first = key, last] = key.split('/');
  if (last) return { first, last };
  const year = Number(key.slice(0, 4));
  const part = Number(key.slice(6));
  const span = (month: number, count: number) => ({
    first: dayAt(year, month, 1),
    last: dayAt(year, month + count, 0),
  });
  if (/^\d{4}$/.test(key)) return span(0, 12);
  if (/-S\d$/.test(key)) return span(part * 6 - 6, 6);
  if (/-T\d$/.test(key)) return span(part * 3 - 3, 3);
  if (/^\d{4}-\d\d$/.test(key)) return span(Number(key.slice(5)) - 1, 1);
  return { first: key, last: key };
}

/** The key of the period after this one, for the units whose periods follow one another without gaps. */
export function nextKey(key: string, bucket: string): string | null {
  const year = Number(key.slice(0, 4));
  const part = Number(key.slice(6));
  if (bucket === 'year') return String(year + 1);
  if (bucket === 'semester') return part === 1 ? `${year}-S2` : `${year + 1}-S1`;
  if (bucket === 'quarter') return part < 4 ? `${year}-T${part + 1}` : `${year + 1}-T1`;
  if (bucket === 'month') return dayAt(year, Number(key.slice(5)), 1).slice(0, 7);
  if (bucket === 'day') return dayText(new Date(Date.parse(`${key.slice(0, 10)}T00:00:00Z`) + DAY_MS));
  return bucket === 'week' ? nextWeek(key) : null;
}

const DAY_MS = 86_400_000;

/** ISO weeks: the fourth of January is always in the first one. */
function nextWeek(key: string): string {
  const year = Number(key.slice(0, 4));
  const fourth = new Date(Date.UTC(year, 0, 4));
  const firstMonday = fourth.getTime() - ((fourth.getUTCDay() + 6) % 7) * DAY_MS;
  const thursday = new Date(firstMonday + (Number(key.slice(6)) * 7 + 3) * DAY_MS);
  const yearOfNext = thursday.getUTCFullYear();
  const week = Math.floor((thursday.getTime() - Date.UTC(yearOfNext, 0, 1)) / (7 * DAY_MS)) + 1;
  return `${yearOfNext}-W${String(week).padStart(2, '0')}`;
}
