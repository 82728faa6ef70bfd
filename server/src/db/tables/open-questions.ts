/** Questions that found no answer or displeased, gathered into groups of those that ask the same. No word of them is kept here. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
} from 'drizzle-orm/pg-core';
import { type AskedAgain, CLOSURE_KINDS, GROUP_STATES } from '#contract/open-questions.ts';
import { agents } from './agents.ts';
import { messages } from './chat.ts';
import { createdAt, identity, time } from './columns.ts';
import { users } from './people.ts';

/** Small: they would be copied to every machine. */
export const open_question_groups = pgTable(
  'open_question_groups',
  {
    id: identity().primaryKey(),
    agent_id: integer()
      .notNull()
      .references(() => agents.id, { onDelete: 'cascade' }),
    state: text({ enum: GROUP_STATES }).notNull().default('open'),
    closure_kind: text({ enum: CLOSURE_KINDS }),
    /** The verified answer, or the document, by its number. No foreign key: a closed group outlives it. */
    closure_ref: integer(),
    closed_by: integer().references(() => users.id, { onDelete: 'set null' }),
    closed_at: time('closed_at'),
    asked_again: jsonb().$type<AskedAgain>(),
    /** Until when a process has promised to be done with asking again; by the database's clock. */
    asking_until: time('asking_until'),
    created_at: createdAt(),
  },
  (table) => [
    index('open_question_groups_agent').on(table.agent_id, table.state),
    index('open_question_groups_closed_by').on(table.closed_by).where(sql`closed_by is not null`),
  ],
);

/** Goes with its message. The words of a question stand in it as keyed hashes only. */
export const open_question_members = pgTable(
  'open_question_members',
  {
    user_id: integer().notNull(),
    message_id: bigint({ mode: 'number' }).notNull(),
    group_id: integer()
      .notNull()
      .references(() => open_question_groups.id, { onDelete: 'cascade' }),
    /** The words of the question, and how rare each was in the documents of the agent when it joined. */
    stems: bigint({ mode: 'bigint' }).array().notNull().default(sql`'{}'::bigint[]`),
    weights: real().array().notNull().default(sql`'{}'::real[]`),
    /** Numbers, dates and whether something is denied: equal in all questions of a group. */
    keys: bigint({ mode: 'bigint' }).array().notNull().default(sql`'{}'::bigint[]`),
    /** The stems that were written as names: each question of a group has them all. */
    names: bigint({ mode: 'bigint' }).array().notNull().default(sql`'{}'::bigint[]`),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.message_id] }),
    foreignKey({
      columns: [table.user_id, table.message_id],
      foreignColumns: [messages.user_id, messages.id],
    }).onDelete('cascade'),
    index('open_question_members_group').on(table.group_id),
    index('open_question_members_stems').using('gin', table.stems),
  ],
);
