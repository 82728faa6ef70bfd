/** How much counters were asked, day by day. Only sums are kept: neither who nor what. */
import { and, asc, count, eq, gte, lt, sql } from 'drizzle-orm';
import type { CounterStatistics } from '#contract/counters.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import { type Queryable, reasonOf } from '../../db/client.ts';
import { citizen_requests, counter_days, counters } from '../../db/tables/counters.ts';
import { addDays, today } from '../../language/values/calendar.ts';

export type CounterFigure = 'visits' | 'questions' | 'found' | 'not_found' | 'over_budget' | 'requests';

const KEPT_DAYS = 400;

/** A failure costs the count, not the answer. */
export async function countAtCounter(
  { db, clock, log }: Pick<AppContext, 'clock' | 'log'> & { db: Queryable },
  counter_id: number,
  ...figures: CounterFigure[]
): Promise<void> {
  const one = Object.fromEntries(figures.map((figure) => [figure, 1]));
  const more = Object.fromEntries(figures.map((figure) => [figure, sql`${counter_days[figure]} + 1`]));
  await db
    .insert(counter_days)
    .values({ counter_id, day: today(clock.now()), ...one })
    .onConflictDoUpdate({ target: [counter_days.counter_id, counter_days.day], set: more })
    .catch((error: unknown) =>
      log.warn({ counter_id, err: { message: reasonOf(error) } }, 'a question of a counter was not counted'),
    );
}

export async function counterStatistics(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  id: number,
  days: number,
): Promise<Omit<CounterStatistics, 'since'> & { since: Date }> {
  const day = today(clock.now());
  const [counter] = await db
    .select({ created_at: counters.created_at })
    .from(counters)
    .where(eq(counters.id, id));
  if (!counter) throw new AppError('counter_not_found');
  const rows = await db
    .select()
    .from(counter_days)
    .where(and(eq(counter_days.counter_id, id), gte(counter_days.day, addDays(day, 1 - days))))
    .orderBy(asc(counter_days.day));
  const [waiting] = await db
    .select({
      open_requests: count(),
      overdue_requests:
        sql<number>`count(*) filter (where ${citizen_requests.due_on} < ${day}::date)`.mapWith(Number),
    })
    .from(citizen_requests)
    .where(and(eq(citizen_requests.counter_id, id), eq(citizen_requests.state, 'open')));
  const total = { visits: 0, questions: 0, found: 0, not_found: 0, over_budget: 0, requests: 0 };
  for (const row of rows)
    for (const figure of Object.keys(total) as CounterFigure[]) total[figure] += row[figure];
  return {
    days: rows.map(({ counter_id: _, ...row }) => row),
    total,
    open_requests: waiting?.open_requests ?? 0,
    overdue_requests: waiting?.overdue_requests ?? 0,
    since: counter.created_at,
  };
}

export async function forgetOldCounterDays(db: Queryable, now: Date): Promise<void> {
  await db.delete(counter_days).where(lt(counter_days.day, addDays(today(now), -KEPT_DAYS)));
}
