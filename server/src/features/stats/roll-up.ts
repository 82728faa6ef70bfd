/**
 * Adds up hours that are over, each once: the rows of a stretch and the mark behind it are written together. What was
 * broken off goes on from the mark; the first run begins with the oldest row there is.
 */
import { sql } from 'drizzle-orm';
import type { AppContext } from '../../app-context.ts';
import type { Transaction } from '../../db/client.ts';
import { happenings } from './activity.ts';
import { pricedCalls } from './priced-calls.ts';
import { HOUR_MS, hourBefore, type Span } from './ranges.ts';
import { isWithin } from './rollup-spans.ts';
import { lockWatermark, moveWatermark } from './rollup-watermark.ts';

/** An answer is entered by the clock of the process that wrote it, and takes a moment to be committed. */
const SETTLING_MS = 10 * 60_000;
/** Hours in one transaction: a busy year takes a quarter of an hour, and no statement reaches its time limit. */
const STRETCH_HOURS = 24 * 7;
/** No range but all time reaches back so far: years are enough there. */
const KEPT_DAYS = 100;
/** Costs are also shown of the range before: twice as far back. */
const COSTS_KEPT_DAYS = 2 * KEPT_DAYS;

/** Then it makes room for other work. */
const RUN_MS = 60_000;

/** Whether it was broken off: somebody should go on. */
export async function rollUp({ db, clock, log }: Pick<AppContext, 'db' | 'clock' | 'log'>): Promise<boolean> {
  const began = performance.now();
  let hours = 0;
  let rolled: number;
  do {
    const now = clock.now();
    rolled = await db.transaction((tx) => rollStretch(tx, now));
    hours += rolled;
  } while (rolled && performance.now() - began < RUN_MS);
  // After years at once the planner still believes the tables to be empty, until the database looks by itself.
  if (hours > STRETCH_HOURS) await db.execute(sql`analyze activity_hours, token_hours, cost_hours`);
  if (hours) log.info({ hours }, 'statistics rolled up');
  return rolled > 0;
}

/** How many hours were added up; 0 when there is nothing left to do. */
async function rollStretch(tx: Transaction, now: Date): Promise<number> {
  const until = hourBefore(new Date(now.getTime() - SETTLING_MS));
  const from = (await lockWatermark(tx)) ?? (await oldestHour(tx)) ?? until;
  const to = new Date(Math.min(until.getTime(), from.getTime() + STRETCH_HOURS * HOUR_MS));
  if (to <= from) return 0;
  await addActivity(tx, { from, to });
  await addTokens(tx, { from, to });
  await addCosts(tx, { from, to });
  await foldOldHours(tx, now);
  await moveWatermark(tx, to, now);
  return (to.getTime() - from.getTime()) / HOUR_MS;
}

async function oldestHour(tx: Transaction): Promise<Date | null> {
  const { rows } = await tx.execute<{ oldest: Date | null }>(sql`
    select least((select min(created_at) from users), (select min(created_at) from chat_sessions),
      (select min(created_at) from messages), (select min(created_at) from token_entries)) oldest`);
  const oldest = rows[0]?.oldest;
  return oldest ? hourBefore(new Date(oldest)) : null;
}

/** Added to what is there: rows that were erased before their hour was rolled up left their count behind. */
async function addActivity(tx: Transaction, span: Span): Promise<void> {
  await tx.execute(sql`
    insert into activity_hours (hour, new_users, new_sessions, new_questions)
    select date_trunc('hour', at, 'UTC'), sum(new_users), sum(new_sessions), sum(new_questions)
    from (${happenings((time) => isWithin(time, span))}) happened group by 1
    on conflict (hour) do update set new_users = activity_hours.new_users + excluded.new_users,
      new_sessions = activity_hours.new_sessions + excluded.new_sessions,
      new_questions = activity_hours.new_questions + excluded.new_questions`);
}

async function addTokens(tx: Transaction, span: Span): Promise<void> {
  await tx.execute(sql`
    insert into token_hours (hour, model, agent_id, user_group_id, tokens, calls)
    select date_trunc('hour', e.created_at, 'UTC'), e.model, coalesce(e.agent_id, 0), coalesce(u.user_group_id, 0),
      sum(e.charged), count(*)
    from token_entries e join users u on u.id = e.user_id
    where e.charged > 0 and ${isWithin(sql`e.created_at`, span)}
    group by 1, 2, 3, 4
    on conflict (hour, model, agent_id, user_group_id) do update
      set tokens = token_hours.tokens + excluded.tokens, calls = token_hours.calls + excluded.calls`);
}

async function addCosts(tx: Transaction, span: Span): Promise<void> {
  await tx.execute(sql`
    insert into cost_hours (hour, model, agent_id, user_group_id, kind, calls, cost_brl_micro, unpriced_calls)
    select date_trunc('hour', created_at, 'UTC'), model, agent_id, user_group_id, kind, count(*),
      coalesce(sum(cost_brl_micro), 0), count(*) filter (where cost_brl_micro is null)
    from (${pricedCalls((time) => isWithin(time, span))}) calls group by 1, 2, 3, 4, 5
    on conflict (hour, model, agent_id, user_group_id, kind) do update ${addedCosts}`);
}

const addedCosts = sql`set calls = cost_hours.calls + excluded.calls,
  cost_brl_micro = cost_hours.cost_brl_micro + excluded.cost_brl_micro,
  unpriced_calls = cost_hours.unpriced_calls + excluded.unpriced_calls`;

/** Hours that no range begins in any more become years of the world's clock, kept under their first hour. */
async function foldOldHours(tx: Transaction, now: Date): Promise<void> {
  const year = sql`date_trunc('year', hour, 'UTC')`;
  const isOlder = (days: number) => {
    const before = new Date(now.getTime() - days * 24 * HOUR_MS).toISOString();
    return sql`hour < date_trunc('month', ${before}::timestamptz, 'UTC') and hour <> ${year}`;
  };
  await tx.execute(sql`
    with old as (delete from token_hours where ${isOlder(KEPT_DAYS)} returning *)
    insert into token_hours (hour, model, agent_id, user_group_id, tokens, calls)
    select ${year}, model, agent_id, user_group_id, sum(tokens), sum(calls) from old group by 1, 2, 3, 4
    on conflict (hour, model, agent_id, user_group_id) do update
      set tokens = token_hours.tokens + excluded.tokens, calls = token_hours.calls + excluded.calls`);
  await tx.execute(sql`
    with old as (delete from cost_hours where ${isOlder(COSTS_KEPT_DAYS)} returning *)
    insert into cost_hours (hour, model, agent_id, user_group_id, kind, calls, cost_brl_micro, unpriced_calls)
    select ${year}, model, agent_id, user_group_id, kind, sum(calls), sum(cost_brl_micro), sum(unpriced_calls)
    from old group by 1, 2, 3, 4, 5
    on conflict (hour, model, agent_id, user_group_id, kind) do update ${addedCosts}`);
}
