/** The rows of counters, and whether one is open now. */
import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import { COUNTER_SLUG, type CounterHours } from '#contract/counters.ts';
import { isAdministrator, ROLE_NAMES } from '#contract/users.ts';
import { AppError } from '../../app-error.ts';
import type { Queryable } from '../../db/client.ts';
import { counters } from '../../db/tables/counters.ts';
import { TIME_ZONE } from '../../env.ts';

export type CounterRow = typeof counters.$inferSelect;

/** An address that no counter can have may hold what the database refuses, and is not looked up. */
export async function findCounter(db: Queryable, slug: string): Promise<CounterRow> {
  if (!COUNTER_SLUG.test(slug)) throw new AppError('counter_not_found');
  const [row] = await db.select().from(counters).where(eq(counters.slug, slug));
  if (!row) throw new AppError('counter_not_found');
  return row;
}

const STAFF_ROLES = ROLE_NAMES.filter((role) => isAdministrator({ role }));

/** A condition on the person behind an alias: an active administrator, as those are who read requests. */
export const isStaff = (alias: string): SQL =>
  sql`${sql.identifier(alias)}.active and ${inArray(sql`${sql.identifier(alias)}.role`, STAFF_ROLES)}`;

/** For calls that a closed counter refuses. */
export async function requireOpenCounter(db: Queryable, slug: string, now: Date): Promise<CounterRow> {
  const row = await findCounter(db, slug);
  if (!isOpen(row, now)) throw new AppError('counter_closed');
  return row;
}

export const isOpen = (
  { paused, open_hours }: Pick<CounterRow, 'paused' | 'open_hours'>,
  now: Date,
): boolean => !paused && (open_hours === null || isWithinHours(open_hours, now));

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const clock = new Intl.DateTimeFormat('en-US', {
  timeZone: TIME_ZONE,
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

function isWithinHours({ days, from, until }: CounterHours, now: Date): boolean {
  const parts = Object.fromEntries(clock.formatToParts(now).map(({ type, value }) => [type, value]));
  const time = `${parts.hour}:${parts.minute}`;
  return days.includes(WEEKDAYS.indexOf(parts.weekday ?? '') + 1) && from <= time && time < until;
}
