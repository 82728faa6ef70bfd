/** Conversations, answers and the ledger. Distributed by user_id, which every key and every join carries. */

import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import {
  type Adjustment,
  FALLBACK_REASONS,
  type FeedbackValue,
  type MessageStatus,
  type Verified,
  type VerifiedNear,
} from '#contract/chat-record.ts';
import type { Source } from '#contract/citations.ts';
import type { RefusedFilter, UnderstoodFilter } from '#contract/filters.ts';
import type { TableResult, UncheckedNumber } from '#contract/table-result.ts';
import type { Trace } from '#contract/trace.ts';
import { type RunPurpose, TOKEN_PURPOSES } from '#contract/users.ts';
import type { OnDate } from '#contract/validity-state.ts';
import { createdAt, time, updatedAt } from './columns.ts';
import { users } from './people.ts';

type NotedStep = {
  purpose: 'profile_extraction' | 'filter' | 'embedding' | 'attempt';
  model: string;
  usage: { input: number; output: number };
  estimated: boolean;
};

export const chat_sessions = pgTable(
  'chat_sessions',
  {
    id: uuid().notNull(),
    user_id: integer()
      .notNull()
      .references(() => users.id),
    /** No foreign key: a conversation outlives its agent, whose name it keeps. */
    agent_id: integer(),
    agent_name: text(),
    chat_title: text().notNull(),
    is_test: boolean().notNull().default(false),
    /** The access key of the program that asked. Its question and answer are never stored; see chat/admission/ask-by-key.ts. */
    key_id: integer(),
    /** The records that are shown: those that another variant replaced are not counted, copied ones are. */
    messages_count: integer().notNull().default(0),
    /** Questions that were edited. With `messages_count`, without `copied_count`, these are the questions that were asked. */
    variants_count: integer().notNull().default(0),
    /** Records that were copied out of another conversation. */
    copied_count: integer().notNull().default(0),
    pinned: boolean().notNull().default(false),
    /** A file of it was read once: its text may stand in each later answer. */
    had_files: boolean().notNull().default(false),
    /** Read by its owner alone, and erased when `expires_at` is past: a day after its last message. */
    temporary: boolean().notNull().default(false),
    expires_at: time('expires_at'),
    created_at: createdAt(),
    updated_at: updatedAt(),
    /** Set when its owner deleted it: contents are gone, this row stays for statistics and metering. */
    erased_at: time('erased_at'),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.id] }),
    index('chat_sessions_list')
      .on(table.user_id, table.pinned.desc().nullsFirst(), table.created_at.desc().nullsFirst(), table.id)
      .where(sql`erased_at is null`),
    index('chat_sessions_expiring').on(table.expires_at).where(sql`temporary and erased_at is null`),
    index('chat_sessions_created').on(table.created_at),
    /** For finding those that nobody has used for long; `updated_at` is in no index, because each question changes it. */
    index('chat_sessions_unused').on(table.created_at).where(sql`erased_at is null`),
    /** How many questions an agent was asked, from the index alone. */
    index('chat_sessions_agent').on(
      table.agent_id,
      table.is_test,
      table.messages_count,
      table.variants_count,
      table.copied_count,
    ),
  ],
);

/**
 * Partitioned by ranges of `id`, which db/partitions.ts cuts off by months. `running_answers` promises one running answer
 * per conversation.
 */
