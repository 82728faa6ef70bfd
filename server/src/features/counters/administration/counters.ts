/** Counters as administrators write them, each with the account that owns its visitors' conversations and pays for model mode. */
import { randomUUID } from 'node:crypto';
import { asc, count, eq, sql } from 'drizzle-orm';
import type { Counter, GivenCounter } from '#contract/counters.ts';
import { COUNTERS_MAX } from '#contract/limits.ts';
import { AppError, requireVersion } from '../../../app-error.ts';
import { databaseCode, type Queryable, type Transaction } from '../../../db/client.ts';
import { agents } from '../../../db/tables/agents.ts';
import { citizen_requests, counters } from '../../../db/tables/counters.ts';
import { users } from '../../../db/tables/people.ts';
import { TIME_ZONE } from '../../../env.ts';
import { today } from '../../../language/values/calendar.ts';
import { cleanText } from '../../../text/clean-text.ts';
import { type Actor, recordChange } from '../../audit/record.ts';
import { difference, markOf, type Values } from '../../audit/values.ts';
import { eraseConversation } from '../../chat/erase-conversation.ts';
import type { ChatContext } from '../../chat/run/chat-runtime.ts';
import type { CounterContext } from '../counter-context.ts';
import { type CounterRow, isOpen, isStaff } from '../counter-rows.ts';
import { checkedLogo, checkedOrigins, checkedStaff, requirePossible } from './counter-rules.ts';

const NO_PASSWORD = '*';
const UNIQUE_VIOLATION = '23505';

/** Charged to the account since midnight. */
const tokens_today = (now: Date) =>
  sql<number>`coalesce((
  select sum(e.charged) from token_entries e where e.user_id = ${counters.user_id}
    and e.created_at >= (${today(now)}::date::timestamp at time zone ${TIME_ZONE}::text)), 0)`.mapWith(
    Number,
  );

const open_requests = sql<number>`(select count(*) from ${citizen_requests}
  where ${citizen_requests.counter_id} = ${counters.id} and ${citizen_requests.state} = 'open')`.mapWith(
  Number,
);

/** A person who may no longer read requests is no longer notified of them. */
const notified = sql<{ id: number; name: string }[]>`coalesce((
  select json_agg(json_build_object('id', u.id, 'name', u.name) order by array_position(${counters.notify_user_ids}, u.id))
  from users u where u.id = any(${counters.notify_user_ids}) and ${isStaff('u')}), '[]')`;

const selectCounters = (db: Queryable, now: Date) =>
  db
    .select({
      counter: counters,
      agent_name: agents.name,
      tokens_today: tokens_today(now),
      open_requests,
      notified,
    })
    .from(counters)
    .innerJoin(agents, eq(agents.id, counters.agent_id));

type Found = Awaited<ReturnType<typeof selectCounters>>[number];

const dtoOf = ({ counter, ...beside }: Found, now: Date): Counter => {
  const {
    user_id: _user,
    notify_user_ids: _notified,
    logo,
    created_at: _created,
    updated_at: _updated,
    ...shown
  } = counter;
  return { ...shown, ...beside, has_logo: logo !== null, open: isOpen(counter, now) };
};

export async function listCounters({ db, clock }: Pick<ChatContext, 'db' | 'clock'>): Promise<Counter[]> {
  const now = clock.now();
  const rows = await selectCounters(db, now).orderBy(sql`fold_text(${counters.name})`, asc(counters.id));
  return rows.map((row) => dtoOf(row, now));
}

export async function showCounter(db: Queryable, id: number, now: Date): Promise<Counter> {
  const [row] = await selectCounters(db, now).where(eq(counters.id, id));
  if (!row) throw new AppError('counter_not_found');
  return dtoOf(row, now);
}

export async function createCounter(
  context: CounterContext,
  by: Actor,
  given: GivenCounter,
): Promise<Counter> {
  const now = context.clock.now();
  const values = await checked(context, given);
  return savingSlug(() =>
    context.db.transaction(async (tx) => {
      const [known] = await tx.select({ counters: count() }).from(counters);
      if ((known?.counters ?? 0) >= COUNTERS_MAX) throw new AppError('too_many_counters');
      const user_id = await insertService(tx, now);
      const [row] = await tx
        .insert(counters)
        .values({ ...values, logo: values.logo ?? null, user_id, created_at: now, updated_at: now })
        .returning();
      if (!row) throw new Error('no counter was inserted');
      await tx
        .update(users)
        .set({ email: `balcao-${row.id}@invalid` })
        .where(eq(users.id, user_id));
      await note(tx, by, { action: 'counter.created', row, after: auditValues(row) }, now);
      return showCounter(tx, row.id, now);
    }),
  );
}

