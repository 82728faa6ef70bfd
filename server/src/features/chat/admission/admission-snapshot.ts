/** Everything that decides whether a question is admitted, read in one statement, hence true at one moment. */
import { and, eq, ne, sql } from 'drizzle-orm';
import type { SessionFile } from '#contract/session-files.ts';
import { AppError } from '../../../app-error.ts';
import type { Queryable } from '../../../db/client.ts';
import { prepared } from '../../../db/prepared.ts';
import { agents } from '../../../db/tables/agents.ts';
import { chat_sessions, messages } from '../../../db/tables/chat.ts';
import { group_limits, group_usage } from '../../../db/tables/group-limits.ts';
import { idempotency_keys } from '../../../db/tables/idempotency.ts';
import { user_groups, users } from '../../../db/tables/people.ts';
import { session_files } from '../../../db/tables/session-files.ts';
import { type IdempotentCall, isUnder } from '../../../request-guards/idempotency.ts';
import { isAdmin } from '../../agents/availability.ts';
import { groupNameOfPerson } from '../../agents/prompt/preview.ts';
import { configurationColumns } from '../../agents/versions.ts';
import { budgetMonth } from '../../groups/budget.ts';
import { usageColumns } from '../../users/tokens/cycle.ts';
import { HISTORY_RECORDS, type HistoryTurn } from '../compose/history.ts';
import { type ChatUser, canAnySend, isSession } from '../conversations/session-store.ts';

export type SnapshotQuery = {
  user: ChatUser;
  session_id: string;
  call: IdempotentCall | null;
  /** The history ends before this record. */
  before_id: number;
  now: Date;
};

export type AdmissionSnapshot = Awaited<ReturnType<typeof readAdmissionSnapshot>>;

/**
 * `version` is the person's row version (`xmin`). Each transaction that begins or ends an answer, or changes what a person
 * may do, writes that row: while the version is the same, so is everything here about the person and their answers.
 */
export async function readAdmissionSnapshot(
  db: Queryable,
  { user, session_id, call, before_id, now }: SnapshotQuery,
) {
  const { user_id, user_group_id } = user;
  const key = call?.key ?? null;
  const [found] = await select(db, {
    user_id,
    user_group_id,
    is_admin: isAdmin(user),
    session_id,
    key,
    before_id,
    month: budgetMonth(now),
  });
  if (!found) throw new AppError('account_ended');
  return found;
}

const asked = {
  user_id: sql.placeholder('user_id'),
  session_id: sql.placeholder('session_id'),
  key: sql.placeholder('key'),
  before_id: sql.placeholder('before_id'),
  month: sql.placeholder('month'),
};

/** The conversations in which an answer is being written. */
const running = sql<string[]>`array(
  select session_id::text from ${messages} where user_id = ${asked.user_id} and status = 'streaming')`;

export type AskedFile = { id: string; status: SessionFile['status']; tokens: number; passages: number };

/** The files of the conversation, in the order of their upload. */
const files = sql<AskedFile[]>`(
  select coalesce(json_agg(json_build_object('id', id, 'status', status, 'tokens', token_count, 'passages', passage_count)
    order by created_at, id), '[]')
  from ${session_files} where user_id = ${asked.user_id} and session_id = ${asked.session_id})`;

/** The newest answered records, oldest of them first, and how many the conversation has. */
const history = sql<{ newest: HistoryTurn[]; total: number }>`(
  select json_build_object('total', coalesce(max(total), 0),
    'newest', coalesce(json_agg(json_build_object('question', question, 'answer', answer)::jsonb
      || case when personal_data = 'mask' then '{"is_masked": true}' else '{}' end::jsonb
      || case when results = '[]' then '{}' else (select jsonb_build_object('plans', jsonb_agg(jsonb_build_object(
        'data_source_id', result -> 'data_source_id', 'plan', result -> 'plan'))) from jsonb_array_elements(results) result)
      end order by id), '[]'))
  from (
    select id, question, answer, personal_data, results, count(*) over () total from ${messages}
    where user_id = ${asked.user_id} and session_id = ${asked.session_id} and id < ${asked.before_id}
      and replaced_by is null and status in ('done', 'stopped', 'interrupted') and answer <> ''
    order by id desc limit ${sql.raw(String(HISTORY_RECORDS))}
  ) newest)`;

/** People without a group are in the default one, which is looked for only then. */
const group = sql`coalesce(${users.user_group_id}, (select id from ${user_groups} where is_default))`;

const select = prepared((db) =>
  db
    .select({
      version: sql<string>`${users}.xmin::text`,
      person: {
        name: users.name,
        active: users.active,
        role: users.role,
        user_group_id: users.user_group_id,
        group_name: groupNameOfPerson,
        ...usageColumns,
      },
      session: {
        id: chat_sessions.id,
        agent_id: chat_sessions.agent_id,
        agent_name: chat_sessions.agent_name,
        is_test: chat_sessions.is_test,
        had_files: chat_sessions.had_files,
      },
      can_send: canAnySend,
      agent: configurationColumns,
      agent_name: agents.name,
      verified_count: agents.verified_count,
      running,
      files,
      history,
      run: idempotency_keys,
      budget: { user_group_id: group_limits.user_group_id, kind: group_limits.budget_kind },
      /** Null where the month's row has not been made yet. */
      budget_month: group_usage.month,
    })
    .from(users)
    .leftJoin(chat_sessions, isSession(asked.user_id, asked.session_id))
    .leftJoin(agents, eq(agents.id, chat_sessions.agent_id))
    .leftJoin(idempotency_keys, isUnder(asked))
    .leftJoin(group_limits, and(eq(group_limits.user_group_id, group), ne(group_limits.budget_kind, 'none')))
    .leftJoin(
      group_usage,
      and(eq(group_usage.user_group_id, group_limits.user_group_id), eq(group_usage.month, asked.month)),
    )
    .where(eq(users.id, asked.user_id)),
);
