/**
 * How a span is read: its whole hours that are rolled up from there, the rest (an hour cut by the span's beginning or
 * end, and what is not rolled up yet) from the rows themselves.
 */
import { type SQL, sql } from 'drizzle-orm';
import { hourAfter, hourBefore, type Span } from './ranges.ts';

export type RollupSpans = {
  /** Rolled hours begin in it. What was carried over from erased rows lies in hours that are not rolled up yet. */
  hours: Span;
  /** Rows lie in one of these. */
  live: Span[];
};

/** `mark`: every hour before it is rolled up; null when none is. */
export function rollupSpans({ from, to }: Span, watermark: Date | null): RollupSpans {
  const hours = { from: from && hourAfter(from), to: to && hourBefore(to) };
  const rolledTo = watermark && hours.to && hours.to < watermark ? hours.to : watermark;
  // Nothing is rolled up, or nothing of this.
  if (!rolledTo || (from && rolledTo <= from)) return { hours, live: [{ from, to }] };
  const live: Span[] = [];
  if (from && hours.from && from < hours.from) live.push({ from, to: hours.from });
  if (!to || rolledTo < to) live.push({ from: rolledTo, to });
  return { hours, live };
}

export function isWithin(time: SQL, { from, to }: Span): SQL {
  const after = from ? sql`${time} >= ${from.toISOString()}::timestamptz` : sql`true`;
  return to ? sql`${after} and ${time} < ${to.toISOString()}::timestamptz` : after;
}

/** One of several spans, none of which overlap. */
export const isWithinAny = (time: SQL, spans: Span[]): SQL =>
  !spans.length
    ? sql`false`
    : sql`(${sql.join(
        spans.map((span) => sql`(${isWithin(time, span)})`),
        sql` or `,
      )})`;
