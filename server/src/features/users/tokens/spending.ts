/** Where the charged tokens of a person's running cycle went: by day of São Paulo, by agent and by purpose. */

import { and, asc, desc, eq, gt, gte, sql } from 'drizzle-orm';
import type { TokenUsage } from '#contract/users.ts';
import type { Database, Queryable } from '../../../db/client.ts';
import { agents } from '../../../db/tables/agents.ts';
import { chat_sessions, token_entries } from '../../../db/tables/chat.ts';
import { users } from '../../../db/tables/people.ts';
import { TIME_ZONE } from '../../../env.ts';
import { allowanceOf } from './allowance.ts';
import { bringCycleUpToDate, calendarDay, nextTokenReset } from './cycle.ts';

/** Undefined without such a person. The days add up to `token_used`, and so do the agents and the purposes. */
export async function spendingOf(db: Database, user_id: number, now: Date): Promise<TokenUsage | undefined> {
  await bringCycleUpToDate(db, user_id, now);
  // One moment for all of them: an answer that is settled between two of them would break the sums.
  return db.transaction((tx) => readSpending(tx, user_id, now), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  });
}

async function readSpending(tx: Queryable, user_id: number, now: Date): Promise<TokenUsage | undefined> {
  const [person] = await tx
    .select({
      token_used: users.token_used,
      token_limit: users.token_limit,
      own_cap: users.own_cap,
      token_cycle_start: users.token_cycle_start,
      token_anchor: users.token_anchor,
    })
    .from(users)
    .where(eq(users.id, user_id));
  if (!person) return undefined;
  const since = person.token_cycle_start;
  const days = await spentByDay(tx, user_id, since);
  const byAgent = await spentByAgent(tx, user_id, since);
  const purposes = await spentByPurpose(tx, user_id, since);
  const reset = nextTokenReset(person.token_anchor, now);
  return {
    cycle_start: since.toISOString(),
    next_token_reset: reset.toISOString(),
    token_used: person.token_used,
    token_limit: person.token_limit,
    own_cap: person.own_cap,
    days: withoutGaps(days, { from: calendarDay(since), to: calendarDay(now) }),
    agents: byAgent,
    purposes,
    runs_out_at:
      runsOutAt({ ...person, token_limit: allowanceOf(person), reset }, now)?.toISOString() ?? null,
  };
}

type Pace = { token_used: number; token_limit: number; token_cycle_start: Date; reset: Date };

const DAY_MS = 86_400_000;

/** When the limit is reached if use goes on as in the cycle so far. The first day says nothing about the others. */
export function runsOutAt(cycle: Pace, now: Date): Date | null {
  const { token_used, token_limit, token_cycle_start, reset } = cycle;
  const past = now.getTime() - token_cycle_start.getTime();
  if (past < DAY_MS || token_used === 0) return null;
  if (token_used >= token_limit) return now;
  const at = new Date(token_cycle_start.getTime() + Math.round((past / token_used) * token_limit));
  return at < reset ? at : null;
}

type DayOfUse = TokenUsage['days'][number];

const chargedSince = (user_id: number, since: Date) =>
  and(eq(token_entries.user_id, user_id), gte(token_entries.created_at, since), gt(token_entries.charged, 0));

const tokens = sql<number>`sum(${token_entries.charged})`.mapWith(Number);

/** An answer may take several calls of a model, on both sides of midnight too; it is counted where its text was. */
const answers = sql<number>`
  count(distinct ${token_entries.message_id}) filter (where ${token_entries.purpose} in ('answer', 'retry'))`.mapWith(
  Number,
);

function spentByDay(db: Queryable, user_id: number, since: Date): Promise<DayOfUse[]> {
  const day = sql<string>`to_char(${token_entries.created_at} at time zone ${TIME_ZONE}::text, 'YYYY-MM-DD')`;
  return db
    .select({ day: day.as('day'), tokens, answers })
    .from(token_entries)
    .where(chargedSince(user_id, since))
    .groupBy(sql`day`)
    .orderBy(sql`day`);
}

function spentByAgent(db: Queryable, user_id: number, since: Date): Promise<TokenUsage['agents']> {
  const lastKept = sql`(array_agg(${chat_sessions.agent_name} order by ${token_entries.id} desc)
    filter (where ${chat_sessions.agent_name} is not null))[1]`;
  return db
    .select({
      agent_id: token_entries.agent_id,
      agent_name: sql<string | null>`coalesce(max(${agents.name}), ${lastKept})`,
      tokens: tokens.as('tokens'),
      answers,
    })
    .from(token_entries)
    .leftJoin(agents, eq(agents.id, token_entries.agent_id))
    .leftJoin(
      chat_sessions,
      and(eq(chat_sessions.user_id, token_entries.user_id), eq(chat_sessions.id, token_entries.session_id)),
    )
    .where(chargedSince(user_id, since))
    .groupBy(token_entries.agent_id)
    .orderBy(desc(sql`tokens`), asc(token_entries.agent_id));
}

function spentByPurpose(db: Queryable, user_id: number, since: Date): Promise<TokenUsage['purposes']> {
  return db
    .select({
      purpose: token_entries.purpose,
      tokens: tokens.as('tokens'),
      calls: sql<number>`count(*)`.mapWith(Number),
    })
    .from(token_entries)
    .where(chargedSince(user_id, since))
    .groupBy(token_entries.purpose)
    .orderBy(desc(sql`tokens`), asc(token_entries.purpose));
}

/**
 * Every day from the first to the last, those without use included. Days are `YYYY-MM-DD`, in order. Clocks of two
 * processes differ: what was entered under a later day than `to` is kept.
 */
export function withoutGaps(days: DayOfUse[], { from, to }: { from: string; to: string }): DayOfUse[] {
  const used = new Map(days.map((day) => [day.day, day]));
  const last = [to, days.at(-1)?.day ?? to].reduce((a, b) => (a > b ? a : b));
  const all: DayOfUse[] = [];
  let day = from;
  do {
    all.push(used.get(day) ?? { day, tokens: 0, answers: 0 });
    day = dayAfter(day);
  } while (day <= last);
  return all;
}

function dayAfter(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + 1);
  return date.toISOString().slice(0, 10);
}
