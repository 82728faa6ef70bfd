/** The monthly cycle of a person's tokens: when it began, when it ends, and bringing the stored one up to date. */
import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { token_entries } from '../../../db/tables/chat.ts';
import { users } from '../../../db/tables/people.ts';
import { TIME_ZONE } from '../../../env.ts';

/** A day of the calendar in TIME_ZONE; `month` counts from 0. */
type Day = { year: number; month: number; day: number; written: string };

const calendar = new Intl.DateTimeFormat('en-CA', {
  timeZone: TIME_ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** When the cycle that `now` lies in began: midnight in TIME_ZONE on the anchor's day of the month. */
export function cycleStart(anchor: Date, now: Date): Date {
  const { year, month } = dayOf(now);
  const thisMonth = renewalIn(year, month, anchor);
  return thisMonth <= now ? thisMonth : renewalIn(year, month - 1, anchor);
}

/** When the next cycle begins: always after `now`. */
export function nextTokenReset(anchor: Date, now: Date): Date {
  const { year, month } = dayOf(now);
  const thisMonth = renewalIn(year, month, anchor);
  return thisMonth > now ? thisMonth : renewalIn(year, month + 1, anchor);
}

/** The day of the next cycle as it is written in a sentence: `14/12/2026`. */
export function renewalDate(anchor: Date, now: Date): string {
  const { year, month, day } = dayOf(nextTokenReset(anchor, now));
  return [String(day).padStart(2, '0'), String(month + 1).padStart(2, '0'), year].join('/');
}

export type TokenUsage = {
  token_used: number;
  token_reserved: number;
  token_limit: number;
  /** Bought credits that are left, and the part of `token_used` that credits paid. */
  token_credit: number;
  token_credited: number;
  own_cap: number | null;
  token_cycle_start: Date;
  token_anchor: Date;
};

export const usageColumns = {
  token_used: users.token_used,
  token_reserved: users.token_reserved,
  token_limit: users.token_limit,
  token_credit: users.token_credit,
  token_credited: users.token_credited,
  own_cap: users.own_cap,
  token_cycle_start: users.token_cycle_start,
  token_anchor: users.token_anchor,
};

/** Begins the running cycle if the stored one is over. Returns what is stored then; undefined without such a user. */
export async function bringCycleUpToDate(
  db: Queryable,
  user_id: number,
  now: Date,
): Promise<TokenUsage | undefined> {
  const [usage] = await db.select(usageColumns).from(users).where(eq(users.id, user_id));
  if (!usage || !isCycleOver(usage, now)) return usage;
  return beginCycle(db, user_id, now);
}

export function isCycleOver(
  usage: Pick<TokenUsage, 'token_anchor' | 'token_cycle_start'>,
  now: Date,
): boolean {
  return usage.token_cycle_start < cycleStart(usage.token_anchor, now);
}

/**
 * The person is locked first and the entries are added up by a statement of their own, which sees everything
 * that an answer settled while this one waited for the lock. In one statement the sum would be older than the row.
 */
async function beginCycle(db: Queryable, user_id: number, now: Date): Promise<TokenUsage | undefined> {
  return db.transaction(async (tx) => {
    const [locked] = await tx
      .select(usageColumns)
      .from(users)
      .where(eq(users.id, user_id))
      .for('no key update');
    if (!locked || !isCycleOver(locked, now)) return locked;
    const start = cycleStart(locked.token_anchor, now);
    const [usage] = await tx
      .update(users)
      .set({
        token_cycle_start: start,
        token_used: sumSince(token_entries.charged, user_id, start),
        token_credited: sumSince(token_entries.from_credit, user_id, start),
      })
      .where(eq(users.id, user_id))
      .returning(usageColumns);
    return usage;
  });
}

const sumSince = (
  column: typeof token_entries.charged | typeof token_entries.from_credit,
  user_id: number,
  start: Date,
) => sql<number>`(
  select coalesce(sum(${column}), 0) from ${token_entries}
  where ${token_entries.user_id} = ${user_id} and ${token_entries.created_at} >= ${start.toISOString()}::timestamptz)`;

/** Midnight of the anchor's day in a month, of the month's last day where it has no such day. */
function renewalIn(year: number, month: number, anchor: Date): Date {
  const { day } = dayOf(anchor);
  const place = (year * 12 + month) * 31 + day;
  const known = knownRenewals.get(place);
  if (known) return known;
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const renewal = midnight(new Date(Date.UTC(year, month, Math.min(day, lastDay))));
  if (knownRenewals.size >= KNOWN_MAX) knownRenewals.clear();
  knownRenewals.set(place, renewal);
  return renewal;
}

/** The first hour of a day in TIME_ZONE. Where summer time begins at midnight, the day begins at one o'clock. */
function midnight(date: Date): Date {
  for (let hours = -EARLIEST; hours <= LATEST; hours += 1) {
    const at = new Date(date.getTime() + hours * HOUR);
    if (dayOf(at).day === date.getUTCDate()) return at;
  }
  throw new Error(`the day ${date.toISOString()} has no hour in the time zone`);
}

/** Time zones are at most this many hours ahead of UTC, or behind it. */
const EARLIEST = 14;
const LATEST = 13;
const HOUR = 3_600_000;

/** Days by their hours: clocks there are only ever set by whole hours. A list of people asks for hundreds of them. */
const knownDays = new Map<number, Day>();
const knownRenewals = new Map<number, Date>();
const KNOWN_MAX = 20_000;

/** The day in São Paulo as it is written on the wire: `2026-12-14`. */
export function calendarDay(instant: Date): string {
  return dayOf(instant).written;
}

function dayOf(instant: Date): Day {
  const hour = Math.floor(instant.getTime() / HOUR);
  const known = knownDays.get(hour);
  if (known) return known;
  const written = calendar.format(instant);
  const [year = 0, month = 0, day = 0] = written.split('-').map(Number);
  const found = { year, month: month - 1, day, written };
  if (knownDays.size >= KNOWN_MAX) knownDays.clear();
  knownDays.set(hour, found);
  return found;
}
