/** Conversations as rows. Everything is found through its owner. */
import { and, desc, eq, isNull, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { FileMode } from '#contract/file-rules.ts';
import { DEFAULT_CHAT_TITLE, TEMPORARY_HOURS } from '#contract/limits.ts';
import type { Queryable, Readable, Transaction } from '../../../db/client.ts';
import { prepared } from '../../../db/prepared.ts';
import { agents } from '../../../db/tables/agents.ts';
import { answer_traces, chat_sessions, messages } from '../../../db/tables/chat.ts';
import { open_question_members } from '../../../db/tables/open-questions.ts';
import { session_files } from '../../../db/tables/session-files.ts';
import {
  type AgentUser,
  anyCaller,
  availableTo,
  availableToAny,
  isAdmin,
} from '../../agents/availability.ts';
import { filesDays, isDatedAgent } from '../../agents/store.ts';
import { ERASED } from './message-columns.ts';

export type ChatUser = AgentUser & { user_id: number };

export const isSession = (user_id: number | Placeholder, id: string | Placeholder) =>
  and(eq(chat_sessions.user_id, user_id), eq(chat_sessions.id, id), isNull(chat_sessions.erased_at));

/** Whether the caller may send here now; test conversations are for administrators and reach drafts too. */
export const canSend = (user: AgentUser) =>
  isOpen({ to_testers: sql`${isAdmin(user)}::boolean`, to_others: availableTo(user) });

/** The same for a caller who is not known yet. */
export const canAnySend = isOpen({ to_testers: anyCaller.is_admin, to_others: availableToAny });

function isOpen({ to_testers, to_others }: { to_testers: SQL; to_others: SQL }): SQL<boolean> {
  return sql`(${agents}.id is not null and case when ${chat_sessions}.is_test then ${to_testers} else ${to_others} end)`;
}

/** The agent's name, or its last one when it was deleted. */
export const agentName = sql<string | null>`coalesce(${agents}.name, ${chat_sessions}.agent_name)`;

const shownSession = (can_send: SQL<boolean>) => ({
  id: chat_sessions.id,
  agent_id: chat_sessions.agent_id,
  agent_name: agentName,
  chat_title: chat_sessions.chat_title,
  created_at: chat_sessions.created_at,
  messages_count: chat_sessions.messages_count,
  is_test: chat_sessions.is_test,
  pinned: chat_sessions.pinned,
  can_send,
  files: sql<FileMode>`coalesce(${agents.files}, 'no')`,
  files_days: filesDays,
  validity: isDatedAgent,
  expires_at: chat_sessions.expires_at,
});

/** Pinned ones first, then newest first. */
export async function listSessions(
  db: Queryable,
  user: ChatUser,
  { agent_id, ...wanted }: { limit: number; offset: number; is_test: boolean; agent_id?: number },
) {
  const { user_id, user_group_id } = user;
  const values = { user_id, user_group_id, is_admin: isAdmin(user), ...wanted };
  const found = await (agent_id === undefined
    ? selectSessions(db, values)
    : selectSessionsWith(db, { ...values, agent_id }));
  const rows = found.map(({ session }) => session);
  // Beyond the end of the list there is no row to tell how long it is.
  const total =
    found[0]?.total ??
    (wanted.offset ? await db.$count(chat_sessions, isListed({ user_id, agent_id, ...wanted })) : 0);
  return { rows, total };
}

type Listed = {
  user_id: number | Placeholder;
  is_test: boolean | Placeholder;
  agent_id?: number | Placeholder | undefined;
};

const isListed = ({ user_id, is_test, agent_id }: Listed) =>
  and(
    eq(chat_sessions.user_id, user_id),
    isNull(chat_sessions.erased_at),
    eq(chat_sessions.is_test, is_test),
    agent_id === undefined ? undefined : eq(chat_sessions.agent_id, agent_id),
  );

const anyList = { user_id: sql.placeholder('user_id'), is_test: sql.placeholder('is_test') };

const selectSessions = prepared((db) => pageOf(db, isListed(anyList)));
/** With one agent. */
const selectSessionsWith = prepared((db) =>
  pageOf(db, isListed({ ...anyList, agent_id: sql.placeholder('agent_id') })),
);

const pageOf = (db: Readable, listed: SQL | undefined) =>
  db
    .select({
      session: shownSession(canAnySend),
      total: sql<number>`(select count(*)::int from ${chat_sessions} where ${listed})`,
    })
    .from(chat_sessions)
    .leftJoin(agents, eq(agents.id, chat_sessions.agent_id))
    .where(listed)
    .orderBy(desc(chat_sessions.pinned), desc(chat_sessions.created_at), chat_sessions.id)
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'));

export async function findShownSession(db: Queryable, user: ChatUser, id: string) {
  const [session] = await db
    .select(shownSession(canSend(user)))
    .from(chat_sessions)
    .leftJoin(agents, eq(agents.id, chat_sessions.agent_id))
    .where(isSession(user.user_id, id));
  return session;
}

export async function hasSession(db: Queryable, user_id: number, id: string): Promise<boolean> {
  const [found] = await db.select({ id: chat_sessions.id }).from(chat_sessions).where(isSession(user_id, id));
  return found !== undefined;
}

/** The end of a temporary conversation whose last message was at `now`. */
export const expiryAfter = (now: Date): Date => new Date(now.getTime() + TEMPORARY_HOURS * 3_600_000);

export async function insertSession(
  db: Queryable,
  session: {
    id: string;
    user_id: number;
    agent_id: number | null;
    agent_name: string | null;
    is_test: boolean;
    temporary?: boolean;
  },
  now: Date,
): Promise<void> {
  await db.insert(chat_sessions).values({
    ...session,
    expires_at: session.temporary ? expiryAfter(now) : null,
    chat_title: DEFAULT_CHAT_TITLE,
    created_at: now,
    updated_at: now,
  });
}

/** False when there is no such conversation. */
export async function changeSession(
  db: Queryable,
  user_id: number,
  id: string,
  change: { chat_title?: string; pinned?: boolean; updated_at: Date },
): Promise<boolean> {
  const { rowCount } = await db.update(chat_sessions).set(change).where(isSession(user_id, id));
  return rowCount === 1;
}

/** Empties a conversation for good; its row, its records, their dates and thumbs stay for statistics. */
export async function eraseSession(tx: Transaction, user_id: number, id: string, now: Date): Promise<void> {
  const isIn = and(eq(messages.user_id, user_id), eq(messages.session_id, id));
  const ids = tx.select({ id: messages.id }).from(messages).where(isIn);
  await tx
    .delete(answer_traces)
    .where(and(eq(answer_traces.user_id, user_id), sql`${answer_traces.message_id} in ${ids}`));
  await tx
    .delete(session_files)
    .where(and(eq(session_files.user_id, user_id), eq(session_files.session_id, id)));
  await tx
    .delete(open_question_members)
    .where(
      and(eq(open_question_members.user_id, user_id), sql`${open_question_members.message_id} in ${ids}`),
    );
  await tx.update(messages).set(ERASED).where(isIn);
  await tx
    .update(chat_sessions)
    .set({ chat_title: '', erased_at: now, updated_at: now })
    .where(and(eq(chat_sessions.user_id, user_id), eq(chat_sessions.id, id)));
}
