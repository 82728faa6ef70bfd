/** Inserts a question and reserves its tokens in one statement, of which either everything happens or nothing. */
import { type SQL, sql } from 'drizzle-orm';
import type { Adjustment } from '#contract/chat-record.ts';
import type { RefusedFilter } from '#contract/filters.ts';
import { DEFAULT_CHAT_TITLE } from '#contract/limits.ts';
import type { PersonalDataDecision } from '#contract/personal-data.ts';
import { databaseCode, type Queryable } from '../../../db/client.ts';
import { executePrepared } from '../../../db/prepared.ts';
import { type IdempotentCall, insertFirstRun } from '../../../request-guards/idempotency.ts';
import { type Limit, rateLimitIncrement } from '../../../request-guards/rate-limit.ts';
import { RETRIED } from '../conversations/message-columns.ts';
import type { MessageRow } from '../conversations/message-store.ts';
import { expiryAfter } from '../conversations/session-store.ts';
import { titleOf } from '../conversations/title.ts';
import { type BudgetHold, holdInBudget } from '../ledger/group-budget.ts';
import type { Answering } from '../ledger/settle.ts';
import { LEASE_SECONDS } from '../run/save-parts.ts';

/** A record whose answer is run once more, as it was when that was decided. */
export type Rerun = Pick<MessageRow, 'id' | 'run' | 'status' | 'answer' | 'sources'> & {
  purpose: 'continuation' | 'retry';
};

/** The record whose question is edited: it stays as a variant, and the new record takes its place. */
export type Edited = Pick<MessageRow, 'id' | 'question'> & { root: number };

/** The conversation of a program's question: made with it, and erased from the beginning. */
export type KeySession = { agent_id: number; agent_name: string; key_id: number };

export type NewQuestion = Answering & {
  user_id: number;
  session_id: string;
  question: string;
  /** The conversation's title, if this is its first question. */
  title: string;
  without: RefusedFilter[];
  /** The decision on personal data; a run of the same record keeps it. */
  decision: PersonalDataDecision | null;
  /** The day that was sent with it, or `today`; a run of the same record keeps it. */
  on_date: string | null;
  /** The result that is asked again; a run of the same record keeps it. */
  adjust: Adjustment | null;
  agent_version_id: number | null;
  prompt_tokens: number;
  reserved_tokens: number;
  /** The conversation has had a file. */
  with_files: boolean;
  /** Files that it was sent without; a run of the same record keeps them. */
  without_files: string[];
  /** The part of the group's budget that is held; null where no budget pays. */
  budget: BudgetHold | null;
  /** The process that will write the answer. */
  owner: string;
  call: IdempotentCall | null;
  /** The version of the person's row by which all was decided. */
  version: string;
  /** The rate limit to count against; null when it was counted already. */
  turn: Limit | null;
  key_session: KeySession | null;
  rerun: Rerun | null;
  edits: Edited | null;
  now: Date;
};

export type InsertedQuestion = {
  turns: number;
  /** The group's budget has no room; nothing but the turn was written. */
  over_budget: boolean;
  /** Null when the conversation is gone, the record to run again or to edit is not the last, or there were too many turns. */
  message_id: number | null;
};

const UNIQUE_VIOLATION = '23505';

/** Undefined when a concurrent change came first: then nothing was written, and all has to be decided anew. */
export async function insertQuestion(
  db: Queryable,
  asked: NewQuestion,
): Promise<InsertedQuestion | undefined> {
  try {
    const [inserted] = await executePrepared<InsertedQuestion>(db, statementOf(asked));
    return inserted;
  } catch (error) {
    // The indexes have the last word on one running answer a conversation and one run a key.
    if (databaseCode(error) === UNIQUE_VIOLATION) return undefined;
    throw error;
  }
}

/**
 * Optimistic lock on `xmin`: a concurrent change of the person's row makes this insert nothing. Each step selects from
 * the step before it, so that the person's row is locked first, as everywhere.
 */
