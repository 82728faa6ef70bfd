/**
 * The common end of an answer in two statements, without a transaction: what decides is read, and one statement writes
 * everything where nobody has changed the person meanwhile. Whatever is less common is left to `settle`.
 */
import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { executePrepared, prepared } from '../../../db/prepared.ts';
import { chat_sessions, messages } from '../../../db/tables/chat.ts';
import { users } from '../../../db/tables/people.ts';
import { isCycleOver, usageColumns } from '../../users/tokens/cycle.ts';
import { crossesLevel } from '../../users/tokens/usage-levels.ts';
import type { MessageKey, MessageRow } from '../conversations/message-store.ts';
import { type Entry, type Held, paidEntries, pricedEntries } from './entries.ts';
import { type Ending, endedColumns, heldColumns, type SettleOptions } from './settle.ts';

/**
 * Undefined where nothing was written, because somebody else came first or the end is of a less common kind: a budget
 * pays or credits do, a new cycle begins, or a level of the allowance is reached, whose e-mail is queued with the entries.
 */
export async function settleOptimistically(
  db: Database,
  key: MessageKey,
  ending: Ending,
  { now, models }: Pick<SettleOptions, 'now' | 'models'>,
): Promise<MessageRow | undefined> {
  const [found] = await readRunning(db, key);
  if (!found) return undefined;
  const { version, person, held, message } = found;
  if (held.budget_group_id !== null || isCycleOver(person, now) || person.token_cycle_start > now)
    return undefined;
  const { charge, steps = [], ...end } = ending;
  const ended = endedColumns(end, held, now);
  const priced = await pricedEntries(db, models, { ...message, ...ended }, held, { charge, steps }, now);
  const entries = paidEntries(priced, person);
  if (entries.some(({ from_credit }) => from_credit)) return undefined;
  const { token_used, token_limit } = person;
  const charged = entries.reduce((sum, entry) => sum + entry.charged, 0);
  if (crossesLevel(token_used, token_used + charged, token_limit)) return undefined;
  const written = await write(db, key, { version, seq: message.seq, held, ended, entries });
  return written ? { ...message, ...ended } : undefined;
}

const isAsked = and(
  eq(messages.user_id, sql.placeholder('user_id')),
  eq(messages.id, sql.placeholder('id')),
  eq(messages.status, 'streaming'),
);

const readRunning = prepared((db) =>
  db
    .select({
      version: sql<string>`${users}.xmin::text`,
      person: usageColumns,
      held: heldColumns,
      message: getTableColumns(messages),
    })
    .from(messages)
    .innerJoin(users, eq(users.id, messages.user_id))
    .innerJoin(
      chat_sessions,
      and(eq(chat_sessions.user_id, messages.user_id), eq(chat_sessions.id, messages.session_id)),
    )
    .where(isAsked),
);

type Write = Pick<MessageRow, 'seq'> & {
  version: string;
  held: Held;
  ended: ReturnType<typeof endedColumns>;
  entries: Entry[];
};

/**
 * Optimistic lock on `xmin`: each transaction that begins or ends an answer writes the person's row, so that while it is
 * the version that was read, the record still runs. While the last event that is saved is the one that was read, the
 * statement sees every part that it is to take away. Each step selects from the step before it: the person is locked
 * first.
 */
async function write(
  db: Database,
  { user_id, id }: MessageKey,
  { version, seq, held, ended, entries }: Write,
): Promise<boolean> {
  const isThere = sql`exists (select from person)`;
  const end = db
    .update(messages)
    .set(ended)
    .where(
      and(
        eq(messages.user_id, user_id),
        eq(messages.id, id),
        eq(messages.status, 'streaming'),
        eq(messages.seq, seq),
        isThere,
      ),
    )
    .returning({ user_id: messages.user_id, session_id: messages.session_id, id: messages.id });
  const rows = await executePrepared(
    db,
    sql`
    with person as (
      select id from users where id = ${user_id}::int and xmin = ${version}::xid for no key update
    ), ended as (
      ${end.getSQL()}
    ), entered as (
      insert into token_entries (user_id, session_id, message_id, agent_id, key_id, purpose, call, model, input_tokens,
        output_tokens, charged, estimated, cached_tokens, price_id, rate_id, cost_brl_micro, from_credit, created_at)
      select ended.user_id, ended.session_id, ended.id, ${held.agent_id}::int, ${held.key_id}::int, e.purpose, e.call, e.model,
        e.input_tokens, e.output_tokens, e.charged, e.estimated, e.cached_tokens, e.price_id, e.rate_id, e.cost_brl_micro, 0,
        e.created_at
      from ended cross join jsonb_to_recordset(${asJson(entries)}::jsonb) e (purpose text, call int, model text,
        input_tokens int, output_tokens int, charged int, estimated boolean, cached_tokens int, price_id int, rate_id int,
        cost_brl_micro bigint, created_at timestamptz)
      on conflict do nothing returning charged
    ), folded as (
      delete from answer_parts p using ended where p.user_id = ended.user_id and p.message_id = ended.id
    )
    update users set token_reserved = token_reserved - ${held.reserved}::int,
      token_used = token_used + (select coalesce(sum(charged), 0) from entered)
    from ended where users.id = ended.user_id returning users.id`,
  );
  return rows.length > 0;
}

/** JSON has no integers of 64 bits: they are written as texts. */
const asJson = (entries: Entry[]): string =>
  JSON.stringify(entries, (_, value) => (typeof value === 'bigint' ? String(value) : value));
