/** Finds a result of a person's own answer, and its data source as it may be read today. */
import { and, eq, isNull } from 'drizzle-orm';
import type { TableResult } from '#contract/table-result.ts';
import { AppError } from '../../../app-error.ts';
import type { Queryable } from '../../../db/client.ts';
import { agent_data_sources, agents } from '../../../db/tables/agents.ts';
import { chat_sessions, messages } from '../../../db/tables/chat.ts';
import type { MessageRow } from '../conversations/message-store.ts';
import { type ChatUser, canSend } from '../conversations/session-store.ts';

export type OwnAnswer = {
  message: MessageRow;
  agent_id: number | null;
  is_test: boolean;
  can_send: boolean;
};

/** Undefined for the answer of somebody else and of an erased conversation. */
export async function findOwnAnswer(
  db: Queryable,
  user: ChatUser,
  id: number,
): Promise<OwnAnswer | undefined> {
  const [found] = await db
    .select({
      message: messages,
      agent_id: chat_sessions.agent_id,
      is_test: chat_sessions.is_test,
      can_send: canSend(user),
    })
    .from(messages)
    .innerJoin(
      chat_sessions,
      and(eq(chat_sessions.user_id, messages.user_id), eq(chat_sessions.id, messages.session_id)),
    )
    .leftJoin(agents, eq(agents.id, chat_sessions.agent_id))
    .where(and(eq(messages.user_id, user.user_id), eq(messages.id, id), isNull(chat_sessions.erased_at)));
  return found;
}

/**
 * The result with the number `index` and the agent that gave it. Throws `message_not_found` where the person may not
 * have it (any more), and `result_gone` where the agent does not read its source any more.
 */
export async function requireOwnResult(
  db: Queryable,
  user: ChatUser,
  { id, index }: { id: number; index: number },
): Promise<TableResult> {
  const found = await findOwnAnswer(db, user, id);
  const result = found?.message.results.find((one) => one.index === index);
  if (!found?.can_send || found.agent_id === null || !result) throw new AppError('message_not_found');
  if (!(await readsSource(db, found.agent_id, result.data_source_id))) throw new AppError('result_gone');
  return result;
}

export async function readsSource(db: Queryable, agent_id: number, data_source_id: number): Promise<boolean> {
  const [link] = await db
    .select({ agent_id: agent_data_sources.agent_id })
    .from(agent_data_sources)
    .where(
      and(eq(agent_data_sources.agent_id, agent_id), eq(agent_data_sources.data_source_id, data_source_id)),
    );
  return link !== undefined;
}
