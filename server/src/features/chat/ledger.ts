/**
 * Tokens: held before an answer, accounted for when it ends. `users.token_used` is always the sum of the cycle's
 * entries and `users.token_reserved` the sum of what running answers hold. Whoever changes either locks the person
 * first and the record second, so nobody waits in a circle.
 */

import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { MessageStatus, Source } from '#contract/chat.ts';
import type { ProblemCode } from '#contract/errors.ts';
import type { UnderstoodFilter } from '#contract/filters.ts';
import type { Queue } from '../../adapters/queue.ts';
import type { Queryable, Transaction } from '../../db/client.ts';
import { chat_sessions, messages, token_entries } from '../../db/tables/chat.ts';
import { users } from '../../db/tables/people.ts';
import { AppError } from '../../http/app-error.ts';
import type { StepCall } from '../data-sources/read-source.ts';
import { bringCycleUpToDate, nextTokenReset, renewalDate } from '../users/usage.ts';
import { crossesLevel } from '../users/usage-levels.ts';
import { deleteParts, type MessageKey, type MessageRow } from './store.ts';

type Purpose = StepCall['purpose'] | 'answer';

/** What an answer took. */
export type Charge = { input: number; output: number; estimated: boolean };

/** How an answer ended. */
export type Ending = {
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
 * From here to the end of the transaction nobody else reserves, settles or counts for this person, nor changes what they
 * may do. Who they are now.
 */
export async function lockPerson(
  tx: Transaction,
  user_id: number,
): Promise<Pick<typeof users.$inferSelect, 'active' | 'role' | 'user_group_id'> | undefined> {
  const [person] = await tx
    .select({ active: users.active, role: users.role, user_group_id: users.user_group_id })
    .from(users)
    .where(eq(users.id, user_id))
    .for('no key update');
  return person;
}

/** Holds tokens for an answer. Admits while the limit is not reached; the last answer may pass it by its own size. */
export async function reserve(tx: Transaction, user_id: number, tokens: number, now: Date): Promise<void> {
  const usage = await bringCycleUpToDate(tx, user_id, now);
  const { rowCount } = await tx
    .update(users)
    .set({ token_reserved: sql`${users.token_reserved} + ${tokens}` })
    .where(
      and(eq(users.id, user_id), sql`${users.token_used} + ${users.token_reserved} < ${users.token_limit}`),
    );
  if (rowCount === 0 && usage) throw limitReached(usage.token_anchor, now);
}

export function limitReached(token_anchor: Date, now: Date): AppError {
  const { detail } = new AppError('token_limit');
  return new AppError('token_limit', {
    detail: detail.replace('{date}', renewalDate(token_anchor, now)),
    extra: { renews_at: nextTokenReset(token_anchor, now).toISOString(), upgrade_url: '/subscription' },
  });
}

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
  await lockPerson(tx, key.user_id);
  const running = and(
    eq(messages.user_id, key.user_id),
    eq(messages.id, key.id),
    eq(messages.status, 'streaming'),
    options.condition,
  );
  const [held] = await tx
    .select({ reserved: messages.reserved_tokens, session_id: messages.session_id })
    .from(messages)
    .where(running)
    .for('no key update');
  if (!held) return undefined;
  const session = await meteredSession(tx, key.user_id, held.session_id);
  const { charge, steps = [], ...end } = ending;
  const words = session && session.key_id !== null ? NO_WORDS : {};
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
  // Before the entry is written: a cycle that begins here adds up its entries itself.
  const usage = await bringCycleUpToDate(tx, key.user_id, now);
  // Clocks of two processes differ: an entry never lies before the cycle that it is counted in.
  const at = usage && usage.token_cycle_start > now ? usage.token_cycle_start : now;
  const charged = await enter(tx, message, session, { charge, steps }, at);
  const [stands] = await tx
    .update(users)
    .set({
      token_reserved: sql`${users.token_reserved} - ${held.reserved}`,
      token_used: sql`${users.token_used} + ${charged}`,
    })
    .where(eq(users.id, key.user_id))
    .returning({ token_used: users.token_used, token_limit: users.token_limit });
  if (stands && crossesLevel(stands.token_used - charged, stands.token_used, stands.token_limit))
    await queue.send('tokens.notice', { user_id: key.user_id }, tx);
  await deleteParts(tx, key);
  return message;
}

/** Of what a program asked only that it was asked is kept. */
const NO_WORDS = { answer: '', sources: [], filters: [] };

type Metered = Pick<typeof chat_sessions.$inferSelect, 'agent_id' | 'is_test' | 'key_id'>;

async function meteredSession(tx: Transaction, user_id: number, id: string): Promise<Metered | undefined> {
  const [session] = await tx
    .select({
      agent_id: chat_sessions.agent_id,
      is_test: chat_sessions.is_test,
      key_id: chat_sessions.key_id,
    })
    .from(chat_sessions)
    .where(and(eq(chat_sessions.user_id, user_id), eq(chat_sessions.id, id)));
  return session;
}

/**
 * Writes one entry a model call; what they add to the person's use, which is nothing in a test conversation. An answer
 * that failed costs nothing: neither do the steps that led to it.
 */
async function enter(
  tx: Transaction,
  message: MessageRow,
  session: Metered | undefined,
  took: { charge: Charge | null; steps: StepCall[] },
  at: Date,
): Promise<number> {
  const { charge, steps } = took;
  if (!charge && !steps.length) return 0;
  const isFree = session?.is_test || !charge;
  const calls = [
    ...(charge ? [{ purpose: 'answer' as const, call: 0, model: message.model, ...charge }] : []),
    ...steps.map(({ purpose, model, usage, estimated }, call) => ({
      purpose,
      call,
      model,
      ...usage,
      estimated,
    })),
  ];
  const entered = await tx
    .insert(token_entries)
    .values(
      calls.map(({ purpose, call, model, input, output, estimated }) => ({
        user_id: message.user_id,
        session_id: message.session_id,
        message_id: message.id,
        agent_id: session?.agent_id ?? null,
        key_id: session?.key_id ?? null,
        purpose,
        call,
        model,
        input_tokens: input,
        output_tokens: output,
        charged: isFree ? 0 : input + output,
        estimated,
        created_at: at,
      })),
    )
    .onConflictDoNothing()
    .returning({ charged: token_entries.charged });
  return entered.reduce((sum, { charged }) => sum + charged, 0);
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