export const messages = pgTable(
  'messages',
  {
    id: bigint({ mode: 'number' }).generatedByDefaultAsIdentity().notNull(),
    user_id: integer().notNull(),
    session_id: uuid().notNull(),
    question: text().notNull(),
    answer: text().notNull().default(''),
    status: text().$type<MessageStatus>().notNull(),
    /** Number of the last event whose text `answer` or `answer_parts` holds. */
    seq: integer().notNull().default(0),
    sources: jsonb().$type<Source[]>().notNull().default([]),
    /** How often it was continued or tried again, and what the last run was. */
    run: integer().notNull().default(0),
    run_purpose: text().$type<RunPurpose>().notNull().default('answer'),
    /** The filters that were applied to data sources, and those that the reader had removed before asking. */
    filters: jsonb().$type<UnderstoodFilter[]>().notNull().default([]),
    without: jsonb().$type<RefusedFilter[]>().notNull().default([]),
    /** The figures and rows of data sources, each with its plan. */
    results: jsonb().$type<TableResult[]>().notNull().default([]),
    unchecked_numbers: jsonb().$type<UncheckedNumber[]>().notNull().default([]),
    /** The question is an earlier result with an edited plan. */
    adjust: jsonb().$type<Adjustment>(),
    /** It was read from rows of its reader's own: nobody else may be given it. */
    personal_sources: boolean().notNull().default(false),
    /** The conversation had a file before it was asked: nobody but its owner is shown the question. */
    with_files: boolean().notNull().default(false),
    /** The verified answer that it is, and one of a similar question that was not given. */
    verified: jsonb().$type<Verified>(),
    verified_near: jsonb().$type<VerifiedNear>(),
    /** Since when there is an answer to a question that found none. */
    answered_since: time('answered_since'),
    /** Questions that are offered after it; null until they were first wanted. */
    suggestions: jsonb().$type<string[]>(),
    /** Files of the conversation that it was sent without; each later run of it leaves them out again. */
    without_files: jsonb().$type<string[]>().notNull().default([]),
    /** The day that was sent with the question, or `today`; each later run of it uses it again. */
    asked_on: text(),
    /** The days that its dated bases were read for. */
    on_date: jsonb().$type<OnDate>(),
    /** The variant that stands in its place now: the question was edited, or another variant was chosen. Null: it is shown. */
    replaced_by: bigint({ mode: 'number' }),
    /** The first record of its place, which all variants of a question name, itself too; null where there is but one. */
    variant_root: bigint({ mode: 'number' }),
    /** The record of another conversation that it is a copy of. It was neither asked nor charged. */
    copied_from: bigint({ mode: 'number' }),
    /** The version of the agent that answered. No foreign key: the answer outlives the agent. */
    agent_version_id: integer(),
    /** The agent has sources, and nothing relevant was found in them. */
    found_nothing: boolean().notNull().default(false),
    feedback: text().$type<FeedbackValue>(),
    feedback_reason: text(),
    feedback_at: time('feedback_at'),
    /** Catalogue id, or `local` for the local reader. */
    model: text().notNull(),
    /** The catalogue id that was asked, only when another model answered, and the reason. */
    asked_model: text(),
    fallback_reason: text({ enum: FALLBACK_REASONS }),
    /** Personal data that were replaced by marks before the question left. */
    masked: integer().notNull().default(0),
    /** The decision of the person about personal data in the question; each later run of it uses it again. */
    personal_data: text({ enum: ['send', 'mask'] }),
    /** The group and the month, by its first day, whose budget pays. No foreign key: the group may end meanwhile. */
    budget_group_id: integer(),
    budget_month: date('budget_month', { mode: 'string' }),
    /** Millionths of BRL held in group_usage.reserved_cost until the answer ends. */
    reserved_cost: bigint({ mode: 'bigint' }).notNull().default(sql`0`),
    /** A problem code, when it failed or was interrupted. */
    error_code: text(),
    /** The process that is writing the answer, and until when it has promised to. By the database's clock. */
    lease_owner: uuid(),
    lease_until: time('lease_until'),
    /** Asks the owner, whichever process it is, to stop. */
    stop_requested: boolean().notNull().default(false),
    /** Tokens held in users.token_reserved until the answer ends. */
    reserved_tokens: integer().notNull().default(0),
    /** The estimated tokens of the prompt, for settling an answer whose provider reported no usage. */
    prompt_tokens: integer().notNull().default(0),
    /** The usage of the model calls before the answer, for settling it when its process dies. */
    steps: jsonb().$type<NotedStep[]>().notNull().default([]),
    created_at: createdAt(),
    finished_at: time('finished_at'),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.id] }),
    foreignKey({
      columns: [table.user_id, table.session_id],
      foreignColumns: [chat_sessions.user_id, chat_sessions.id],
    }),
    index('messages_session').on(table.user_id, table.session_id, table.id),
    /** For finding words in one's own history; `user_id` in it is btree_gin's. */
    index('messages_search')
      .using('gin', table.user_id, sql`fold_text(question || ' ' || answer) gin_trgm_ops`)
      .where(sql`status <> 'streaming'`),
    index('messages_created').on(table.created_at),
    index('messages_agent_version').on(table.agent_version_id),
    /** Open questions; the index covers all columns that counting needs, so that it reads no records. */
    index('messages_open_questions')
      .on(
        table.created_at.desc().nullsFirst(),
        table.id.desc().nullsFirst(),
        table.user_id,
        table.session_id,
        table.found_nothing,
        table.feedback,
      )
      .where(sql`(found_nothing or feedback = 'down') and not with_files`),
    index('messages_running').on(table.user_id, table.session_id).where(sql`status = 'streaming'`),
    index('messages_leases').on(table.lease_until).where(sql`status = 'streaming'`),
  ],
);

