/** Agents, their tags, who may use them and what they read. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { CheckResult } from '#contract/agent-checks.ts';
import type { AgentConfiguration } from '#contract/agent-configuration.ts';
import type { PromptSections } from '#contract/agent-prompt.ts';
import type { ProblemCode } from '#contract/errors.ts';
import type { Expectation } from '#contract/expectations.ts';
import { FILE_MODES } from '#contract/file-rules.ts';
import { DEPLOY_GATES } from '#contract/gate.ts';
import { EFFORTS, RESIDENCIES } from '#contract/model-sets.ts';
import { SUGGESTION_MODES, TEMPORARY_MODES } from '#contract/openers.ts';
import { PERSONAL_DATA_KINDS, PERSONAL_DATA_MODES } from '#contract/personal-data.ts';
import { createdAt, identity, time, updatedAt } from './columns.ts';
import { data_sources } from './data-sources.ts';
import { knowledge_bases } from './knowledge.ts';
import { user_groups, users } from './people.ts';

export const agents = pgTable(
  'agents',
  {
    id: identity().primaryKey(),
    name: text().notNull(),
    description: text(),
    deploy_status: boolean().notNull().default(false),
    /** Catalogue id; null runs on the fallback. */
    model: text(),
    temperature: real(),
    /** Catalogue ids of the models that answer in its place before the first word, in this order. */
    fallback_models: text().array().notNull().default(sql`'{}'::text[]`),
    /** Null: the default of the model. */
    reasoning_effort: text({ enum: EFFORTS }),
    /** Null: the default of the installation. */
    personal_data: text({ enum: PERSONAL_DATA_MODES }),
    personal_data_kinds: text({ enum: PERSONAL_DATA_KINDS }).array(),
    /** The farthest place where its questions and sources may be processed. */
    residency_max: text({ enum: RESIDENCIES }).notNull().default('exterior'),
    refuse_unchecked_numbers: boolean().notNull().default(false),
    /** Whether it reads files that people put into their conversations, beside its sources or alone. */
    files: text({ enum: FILE_MODES }).notNull().default('no'),
    use_guided_prompt: boolean().notNull().default(true),
    use_security_prompt: boolean().notNull().default(true),
    prompt_sections: jsonb()
      .$type<PromptSections>()
      .notNull()
      .default({ identity: '', goal: '', response_style: '', constraints: '', custom_instructions: '' }),
    custom_prompt: text(),
    /** Example questions, and what may be asked: shown to readers, no part of a version. */
    openers: text().array().notNull().default(sql`'{}'::text[]`),
    scope_note: text(),
    /** How questions to ask next are made after an answer. */
    suggestions: text({ enum: SUGGESTION_MODES }).notNull().default('sources'),
    temporary_mode: text({ enum: TEMPORARY_MODES }).notNull().default('allowed'),
    /** Null: as the installation says. */
    deploy_gate: text({ enum: DEPLOY_GATES }),
    /** Changes that wait for publication. No foreign key: versions are never deleted. */
    candidate_version_id: integer(),
    /** Positions in `openers` for which the last nightly run found nothing. */
    openers_empty: smallint().array().notNull().default(sql`'{}'::smallint[]`),
    /** Its checks are run every night; the owner hears when they no longer hold. */
    nightly_checks: boolean().notNull().default(false),
    owner_user_id: integer().references(() => users.id, { onDelete: 'set null' }),
    /** Its verified answers: without any, no question is compared. */
    verified_count: integer().notNull().default(0),
    /** Drawn anew with each change of them: two that are equal mean the same wordings, in any process and any copy. */
    verified_revision: uuid().notNull().defaultRandom(),
    /** The text that is searched, without case and accents. */
    search_text: text()
      .notNull()
      .generatedAlwaysAs(sql`fold_text(name || chr(10) || coalesce(description, ''))`),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [
    index('agents_updated').on(table.updated_at.desc().nullsFirst(), table.id),
    index('agents_owner_user_id').on(table.owner_user_id).where(sql`owner_user_id is not null`),
  ],
);

/** One name however it is typed: case and accents do not make another tag. */
export const tags = pgTable(
  'tags',
  {
    id: identity().primaryKey(),
    name: text().notNull(),
  },
  (table) => [uniqueIndex('tags_name').on(sql`fold_text(${table.name})`)],
);

export const agent_tags = pgTable(
  'agent_tags',
  {
    agent_id: integer()
      .notNull()
      .references(() => agents.id, { onDelete: 'cascade' }),
    tag_id: integer()
      .notNull()
      .references(() => tags.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.agent_id, table.tag_id] }),
    index('agent_tags_tag').on(table.tag_id),
  ],
);

/** Which groups may use an agent. */
export const group_agents = pgTable(
  'group_agents',
  {
    user_group_id: integer()
      .notNull()
      .references(() => user_groups.id, { onDelete: 'cascade' }),
    agent_id: integer()
      .notNull()
      .references(() => agents.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.user_group_id, table.agent_id] }),
    index('group_agents_agent').on(table.agent_id),
  ],
);

export const agent_knowledge_bases = pgTable(
  'agent_knowledge_bases',
  {
    agent_id: integer()
      .notNull()
      .references(() => agents.id, { onDelete: 'cascade' }),
    knowledge_base_id: integer()
      .notNull()
      .references(() => knowledge_bases.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.agent_id, table.knowledge_base_id] }),
    index('agent_knowledge_bases_base').on(table.knowledge_base_id),
  ],
);

