/** A question becomes a row, and its tokens are held: one statement, of which either everything happens or nothing. */
import { sql } from 'drizzle-orm';
import type { RefusedFilter } from '#contract/filters.ts';
import { DEFAULT_CHAT_TITLE } from '#contract/limits.ts';
import { databaseCode, type Queryable } from '../../../db/client.ts';
import { executePrepared } from '../../../db/prepared.ts';
import { keepingRun, type Repeatable } from '../../../http/idempotency.ts';
import { countingUp, type Limit } from '../../../http/rate-limit.ts';
import { LEASE_SECONDS } from '../run/write-behind.ts';

export type NewQuestion = {
  user_id: number;
  session_id: string;
  question: string;
  /** What the conversation is called if this is its first question. */
  title: string;
  without: RefusedFilter[];
  model: string;
  agent_version_id: number | null;
  prompt_tokens: number;
  reserved_tokens: number;
  /** The process that will write the answer. */
  owner: string;
  call: Repeatable | null;
  /** Which version of the person's row all was decided by. */
  version: string;
  /** Null when it was counted already. */
  turn: Limit | null;
  now: Date;
};

export type InsertedQuestion = {
  turns: number;
  /** Null when the conversation is gone, or when there were too many turns. */
  message_id: number | null;
};

const UNIQUE_VIOLATION = '23505';

/** Undefined when somebody was quicker: then nothing was written, and all has to be decided anew. */
export async function insertQuestion(
  db: Queryable,
  asked: NewQuestion,
): Promise<InsertedQuestion | undefined> {
  try {
    const [entered] = await executePrepared<InsertedQuestion>(db, statementOf(asked));
    return entered;
  } catch (error) {
    // The indexes have the last word on one running answer a conversation and one run a key.
    if (databaseCode(error) === UNIQUE_VIOLATION) return undefined;
    throw error;
  }
}

/**
 * Each step is taken for the row of the step before it, so the person's row is held first, as everywhere, and only if
 * nobody has changed it since it was read. Who waits here for somebody who changes it finds another version.
 */
function statementOf(asked: NewQuestion) {
  const { user_id, session_id, version, turn, call, now } = asked;
  const most = turn?.max ?? 0;
  return sql`
    with person as (
      select id from users where id = ${user_id}::int and xmin = ${version}::xid for no key update
    ), turn as (
      ${turn ? countingUp(turn, now, sql`person`) : sql`select 0 count from person`}
    ), noted as (
      update chat_sessions set messages_count = messages_count + 1, updated_at = ${now}::timestamptz, chat_title =
        case when messages_count = 0 and chat_title = ${DEFAULT_CHAT_TITLE} then ${asked.title} else chat_title end
      from turn
      where turn.count <= ${most}::int and user_id = ${user_id}::int and id = ${session_id}::uuid and erased_at is null
      returning id
    ), held as (
      update users set token_reserved = token_reserved + ${asked.reserved_tokens}::int
      from noted where users.id = ${user_id}::int returning users.id
    ), entered as (
      insert into messages (user_id, session_id, question, without, status, model, agent_version_id,
        prompt_tokens, reserved_tokens, lease_owner, lease_until, created_at)
      select id, ${session_id}::uuid, ${asked.question}::text, ${JSON.stringify(asked.without)}::jsonb, 'streaming',
        ${asked.model}::text, ${asked.agent_version_id}::int, ${asked.prompt_tokens}::int,
        ${asked.reserved_tokens}::int, ${asked.owner}::uuid, now() + make_interval(secs => ${LEASE_SECONDS}),
        ${now}::timestamptz
      from held returning id message_id
    )${call ? sql`, kept as (${keepingRun(call, now, sql`entered`)})` : sql``}
    select turn.count turns, (select message_id::float8 from entered) message_id from turn`;
}
