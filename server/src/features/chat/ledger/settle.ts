/**
 * Ends an answer and accounts for its tokens in one transaction. `users.token_used` is always the sum of the cycle's
 * entries.
 */

import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { FallbackReason, MessageStatus, Verified, VerifiedNear } from '#contract/chat-record.ts';
import type { Source } from '#contract/citations.ts';
import type { ProblemCode } from '#contract/errors.ts';
import type { UnderstoodFilter } from '#contract/filters.ts';
import type { TableResult, UncheckedNumber } from '#contract/table-result.ts';
import type { OnDate } from '#contract/validity-state.ts';
import type { Queue } from '../../../adapters/queue.ts';
import type { Transaction } from '../../../db/client.ts';
import { chat_sessions, messages, token_entries } from '../../../db/tables/chat.ts';
import type { StepCall } from '../../data-sources/read-source.ts';
import type { PricedModels } from '../../prices/call-costs.ts';
import { drawingCredits } from '../../users/tokens/credits.ts';
import { bringCycleUpToDate, isCycleOver } from '../../users/tokens/cycle.ts';
import { crossesLevel } from '../../users/tokens/usage-levels.ts';
import { OF_PROGRAM } from '../conversations/message-columns.ts';
import type { MessageKey, MessageRow } from '../conversations/message-store.ts';
import { type Charge, type Entry, type Held, paidEntries, pricedEntries } from './entries.ts';
import { settleBudget } from './group-budget.ts';
import { lockPerson } from './reservations.ts';

/** The model that answers, as the record keeps it. */
export type Answering = {
  /** Catalogue id, or `local`. */
  model: string;
  /** The id that was asked, only where another model answers, and the reason. */
  asked_model: string | null;
  fallback_reason: FallbackReason | null;
  /** Personal data that left as marks. */
  masked?: number;
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
  /** The results of data sources, each with the number of its source. */
  results?: TableResult[];
  /** Numbers of the answer that come from neither its sources nor its question. */
  unchecked_numbers?: UncheckedNumber[];
  /** The agent has sources, all were read, and none says anything about the question. */
  found_nothing?: boolean;
  /** The days that dated bases were read for. */
  on_date?: OnDate | null;
  /** Rows of the person's own were read for it. */
  personal_sources?: boolean;
  /** The verified answer that was given, or offered. */
  verified?: Verified | null;
  verified_near?: VerifiedNear | null;
  /** Null when nothing is charged. */
  charge: Charge | null;
  /** Model calls on the way to the answer. */
  steps?: StepCall[];
};

export type SettleOptions = {
  now: Date;
  queue: Pick<Queue, 'send'>;
  models: PricedModels;
  condition?: SQL;
};

/**
 * The one transition of an answer out of `streaming`, with its text, its charge and its reservation. Undefined when
 * somebody else has made it, or when `condition` does not hold (any more).
 */
export async function settle(
  tx: Transaction,
  key: MessageKey,
  ending: Ending,
  options: SettleOptions,
): Promise<MessageRow | undefined> {
  const { now, queue, models } = options;
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
  const [message] = await tx
    .update(messages)
    .set(endedColumns(end, held, now))
    .where(running)
    .returning();
  if (!message) return undefined;
  // Before the entries are written: a cycle that begins here adds up its entries itself.
  const isOver = person && isCycleOver(person, now);
  const usage = isOver ? await bringCycleUpToDate(tx, key.user_id, now) : person;
  // Clocks of two processes differ: an entry never lies before the cycle that it is counted in.
  const at = usage && usage.token_cycle_start > now ? usage.token_cycle_start : now;
  const priced = await pricedEntries(tx, models, message, held, { charge, steps }, at);
  const entries = usage ? paidEntries(priced, usage) : priced;
  const stands = await enterCharges(tx, message, held, entries);
  if (stands && crossesLevel(stands.token_used - stands.charged, stands.token_used, stands.token_limit))
    await queue.send('tokens.notice', { user_id: key.user_id }, tx);
  await settleBudget(tx, held, { entries, queue });
  return message;
}

/** The columns that an ending sets: nothing of the run is left. A program's words are stored nowhere. */
export const endedColumns = (
  end: Omit<Ending, 'charge' | 'steps'>,
  { key_id }: Pick<Held, 'key_id'>,
  finished_at: Date,
) => ({
  ...end,
  ...(key_id === null ? {} : OF_PROGRAM),
  steps: [],
  reserved_tokens: 0,
  reserved_cost: 0n,
  lease_owner: null,
  lease_until: null,
  finished_at,
});

export const heldColumns = {
  reserved: messages.reserved_tokens,
  reserved_cost: messages.reserved_cost,
  budget_group_id: messages.budget_group_id,
  budget_month: messages.budget_month,
  agent_id: chat_sessions.agent_id,
  is_test: chat_sessions.is_test,
  key_id: chat_sessions.key_id,
};

/** Locks the running record and reads its reservation and its conversation. */
async function holdRunning(tx: Transaction, running: SQL | undefined): Promise<Held | undefined> {
  const [held] = await tx
    .select(heldColumns)
    .from(messages)
    .innerJoin(
      chat_sessions,
      and(eq(chat_sessions.user_id, messages.user_id), eq(chat_sessions.id, messages.session_id)),
    )
    .where(running)
    .for('no key update', { of: messages });
  return held;
}

/** Writes the entries, gives back what was held and takes away what was written behind: one statement. */
export async function enterCharges(
  tx: Transaction,
  { user_id, id }: MessageKey,
  { reserved }: Pick<Held, 'reserved'>,
  entries: Entry[],
): Promise<{ charged: number; token_used: number; token_limit: number } | undefined> {
  const entered = entries.length
    ? tx
        .insert(token_entries)
        .values(entries)
        .onConflictDoNothing()
        .returning({ charged: token_entries.charged, from_credit: token_entries.from_credit })
        .getSQL()
    : sql`select 0 charged, 0 from_credit`;
  const isDrawn = entries.some(({ from_credit }) => from_credit);
  const drawn = isDrawn
    ? sql`, drawn as (${drawingCredits(user_id, sql`(select credit from taken)`)})`
    : sql``;
  const { rows } = await tx.execute<{ charged: number; token_used: number; token_limit: number }>(sql`
    with entered as (${entered}), taken as (
      select coalesce(sum(charged), 0) charged, coalesce(sum(from_credit), 0) credit from entered
    ), folded as (
      delete from answer_parts where user_id = ${user_id} and message_id = ${id}
    )${drawn}
    update users set token_reserved = token_reserved - ${reserved}::int, token_used = token_used + taken.charged,
      token_credited = token_credited + taken.credit, token_credit = token_credit - taken.credit
    from taken where users.id = ${user_id}
    returning taken.charged::float8, token_used::float8, token_limit::float8`);
  return rows[0];
}