/** An agent that a counter names changes with the counter; visitors who are asking keep what they began. */
export async function updateCounter(
  context: CounterContext,
  by: Actor,
  id: number,
  { version, ...given }: GivenCounter & { version: number },
): Promise<Counter> {
  const now = context.clock.now();
  const [known] = await context.db.select({ id: counters.id }).from(counters).where(eq(counters.id, id));
  if (!known) throw new AppError('counter_not_found');
  const values = await checked(context, given);
  return savingSlug(() =>
    context.db.transaction(async (tx) => {
      const before = await lockCounter(tx, id);
      requireVersion(before.version, version);
      const [after] = await tx
        .update(counters)
        .set({ ...values, version: version + 1, updated_at: now })
        .where(eq(counters.id, id))
        .returning();
      if (!after) throw new AppError('counter_not_found');
      const changed = difference(auditValues(before), auditValues(after));
      if (changed) await note(tx, by, { action: 'counter.updated', row: after, ...changed }, now);
      return showCounter(tx, id, now);
    }),
  );
}

export function pauseCounter(
  { db, clock }: ChatContext,
  by: Actor,
  id: number,
  paused: boolean,
): Promise<Counter> {
  const now = clock.now();
  return db.transaction(async (tx) => {
    const before = await lockCounter(tx, id);
    if (before.paused !== paused) {
      await tx.update(counters).set({ paused, updated_at: now }).where(eq(counters.id, id));
      const action = paused ? 'counter.paused' : 'counter.resumed';
      await note(tx, by, { action, row: before }, now);
    }
    return showCounter(tx, id, now);
  });
}

/** The account stays, because the ledger names it; what visitors have written goes. */
export async function removeCounter(context: ChatContext, by: Actor, id: number): Promise<null> {
  const now = context.clock.now();
  const user_id = await context.db.transaction(async (tx) => {
    const row = await lockCounter(tx, id);
    const [waiting] = await tx
      .select({ id: citizen_requests.id })
      .from(citizen_requests)
      .where(sql`${citizen_requests.counter_id} = ${id} and ${citizen_requests.state} = 'open'`)
      .limit(1);
    if (waiting) throw new AppError('counter_has_requests');
    await tx.delete(counters).where(eq(counters.id, id));
    await note(tx, by, { action: 'counter.deleted', row, before: auditValues(row) }, now);
    return row.user_id;
  });
  const { rows } = await context.db.execute<{ id: string }>(
    sql`select id from chat_sessions where user_id = ${user_id} and erased_at is null`,
  );
  for (const session of rows) await eraseConversation(context, user_id, session.id);
  return null;
}

export async function lockCounter(tx: Transaction, id: number): Promise<CounterRow> {
  const [row] = await tx.select().from(counters).where(eq(counters.id, id)).for('update');
  if (!row) throw new AppError('counter_not_found');
  return row;
}

async function checked(context: CounterContext, { logo, ...given }: GivenCounter) {
  await requirePossible(context, given);
  return {
    ...given,
    name: cleanText(given.name),
    notify_user_ids: await checkedStaff(context.db, given.notify_user_ids),
    origins: checkedOrigins(context.env, given.origins),
    ...(logo === undefined ? {} : { logo: logo === null ? null : checkedLogo(logo) }),
  };
}

/** It opens nothing: it is inactive, and nothing is hashed to its password. */
async function insertService(tx: Transaction, now: Date): Promise<number> {
  const [made] = await tx
    .insert(users)
    .values({
      email: `balcao-${randomUUID()}@invalid`,
      name: 'Balcão',
      password_hash: NO_PASSWORD,
      kind: 'service',
      active: false,
      token_limit: Number.MAX_SAFE_INTEGER,
      token_cycle_start: now,
      token_anchor: now,
      created_at: now,
      updated_at: now,
    })
    .returning({ id: users.id });
  if (!made) throw new Error('no account was inserted');
  return made.id;
}

async function savingSlug<T>(save: () => Promise<T>): Promise<T> {
  try {
    return await save();
  } catch (error) {
    throw databaseCode(error) === UNIQUE_VIOLATION ? new AppError('slug_taken', { cause: error }) : error;
  }
}

/** Texts by their length alone. */
const auditValues = (row: CounterRow): Values => ({
  name: row.name,
  slug: row.slug,
  agent_id: row.agent_id,
  mode: row.mode,
  origins: row.origins,
  tokens_per_day: row.tokens_per_day,
  keep_hours: row.keep_hours,
  deadline_days: row.deadline_days,
  request_years: row.request_years,
  open_hours:
    row.open_hours && `${row.open_hours.days.join('')} ${row.open_hours.from}–${row.open_hours.until}`,
  texts: markOf(JSON.stringify(row.texts)),
  colours: `${row.colours.background} ${row.colours.text}`,
  has_logo: row.logo !== null,
  notified_people: row.notify_user_ids.length,
});

type Noted = { action: string; row: CounterRow; before?: Values; after?: Values };

const note = (tx: Transaction, by: Actor, { action, row, ...values }: Noted, now: Date): Promise<void> =>
  recordChange(
    tx,
    by,
    { action, object_type: 'counter', object_id: row.id, object_name: row.name, ...values },
    now,
  );
