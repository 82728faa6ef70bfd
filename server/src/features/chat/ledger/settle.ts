/**
 * Ends an answer and accounts for its tokens in one transaction. `users.token_used` is always the sum of the cycle's
 * entries.
 */

import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { FallbackReason, MessageStatus, Source } from '#contract/chat.ts';
import type { ProblemCode } from '#contract/errors.ts';
import type { UnderstoodFilter } from '#contract/filters.ts';
import type { RunPurpose } from '#contract/users.ts';
import { LOCAL_MODEL } from '../../../adapters/models/model.ts';
import type { Queue } from '../../../adapters/queue.ts';
import type { Queryable, Transaction } from '../../../db/client.ts';
import { chat_sessions, messages, token_entries } from '../../../db/tables/chat.ts';
import type { StepCall } from '../../data-sources/read-source.ts';
import { bringCycleUpToDate, isCycleOver } from '../../users/tokens/cycle.ts';
import { crossesLevel } from '../../users/tokens/usage-levels.ts';
import type { MessageKey, MessageRow } from '../conversations/message-store.ts';
import { lockPerson } from './reservations.ts';

type Purpose = StepCall['purpose'] | RunPurpose;

/** The tokens of one model call. */
export type Charge = { input: number; output: number; estimated: boolean };

/** The model that answers, as the record keeps it. */
export type Answering = {
  /** Catalogue id, or `local`. */
  model: string;
  /** The id that was asked, only where another model answers, and the reason. */
  asked_model: string | null;
  fallback_reason: FallbackReason | null;
};

/** How an answer ended. Without a model, the record keeps the one that it has. */
export type Ending = Partial<Answering> & {
  status: Exclude<MessageStatus, 'streaming'>;
  error_code: ProblemCode | null;
  answer: string;
  /** The last event. */
  seq: number;
  sources: Source[];
  filters: UnderstoodFilter[];
  /** The agent has sources, all were read, and none says anything about the question. */
  found_nothing?: boolean;
  /** Null when nothing is charged. */
  charge: Charge | null;
  /** Model calls on the way to the answer. */
  steps?: StepCall[];
};

/**
 * The one transition of an answer out of `streaming`, with its text, its charge and its reservation. Undefined when
 * somebody else has made it, or when `condition` does not hold (any more).
 */
export async function settle(
  tx: Transaction,
  key: MessageKey,
  ending: Ending,
  options: { now: Date; queue: Pick<Queue, 'send'>; condition?: SQL },
): Promise<MessageRow | undefined> {
  const { now, queue } = options;
  const person = await lockPerson(tx, key.user_id);
  const running = and(
    eq(messages.user_id, key.user_id),
    eq(messages.id, key.id),
    eq(messages.status, 'streaming'),
    options.condition,
  );
  const held = await holdRunning(tx, running);
  if (!held) return undefined;
  const { charge, steps = [], ...end } = ending;
  const words = held.key_id !== null ? NO_WORDS : {};
  const [message] = await tx
    .update(messages)
    .set({
      ...end,
      ...words,
      steps: [],
      reserved_tokens: 0,
      lease_owner: null,
      lease_until: null,
      finished_at: now,
    })
    .where(running)
    .returning();
  if (!message) return undefined;
  // Before the entries are written: a cycle that begins here adds up its entries itself.
  const isOver = person && isCycleOver(person, now);
  const usage = isOver ? await bringCycleUpToDate(tx, key.user_id, now) : person;
  // Clocks of two processes differ: an entry never lies before the cycle that it is counted in.
  const at = usage && usage.token_cycle_start > now ? usage.token_cycle_start : now;
  const stands = await enter(tx, message, held, entriesOf(message, held, { charge, steps }, at));
  if (stands && crossesLevel(stands.token_used - stands.charged, stands.token_used, stands.token_limit))
    await queue.send('tokens.notice', { user_id: key.user_id }, tx);
  return message;
}

/** A program's question and answer are never stored. */
const NO_WORDS = { answer: '', sources: [], filters: [] };

