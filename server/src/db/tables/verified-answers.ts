/** Answers that people have written and that are given without a model. Small: they would be copied to every machine. */
import { sql } from 'drizzle-orm';
import { boolean, date, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { VERIFIED_STATES, type VerifiedContent, type VerifiedSource } from '#contract/verified-answers.ts';
import { agents } from './agents.ts';
import { createdAt, identity, time, updatedAt } from './columns.ts';
import { users } from './people.ts';

export const verified_answers = pgTable(
  'verified_answers',
  {
    id: identity().primaryKey(),
    agent_id: integer()
      .notNull()
      .references(() => agents.id, { onDelete: 'cascade' }),
    question: text().notNull(),
    /** Markdown with markers such as [1]. */
    answer: text().notNull(),
    sources: jsonb().$type<VerifiedSource[]>().notNull().default([]),
    /** An area, not a person. */
    owner_label: text().notNull(),
    reviewer_user_id: integer().references(() => users.id, { onDelete: 'set null' }),
    created_by: integer().references(() => users.id, { onDelete: 'set null' }),
    /** The last day on which it is given, of the time zone of the installation. */
    review_on: date({ mode: 'string' }).notNull(),
    /** All stems of its wordings. */
    known_stems: text().array().notNull().default(sql`'{}'::text[]`),
    /** How many letters its reviewer has had about this day. */
    review_notices: integer().notNull().default(0),
    state: text({ enum: VERIFIED_STATES }).notNull().default('active'),
    version: integer().notNull().default(1),
    /** When a person last wrote it. */
    verified_at: time('verified_at').notNull().defaultNow(),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [
    index('verified_answers_agent').on(table.agent_id, table.id),
    index('verified_answers_created_by').on(table.created_by).where(sql`created_by is not null`),
    index('verified_answers_reviewer_user_id')
      .on(table.reviewer_user_id)
      .where(sql`reviewer_user_id is not null`),
  ],
);

/** The question and its other forms, taken apart for comparing. */
export const verified_answer_wordings = pgTable(
  'verified_answer_wordings',
  {
    id: identity().primaryKey(),
    verified_answer_id: integer()
      .notNull()
      .references(() => verified_answers.id, { onDelete: 'cascade' }),
    /** 0 is the question itself. */
    place: integer().notNull(),
    text: text().notNull(),
    stems: text().array().notNull().default(sql`'{}'::text[]`),
    keys: text().array().notNull().default(sql`'{}'::text[]`),
    names: text().array().notNull().default(sql`'{}'::text[]`),
    question_class: text().notNull(),
    negated: boolean().notNull(),
  },
  (table) => [
    index('verified_answer_wordings_answer').on(table.verified_answer_id),
    index('verified_answer_wordings_stems').using('gin', table.stems),
  ],
);

/** Each text that an answer has had. Never changed; gone with the answer. */
export const verified_answer_versions = pgTable(
  'verified_answer_versions',
  {
    verified_answer_id: integer()
      .notNull()
      .references(() => verified_answers.id, { onDelete: 'cascade' }),
    version: integer().notNull(),
    content: jsonb().$type<VerifiedContent>().notNull(),
    created_by: integer().references(() => users.id, { onDelete: 'set null' }),
    created_at: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.verified_answer_id, table.version] }),
    index('verified_answer_versions_created_by').on(table.created_by).where(sql`created_by is not null`),
  ],
);

/** How often an answer was given, by day. Names nobody. */
export const verified_uses = pgTable(
  'verified_uses',
  {
    verified_answer_id: integer()
      .notNull()
      .references(() => verified_answers.id, { onDelete: 'cascade' }),
    day: date({ mode: 'string' }).notNull(),
    given: integer().notNull().default(0),
    near: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.verified_answer_id, table.day] })],
);
