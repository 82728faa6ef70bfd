/** Opens, reads and changes a conversation. */
import { randomUUID } from 'node:crypto';
import type { ChatSession } from '#contract/chat-session.ts';
import { DEFAULT_CHAT_TITLE } from '#contract/limits.ts';
import type { TemporaryMode } from '#contract/openers.ts';
import type { AppContext } from '../../../app-context.ts';
import { AppError } from '../../../app-error.ts';
import type { Queryable } from '../../../db/client.ts';
import { claimIdempotencyKey, storeFirstRun } from '../../../request-guards/idempotency.ts';
import { isAdmin } from '../../agents/availability.ts';
import { findAvailable, requireAgent } from '../../agents/store.ts';
import { type ChatUser, changeSession, findShownSession, insertSession } from './session-store.ts';
import { cleanTitle } from './title.ts';

/** `chosen`: the agent, if one was chosen yet. A repeat with the same key gets the same conversation. */
export async function openSession(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  user: ChatUser,
  chosen: { agent_id?: number; is_test: boolean; temporary: boolean; idempotency_key: string | null },
): Promise<ChatSession> {
  const now = clock.now();
  const { is_test } = chosen;
  if (is_test && !isAdmin(user)) throw new AppError('forbidden');
  const agent_id = chosen.agent_id ?? null;
  const call = chosen.idempotency_key && {
    user_id: user.user_id,
    key: chosen.idempotency_key,
    request: `create-session ${agent_id}${is_test ? ' test' : ''}${chosen.temporary ? ' temporary' : ''}`,
  };
  return db.transaction(async (tx) => {
    const first = call && (await claimIdempotencyKey(tx, call, now));
    if (first) return first.answer as ChatSession;
    const agent = agent_id === null ? null : await requireTalk(tx, user, agent_id, is_test);
    const session = {
      id: randomUUID(),
      user_id: user.user_id,
      agent_id,
      agent_name: agent?.name ?? null,
      is_test,
      temporary: isTemporary(agent, chosen),
    };
    await insertSession(tx, session, now);
    const opened = toOpened(session, await findShownSession(tx, user, session.id), now);
    if (call) await storeFirstRun(tx, call, { status: 201, answer: opened });
    return opened;
  });
}

type NewSession = { id: string; agent_id: number | null; agent_name: string | null; is_test: boolean };

/** The conversation as its first reply shows it, before anything was asked. */
const toOpened = (
  { id, agent_id, agent_name, is_test }: NewSession,
  shown: Awaited<ReturnType<typeof findShownSession>>,
  now: Date,
): ChatSession => ({
  id,
  agent_id,
  agent_name,
  chat_title: DEFAULT_CHAT_TITLE,
  created_at: now.toISOString(),
  messages_count: 0,
  is_test,
  pinned: false,
  can_send: agent_id !== null,
  files: shown?.files ?? 'no',
  files_days: shown?.files_days ?? null,
  validity: shown?.validity ?? false,
  expires_at: shown?.expires_at?.toISOString() ?? null,
});

/** A test is an administrator's own, and stays. */
function isTemporary(
  agent: { temporary_mode: TemporaryMode } | null,
  { is_test, temporary }: { is_test: boolean; temporary: boolean },
): boolean {
  const mode = agent?.temporary_mode ?? 'allowed';
  if (is_test) return false;
  if (temporary && mode === 'never') throw new AppError('temporary_refused');
  return temporary || mode === 'always';
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
