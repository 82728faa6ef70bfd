/** How an answer of a test conversation came about, kept for the administrator who asked. */
import { and, eq, isNull } from 'drizzle-orm';
import type { Trace } from '#contract/trace.ts';
import { AppError } from '../../../app-error.ts';
import type { Queryable, Transaction } from '../../../db/client.ts';
import { answer_traces, chat_sessions, messages } from '../../../db/tables/chat.ts';
import { cleanText } from '../../../text/clean-text.ts';
import type { MessageKey } from './message-store.ts';

export async function keepTrace(tx: Transaction, { user_id, id }: MessageKey, trace: Trace): Promise<void> {
  const kept = storable(trace);
  await tx
    .insert(answer_traces)
    .values({ user_id, message_id: id, trace: kept })
    .onConflictDoUpdate({
      target: [answer_traces.user_id, answer_traces.message_id],
      set: { trace: kept },
    });
}

export async function requireTrace(db: Queryable, { user_id, id }: MessageKey): Promise<Trace> {
  const [found] = await db
    .select({ trace: answer_traces.trace })
    .from(messages)
    .innerJoin(
      chat_sessions,
      and(eq(chat_sessions.user_id, messages.user_id), eq(chat_sessions.id, messages.session_id)),
    )
    .leftJoin(
      answer_traces,
      and(eq(answer_traces.user_id, messages.user_id), eq(answer_traces.message_id, messages.id)),
    )
    .where(and(eq(messages.user_id, user_id), eq(messages.id, id), isNull(chat_sessions.erased_at)));
  if (!found) throw new AppError('message_not_found');
  if (!found.trace) throw new AppError('trace_not_found');
  return found.trace;
}

/** A text that JSON in the database cannot hold must not cost the answer its end. */
const storable = (trace: Trace): Trace =>
  JSON.parse(JSON.stringify(trace, (_, value) => (typeof value === 'string' ? cleanText(value) : value)));