type Held = Pick<typeof chat_sessions.$inferSelect, 'agent_id' | 'is_test' | 'key_id'> & { reserved: number };

/** Locks the running record and reads its reservation and its conversation. */
async function holdRunning(tx: Transaction, running: SQL | undefined): Promise<Held | undefined> {
  const [held] = await tx
    .select({
      reserved: messages.reserved_tokens,
      agent_id: chat_sessions.agent_id,
      is_test: chat_sessions.is_test,
      key_id: chat_sessions.key_id,
    })
    .from(messages)
    .innerJoin(
      chat_sessions,
      and(eq(chat_sessions.user_id, messages.user_id), eq(chat_sessions.id, messages.session_id)),
    )
    .where(running)
    .for('no key update', { of: messages });
  return held;
}

type Entry = typeof token_entries.$inferInsert;

/** The calls of each run of a record begin at the next thousand. */
const CALLS_PER_RUN = 1_000;

/**
 * One entry a model call. An answer that never came costs nothing, nor do the steps that led to it, unless it was the
 * asker who stopped it; nor does a test, nor a call that no provider is asked for. A record has one entry `answer`: when
 * its first run failed and cost nothing, the retry that answers it enters that too.
 */
function entriesOf(
  { user_id, session_id, id: message_id, model, status, run, run_purpose }: MessageRow,
  { agent_id, key_id, is_test }: Held,
  { charge, steps }: { charge: Charge | null; steps: StepCall[] },
  created_at: Date,
): Entry[] {
  const isFree = is_test || (!charge && status !== 'stopped');
  const first = run * CALLS_PER_RUN;
  const nothing = { input: 0, output: 0, estimated: false };
  const calls = [
    ...(charge ? [{ purpose: run_purpose, call: first, model, ...charge }] : []),
    ...(charge && run_purpose === 'retry'
      ? [{ purpose: 'answer' as const, call: 0, model, ...nothing }]
      : []),
    ...steps.map(({ usage, ...step }, call) => ({ ...step, call: first + call, ...usage })),
  ];
  return calls.map(({ input, output, ...call }) => ({
    ...call,
    user_id,
    session_id,
    message_id,
    agent_id,
    key_id,
    input_tokens: input,
    output_tokens: output,
    charged: isFree || call.purpose === 'attempt' || call.model === LOCAL_MODEL ? 0 : input + output,
    created_at,
  }));
}

/** Writes the entries, gives back what was held and takes away what was written behind: one statement. */
async function enter(
  tx: Transaction,
  { user_id, id }: MessageKey,
  { reserved }: Held,
  entries: Entry[],
): Promise<{ charged: number; token_used: number; token_limit: number } | undefined> {
  const entered = entries.length
    ? tx
        .insert(token_entries)
        .values(entries)
        .onConflictDoNothing()
        .returning({ charged: token_entries.charged })
        .getSQL()
    : sql`select 0 charged`;
  const { rows } = await tx.execute<{ charged: number; token_used: number; token_limit: number }>(sql`
    with entered as (${entered}), taken as (
      select coalesce(sum(charged), 0) charged from entered
    ), folded as (
      delete from answer_parts where user_id = ${user_id} and message_id = ${id}
    )
    update users set token_reserved = token_reserved - ${reserved}::int, token_used = token_used + taken.charged
    from taken where users.id = ${user_id}
    returning taken.charged::float8, token_used::float8, token_limit::float8`);
  return rows[0];
}

/** Enters a model call that nobody is charged for and that belongs to no conversation. */
export async function enterUncharged(
  db: Queryable,
  call: { user_id: number; agent_id: number; purpose: Purpose; model: string; took: Charge; now: Date },
): Promise<void> {
  const { user_id, agent_id, purpose, model, took, now } = call;
  await db.insert(token_entries).values({
    user_id,
    agent_id,
    purpose,
    model,
    input_tokens: took.input,
    output_tokens: took.output,
    charged: 0,
    estimated: took.estimated,
    created_at: now,
  });
}