function statementOf(asked: NewQuestion) {
  const { user_id, version, turn, call, budget, now } = asked;
  return sql`
    with person as (
      select id from users where id = ${user_id}::int and xmin = ${version}::xid for no key update
    ), turn as (
      ${turn ? rateLimitIncrement(turn, now, sql`person`) : sql`select 0 count from person`}
    )${budget ? sql`, session as (${heldSession(asked)}), budget as (${holdInBudget(budget, sql`session`)})` : sql``}, noted as (
      ${sessionOf(asked)}
    ), held as (
      update users set token_reserved = token_reserved + ${asked.reserved_tokens}::int
      from noted where users.id = ${user_id}::int returning users.id
    ), entered as (
      ${asked.rerun ? runningAgain(asked, asked.rerun) : running(asked)}
    )${asked.edits ? sql`, replaced as (${replacing(asked, asked.edits)})` : sql``}${asked.rerun?.purpose === 'continuation' ? sql`, before as (${keepingAnswer(user_id)})` : sql``}${
      call ? sql`, kept as (${insertFirstRun(call, now, sql`entered`)})` : sql``
    }
    select turn.count turns, ${budget ? sql`exists (select from session) and not exists (select from budget)` : sql`false`} over_budget, (select message_id::float8 from entered) message_id from turn`;
}

/** With a budget its step stands before the conversation's, so that nothing is written where it has no room. */
const stepBefore = ({ budget }: NewQuestion): SQL => (budget ? sql`turn, budget` : sql`turn`);

const limitOf = ({ turn }: NewQuestion): SQL => sql`turn.count <= ${turn?.max ?? 0}::int`;

/** The conversation of a question, while it is there and its last record is still the one to run again or to edit. */
function isOpenSession({ user_id, session_id, rerun, edits }: NewQuestion): SQL {
  const isThere = sql`user_id = ${user_id}::int and id = ${session_id}::uuid and erased_at is null`;
  const last = (isIt: SQL) => sql`${isThere} and (
          select ${isIt} from messages
          where user_id = ${user_id}::int and session_id = ${session_id}::uuid and replaced_by is null
          order by id desc limit 1)`;
  if (edits) return last(sql`id = ${edits.id}::bigint and status <> 'streaming'`);
  if (!rerun) return isThere;
  return last(sql`(id, run, status) = (${rerun.id}::bigint, ${rerun.run}::int, ${rerun.status}::text)`);
}

/** Locks the conversation before the budget counts, so that what is held is never held for nothing. */
const heldSession = (asked: NewQuestion): SQL =>
  asked.key_session
    ? sql`select from turn where ${limitOf(asked)}`
    : sql`
      select from chat_sessions, turn where ${limitOf(asked)} and ${isOpenSession(asked)}
      for no key update of chat_sessions`;

/** Each message puts off the end of a temporary conversation. */
const putOff = (now: Date): SQL =>
  sql`expires_at = case when temporary then ${expiryAfter(now)}::timestamptz end`;

/** Notes the question in its conversation, where that is there and the limit of turns is kept. */
function sessionOf(asked: NewQuestion): SQL {
  const { user_id, session_id, title, key_session, rerun, now } = asked;
  const before = stepBefore(asked);
  if (key_session)
    return sql`
      insert into chat_sessions (id, user_id, agent_id, agent_name, key_id, chat_title, messages_count, created_at,
        updated_at, erased_at)
      select ${session_id}::uuid, ${user_id}::int, ${key_session.agent_id}::int, ${key_session.agent_name}::text,
        ${key_session.key_id}::int, '', 1, ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
      from ${before} where ${limitOf(asked)} returning id`;
  const isOpen = sql`${limitOf(asked)} and ${isOpenSession(asked)} returning id`;
  if (rerun)
    return sql`update chat_sessions set updated_at = ${now}::timestamptz, ${putOff(now)} from ${before} where ${isOpen}`;
  if (asked.edits)
    // Where the only question is edited, a title that was made of it follows.
    return sql`
      update chat_sessions set variants_count = variants_count + 1, updated_at = ${now}::timestamptz, ${putOff(now)}, chat_title =
        case when messages_count = 1 and chat_title = ${titleOf(asked.edits.question)} then ${title} else chat_title end
      from ${before} where ${isOpen}`;
  return sql`
      update chat_sessions set messages_count = messages_count + 1, updated_at = ${now}::timestamptz, ${putOff(now)}, chat_title =
        case when messages_count = 0 and chat_title = ${DEFAULT_CHAT_TITLE} then ${title} else chat_title end
      from ${before} where ${isOpen}`;
}

