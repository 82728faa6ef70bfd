/** Opening, reading and erasing a conversation. */
import { randomUUID } from 'node:crypto';
import type { ChatSession } from '#contract/chat.ts';
import { DEFAULT_CHAT_TITLE } from '#contract/limits.ts';
import type { AppContext } from '../../app-context.ts';
import type { Queryable, Transaction } from '../../db/client.ts';
import { AppError } from '../../http/app-error.ts';
import { claimKey, keepRun } from '../../http/idempotency.ts';
import { isAdmin } from '../agents/availability.ts';
import { findAvailable, requireAgent } from '../agents/store.ts';
import { countTokens } from '../knowledge/tokens.ts';
import { lockPerson, settle } from './ledger.ts';
import { recordOf } from './record.ts';
import { answersOf, type ChatContext, wake } from './running.ts';
import {
  type ChatUser,
  changeSession,
  eraseSession,
  findShownSession,
  hasSession,
  insertSession,
} from './session-store.ts';
import { stopAnswer } from './stopping.ts';
import { findProgress, findRunning, listMessages, type MessageRow } from './store.ts';
import { cleanTitle } from './title.ts';
import { answerTopic, stopTopic } from './write-behind.ts';

/** `chosen`: the agent, if one was chosen yet. A repeat with the same key gets the same conversation. */
export async function openSession(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  user: ChatUser,
  chosen: { agent_id?: number; is_test: boolean; idempotency_key: string | null },
): Promise<ChatSession> {
  const now = clock.now();
  const { is_test } = chosen;
  if (is_test && !isAdmin(user)) throw new AppError('forbidden');
  const agent_id = chosen.agent_id ?? null;
  const call = chosen.idempotency_key && {
    user_id: user.user_id,
    key: chosen.idempotency_key,
    request: `create-session ${agent_id}${is_test ? ' test' : ''}`,
  };
  return db.transaction(async (tx) => {
    const first = call && (await claimKey(tx, call, now));
    if (first) return first.answer as ChatSession;
    const agent = agent_id === null ? null : await requireTalk(tx, user, agent_id, is_test);
    const session = {
      id: randomUUID(),
      user_id: user.user_id,
      agent_id,
      agent_name: agent?.name ?? null,
      is_test,
    };
    await insertSession(tx, session, now);
    const opened: ChatSession = {
      id: session.id,
      agent_id,
      agent_name: session.agent_name,
      chat_title: DEFAULT_CHAT_TITLE,
      created_at: now.toISOString(),
      messages_count: 0,
      is_test,
      pinned: false,
      can_send: agent !== null,
    };
    if (call) await keepRun(tx, call, { status: 201, answer: opened });
    return opened;
  });
}

/** An agent that exists but is not for the caller may be named; one that does not exist is not found. */
async function requireTalk(db: Queryable, user: ChatUser, id: number, is_test: boolean) {
  const agent = is_test ? await requireAgent(db, id) : await findAvailable(db, user, id);
  if (agent) return agent;
  await requireAgent(db, id);
  throw new AppError('agent_unavailable');
}

/** Gives a conversation another title or another place in the list. */
export async function updateSession(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  user: ChatUser,
  id: string,
  { chat_title, pinned }: { chat_title?: string; pinned?: boolean },
) {
  const change = {
    ...(chat_title === undefined ? {} : { chat_title: cleanTitle(chat_title) }),
    ...(pinned === undefined ? {} : { pinned }),
    updated_at: clock.now(),
  };
  if (!(await changeSession(db, user.user_id, id, change))) throw new AppError('session_not_found');
  return requireSession(db, user, id);
}

export async function requireSession(db: Queryable, user: ChatUser, id: string) {
  const session = await findShownSession(db, user, id);
  if (!session) throw new AppError('session_not_found');
  return session;
}

/** A page of records. */
export async function recordsOf(
  context: ChatContext,
  user_id: number,
  session_id: string,
  page: { limit: number; before_id?: number },
) {
  const { rows, total } = await listMessages(context.db, user_id, session_id, page);
  if (!rows.length && !(await hasSession(context.db, user_id, session_id)))
    throw new AppError('session_not_found');
  return { rows: await Promise.all(rows.map((message) => shownRecord(context, message))), total };
}

/** A record; a running answer shows what it has come to. */
export async function shownRecord(context: ChatContext, message: MessageRow) {
  if (message.status !== 'streaming') return recordOf(message);
  const ours = answersOf(context).running.get(message.id);
  if (ours) return recordOf(message, ours.live.after(0));
  const progress = await findProgress(context.db, message, 0);
  return progress
    ? recordOf(progress.message, { text: progress.text, seq: progress.message.seq })
    : recordOf(message);
}

/** Empties the conversation. An answer that is being written ends here, and what came of it is charged. */
export async function erase(context: ChatContext, user_id: number, session_id: string): Promise<void> {
  const now = context.clock.now();
  // First, so that nothing is said any more when what was said is counted.
  await stopAnswer(context, user_id, session_id);
  const running = await context.db.transaction(async (tx) => {
    await lockPerson(tx, user_id);
    if (!(await hasSession(tx, user_id, session_id))) throw new AppError('session_not_found');
    const message = await findRunning(tx, user_id, session_id);
    if (message) await endErased(context, tx, message, now);
    await eraseSession(tx, user_id, session_id, now);
    return message;
  });
  if (!running) return;
  answersOf(context).running.get(running.id)?.cut('lost');
  await wake(context, answerTopic(running.id), stopTopic(running.id));
}

async function endErased(
  context: ChatContext,
  tx: Transaction,
  message: MessageRow,
  now: Date,
): Promise<void> {
  const answer =
    answersOf(context).running.get(message.id)?.live.after(0).text ??
    (await findProgress(tx, message, 0))?.text ??
    '';
  const charge = answer
    ? { input: message.prompt_tokens, output: await countTokens(answer), estimated: true }
    : null;
  await settle(
    tx,
    message,
    { status: 'stopped', error_code: null, answer: '', seq: message.seq, sources: [], filters: [], charge },
    { now, queue: context.queue },
  );
}
