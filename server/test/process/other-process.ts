/** Plays another process of the same installation: a pool and a chat runtime of its own, on the same database. */
import { and, eq } from 'drizzle-orm';
import type { AnswerEvent } from '#contract/chat-record.ts';
import { openSignals } from '../../src/adapters/signals.ts';
import { type DatabaseAddress, openDatabase } from '../../src/db/client.ts';
import { messages } from '../../src/db/tables/chat.ts';
import { ask } from '../../src/features/chat/ask.ts';
import { findProgress } from '../../src/features/chat/conversations/message-store.ts';
import { eraseConversation } from '../../src/features/chat/erase-conversation.ts';
import { join } from '../../src/features/chat/read/read-answer.ts';
import { drain } from '../../src/features/chat/run/chat-runtime.ts';
import { stopAnswer } from '../../src/features/chat/run/stop-answer.ts';
import type { Pace } from '../../src/features/chat/run/write-behind.ts';
import type { Caller } from '../../src/http/routes.ts';
import { createServerContext, type OpenedContext } from '../../src/server-context.ts';

export type OtherProcess = Awaited<ReturnType<typeof openOtherProcess>>;

export async function openOtherProcess(first: OpenedContext, address: DatabaseAddress, pace?: Pace) {
  const database = openDatabase(address, { max: 4 });
  const signals = await openSignals(address, database.pool, first.log);
  const context = createServerContext({ ...first, db: database.db, signals }, pace);
  return {
    context,
    ask: (user_id: number, session_id: string, question: string, idempotency_key: string | null = null) =>
      ask(context, { user: { ...anyUser, user_id }, session_id, question, idempotency_key }),
    join: (user_id: number, session_id: string, after = 0) => join(context, user_id, session_id, after),
    stop: (user_id: number, session_id: string) => stopAnswer(context, user_id, session_id),
    erase: (user_id: number, session_id: string) => eraseConversation(context, user_id, session_id),
    /** Ends as after `kill -9`: nothing is saved any more. */
    async kill() {
      await signals.close();
      await database.close();
    },
    async close() {
      await drain(context, 0);
      await signals.close();
      await database.close();
    },
  };
}

const anyUser: Pick<Caller, 'role' | 'user_group_id'> = { role: 'user', user_group_id: 1 };

/** All events that a reader received. */
export async function readAll(events: AsyncIterable<AnswerEvent> | Promise<AsyncIterable<AnswerEvent>>) {
  const all: AnswerEvent[] = [];
  for await (const event of await events) all.push(event);
  return { events: all, text: textOf(all), last: all.at(-1) };
}

/** The final text of a reader: a snapshot replaces everything before it. */
export function textOf(events: AnswerEvent[]): string {
  return events.reduce((text, { snapshot, content }) => (snapshot ?? text) + content, '');
}

/** Resolves once the person's running answer has been saved up to exactly this text. */
export async function saved(
  { db, signals }: Pick<OpenedContext, 'db' | 'signals'>,
  user_id: number,
  text: string,
): Promise<void> {
  const [running] = await db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.user_id, user_id), eq(messages.status, 'streaming')));
  if (!running) throw new Error('nothing is running');
  await new Promise<void>((resolve) => {
    const look = async () => {
      const progress = await findProgress(db, { user_id, id: running.id }, 0);
      if (progress?.text !== text) return;
      forget();
      resolve();
    };
    const forget = signals.listen(`answer:${running.id}`, () => void look());
    void look();
  });
}