const BUDGET_COLUMNS = sql`budget_group_id, budget_month, reserved_cost`;

const budgetValues = ({ budget }: Pick<NewQuestion, 'budget'>): SQL =>
  sql`${budget?.user_group_id ?? null}::int, ${budget?.month ?? null}::date, ${budget?.cost ?? 0n}::bigint`;

const running = ({ session_id, question, without, now, ...asked }: NewQuestion): SQL => sql`
      insert into messages (user_id, session_id, question, without, personal_data, adjust, asked_on, status, model, asked_model,
        fallback_reason, agent_version_id, prompt_tokens, reserved_tokens, with_files, without_files, ${BUDGET_COLUMNS}, lease_owner, lease_until,
        variant_root, created_at)
      select id, ${session_id}::uuid, ${question}::text, ${JSON.stringify(without)}::jsonb,
        ${asked.decision}::text, ${asked.adjust && JSON.stringify(asked.adjust)}::jsonb,
        ${asked.on_date}::text, 'streaming',
        ${asked.model}::text, ${asked.asked_model}::text, ${asked.fallback_reason}::text,
        ${asked.agent_version_id}::int, ${asked.prompt_tokens}::int, ${asked.reserved_tokens}::int,
        ${asked.with_files}::boolean, ${JSON.stringify(asked.without_files)}::jsonb, ${budgetValues(asked)}, ${asked.owner}::uuid, now() + make_interval(secs => ${LEASE_SECONDS}),
        ${asked.edits?.root ?? null}::bigint, ${now}::timestamptz
      from held returning id message_id`;

/** The record that is edited stays, in the same place and out of sight. */
const replacing = ({ user_id }: NewQuestion, { id, root }: Edited): SQL => sql`
      update messages set replaced_by = entered.message_id, variant_root = ${root}::bigint
      from entered where user_id = ${user_id}::int and id = ${id}::bigint`;

/** A retry begins empty (see message-columns.ts); a continuation begins with what is cited already, and with the text so far as its first event. */
function runningAgain(asked: NewQuestion, { id, purpose }: Rerun): SQL {
  const start =
    purpose === 'continuation'
      ? sql`answer = '', seq = 1, stop_requested = false, error_code = null, finished_at = null, steps = '[]'`
      : RETRIED;
  return sql`
      update messages m set status = 'streaming', ${start}, run = run + 1, run_purpose = ${purpose}::text,
        model = ${asked.model}::text, asked_model = ${asked.asked_model}::text,
        fallback_reason = ${asked.fallback_reason}::text, agent_version_id = ${asked.agent_version_id}::int,
        prompt_tokens = ${asked.prompt_tokens}::int, reserved_tokens = ${asked.reserved_tokens}::int, with_files = m.with_files or ${asked.with_files}::boolean,
        (${BUDGET_COLUMNS}) = row (${budgetValues(asked)}), lease_owner = ${asked.owner}::uuid,
        lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
      from held where m.user_id = held.id and m.id = ${id}::bigint returning m.id message_id`;
}

/** The text so far becomes the first saved part, so that other processes and the sweeper find the whole answer. */
const keepingAnswer = (user_id: number): SQL => sql`
      insert into answer_parts (user_id, message_id, seq, content)
      select m.user_id, m.id, 1, m.answer from messages m
      where m.user_id = ${user_id}::int and m.id = (select message_id from entered)`;