/** How an answer of a test conversation came about. */
export const answer_traces = pgTable(
  'answer_traces',
  {
    user_id: integer().notNull(),
    message_id: bigint({ mode: 'number' }).notNull(),
    trace: jsonb().$type<Trace>().notNull(),
    created_at: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.message_id] }),
    foreignKey({
      columns: [table.user_id, table.message_id],
      foreignColumns: [messages.user_id, messages.id],
    }).onDelete('cascade'),
  ],
);

/** The text of running answers, in batches behind the stream; folded into messages.answer at the end. */
export const answer_parts = pgTable(
  'answer_parts',
  {
    user_id: integer().notNull(),
    message_id: bigint({ mode: 'number' }).notNull(),
    /** Number of the last event in this part. */
    seq: integer().notNull(),
    content: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.message_id, table.seq] }),
    foreignKey({
      columns: [table.user_id, table.message_id],
      foreignColumns: [messages.user_id, messages.id],
    }).onDelete('cascade'),
  ],
);

/** The ledger: one entry per model call, never changed. users.token_used is the sum of the cycle's charges. */
export const token_entries = pgTable(
  'token_entries',
  {
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    user_id: integer()
      .notNull()
      .references(() => users.id),
    /** No foreign key: an entry outlives the erased conversation. */
    session_id: uuid(),
    message_id: bigint({ mode: 'number' }),
    agent_id: integer(),
    /** The access key it was used through. No foreign key: the entry outlives it. */
    key_id: integer(),
    purpose: text({ enum: TOKEN_PURPOSES }).notNull(),
    /** Tells calls of the same purpose for one message apart; each run of it begins at the next thousand. */
    call: integer().notNull().default(0),
    model: text().notNull(),
    input_tokens: integer().notNull(),
    output_tokens: integer().notNull(),
    /** The tokens that count against the limit; 0 in test chats. */
    charged: integer().notNull(),
    /** The provider did not report: counted here. */
    estimated: boolean().notNull(),
    /** The part of `input_tokens` that the provider read from its cache. */
    cached_tokens: integer().notNull().default(0),
    /** The price and the exchange rate of that moment; rows of model_prices and exchange_rates are never changed. */
    price_id: integer(),
    rate_id: integer(),
    /** Millionths of BRL; null without a price or an exchange rate. */
    cost_brl_micro: bigint({ mode: 'bigint' }),
    /** The part of `charged` that bought credits paid. */
    from_credit: integer().notNull().default(0),
    budget_group_id: integer(),
    budget_month: date('budget_month', { mode: 'string' }),
    created_at: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.id] }),
    uniqueIndex('token_entries_once').on(table.user_id, table.message_id, table.purpose, table.call),
    index('token_entries_cycle').on(table.user_id, table.created_at),
    /** For statistics of hours that are not rolled up yet. */
    index('token_entries_created').on(table.created_at),
    index('token_entries_key')
      .on(table.user_id, table.key_id, table.created_at)
      .where(sql`key_id is not null`),
  ],
);