export const agent_data_sources = pgTable(
  'agent_data_sources',
  {
    agent_id: integer()
      .notNull()
      .references(() => agents.id, { onDelete: 'cascade' }),
    data_source_id: integer()
      .notNull()
      .references(() => data_sources.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.agent_id, table.data_source_id] }),
    index('agent_data_sources_source').on(table.data_source_id),
  ],
);

/** Versions of an agent's configuration. Never changed; they outlive the agent, so that its answers stay explained. */
export const agent_versions = pgTable(
  'agent_versions',
  {
    id: identity().primaryKey(),
    /** No foreign key: see above. */
    agent_id: integer().notNull(),
    /** SHA-256 over the configuration, as hexadecimal digits. */
    hash: text().notNull(),
    configuration: jsonb().$type<AgentConfiguration>().notNull(),
    created_by: integer().references(() => users.id),
    created_at: createdAt(),
  },
  (table) => [
    uniqueIndex('agent_versions_hash').on(table.agent_id, table.hash),
    index('agent_versions_created_by').on(table.created_by).where(sql`created_by is not null`),
  ],
);

/** Questions whose answers must keep holding. */
export const agent_checks = pgTable(
  'agent_checks',
  {
    id: identity().primaryKey(),
    agent_id: integer()
      .notNull()
      .references(() => agents.id, { onDelete: 'cascade' }),
    question: text().notNull(),
    expectation: jsonb().$type<Expectation>().notNull(),
    /** How it came to be: written by hand, with a verified answer, from a closed question, from a file. */
    source: text({ enum: ['typed', 'verified', 'question', 'csv'] })
      .notNull()
      .default('typed'),
    /** The outcome of the last run. */
    last_result: jsonb().$type<CheckResult>(),
    /** When a nightly run found that it no longer holds; null once it holds again. */
    fell_at: time('fell_at'),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [index('agent_checks_agent').on(table.agent_id, table.id)],
);

/** The outcome of one check in a run; with the code and the model of an answer that did not come. */
export type RunResult = {
  check_id: number;
  outcome: CheckResult['outcome'];
  code?: ProblemCode;
  model?: string;
};

export const agent_check_runs = pgTable(
  'agent_check_runs',
  {
    id: identity().primaryKey(),
    agent_id: integer()
      .notNull()
      .references(() => agents.id, { onDelete: 'cascade' }),
    agent_version_id: integer(),
    /** Null for a nightly run. */
    started_by: integer().references(() => users.id),
    /** The day of a nightly run. */
    night: date({ mode: 'string' }),
    /** A nightly run that has not begun, or that the tokens of its night ended. */
    note: text({ enum: ['waiting', 'tokens'] }),
    total: integer().notNull(),
    held: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    errors: integer().notNull().default(0),
    /** The tokens of all its model calls; nobody is charged for them. */
    tokens: bigint({ mode: 'number' }).notNull().default(0),
    /** In the order in which they ended. */
    results: jsonb().$type<RunResult[]>().notNull().default([]),
    started_at: time('started_at').notNull().defaultNow(),
    /** Until when the running process has promised to go on; by the database's clock. */
    lease_until: time('lease_until'),
    /** Null while it runs, and for ever when it was broken off. */
    finished_at: time('finished_at'),
  },
  (table) => [
    index('agent_check_runs_agent').on(table.agent_id, table.id),
    uniqueIndex('agent_check_runs_night').on(table.agent_id, table.night),
    index('agent_check_runs_started_by').on(table.started_by).where(sql`started_by is not null`),
  ],
);

/** A run of an agent's checks on several columns, each a version of the agent with a model. */
export const model_comparisons = pgTable(
  'model_comparisons',
  {
    id: identity().primaryKey(),
    agent_id: integer()
      .notNull()
      .references(() => agents.id, { onDelete: 'cascade' }),
    columns: jsonb().$type<{ version_id: number; model: string }[]>().notNull(),
    started_by: integer().references(() => users.id, { onDelete: 'set null' }),
    started_at: time('started_at').notNull().defaultNow(),
    /** Until when the running process has promised to go on; by the database's clock. */
    lease_until: time('lease_until'),
    finished_at: time('finished_at'),
  },
  (table) => [index('model_comparisons_agent').on(table.agent_id, table.id)],
);

export const comparison_cells = pgTable(
  'comparison_cells',
  {
    run_id: integer()
      .notNull()
      .references(() => model_comparisons.id, { onDelete: 'cascade' }),
    /** No foreign key: a result outlives its check. */
    check_id: integer().notNull(),
    /** The position in `model_comparisons.columns`. */
    column: integer('column_index').notNull(),
    outcome: text({ enum: ['held', 'failed', 'error'] }).notNull(),
    reason: text(),
    /** At most 40,000 characters. */
    answer: text().notNull().default(''),
    cited: jsonb().$type<string[]>().notNull().default([]),
    input_tokens: integer().notNull().default(0),
    output_tokens: integer().notNull().default(0),
    /** Millionths of BRL; null without a price or an exchange rate. */
    cost_brl_micro: bigint({ mode: 'bigint' }),
    ms: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.run_id, table.check_id, table.column] })],
);
