/** Public counters, their visitors and the requests of citizens. Small: they would be copied to every machine. */
import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import {
  COUNTER_MODES,
  type CounterColours,
  type CounterHours,
  type CounterTexts,
  REQUEST_STATES,
} from '#contract/counters.ts';
import { agents } from './agents.ts';
import { bytea, createdAt, identity, time, updatedAt } from './columns.ts';
import { users } from './people.ts';

export const counters = pgTable('counters', {
  id: identity().primaryKey(),
  slug: text().notNull().unique(),
  name: text().notNull(),
  agent_id: integer()
    .notNull()
    .references(() => agents.id, { onDelete: 'cascade' }),
  mode: text({ enum: COUNTER_MODES }).notNull(),
  /** The account that owns the visitors' conversations and pays for model mode. It never signs in. */
  user_id: integer()
    .notNull()
    .references(() => users.id),
  texts: jsonb().$type<CounterTexts>().notNull(),
  colours: jsonb().$type<CounterColours>().notNull(),
  /** PNG or WebP. */
  logo: bytea(),
  /** The sites that may show the page in a frame. */
  origins: text().array().notNull(),
  tokens_per_day: integer().notNull(),
  keep_hours: integer().notNull().default(24),
  /** Null: always open. */
  open_hours: jsonb().$type<CounterHours>(),
  deadline_days: integer().notNull().default(20),
  /** After this many years from its end what names the citizen of a request is emptied. */
  request_years: integer().notNull().default(2),
  /** Administrators who are notified of its requests by e-mail. */
  notify_user_ids: integer().array().notNull().default(sql`'{}'::integer[]`),
  paused: boolean().notNull().default(false),
  version: integer().notNull().default(1),
  created_at: createdAt(),
  updated_at: updatedAt(),
});

/** How much a counter was asked on each day; no person and no word. Kept for 400 days. */
export const counter_days = pgTable(
  'counter_days',
  {
    counter_id: integer()
      .notNull()
      .references(() => counters.id, { onDelete: 'cascade' }),
    day: date({ mode: 'string' }).notNull(),
    visits: integer().notNull().default(0),
    questions: integer().notNull().default(0),
    found: integer().notNull().default(0),
    not_found: integer().notNull().default(0),
    /** Refused, because the day's budget had no room. */
    over_budget: integer().notNull().default(0),
    requests: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.counter_id, table.day] })],
);

/** Holders of a session token. Neither their address nor their browser is known. */
export const counter_visitors = pgTable(
  'counter_visitors',
  {
    counter_id: integer()
      .notNull()
      .references(() => counters.id, { onDelete: 'cascade' }),
    id: uuid().notNull(),
    /** SHA-256 of the random part of the token. */
    token_hash: bytea().notNull(),
    /** Their conversation, which begins with the first question. */
    session_id: uuid().notNull(),
    /** A puzzle was solved for it. */
    proved: boolean().notNull().default(false),
    created_at: createdAt(),
    expires_at: time('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.counter_id, table.id] }),
    index('counter_visitors_end').on(table.expires_at),
  ],
);

/** Requests to the staff of a counter. What names the citizen is sealed, and emptied some time after the end. */
export const citizen_requests = pgTable(
  'citizen_requests',
  {
    counter_id: integer()
      .notNull()
      .references(() => counters.id, { onDelete: 'cascade' }),
    id: identity().notNull(),
    protocol: text().notNull(),
    /** Numbers begin at one in each year. */
    year: integer().notNull(),
    number: integer().notNull(),
    name_sealed: text(),
    email_sealed: text(),
    text_sealed: text(),
    answer_sealed: text(),
    /** Keyed; null once it is emptied. */
    email_hash: bytea(),
    /** The question that found nothing, as it was asked. It goes with the words of the request. */
    question_sealed: text(),
    state: text({ enum: REQUEST_STATES }).notNull().default('open'),
    due_on: date({ mode: 'string' }).notNull(),
    reason: text({ enum: ['not_ours', 'duplicate', 'answered_elsewhere'] }),
    /** A remark of the staff, read by the staff alone. */
    note_sealed: text(),
    answered_by: integer().references(() => users.id, { onDelete: 'set null' }),
    /** The code that opens it, by a keyed hash; spent and expired ones open nothing. */
    code_hash: bytea(),
    code_expires_at: time('code_expires_at'),
    code_tries: integer().notNull().default(0),
    created_at: createdAt(),
    ended_at: time('ended_at'),
    /** Since when its words are gone. */
    erased_at: time('erased_at'),
    /** When the staff was notified that it came, and that its day is near. */
    new_notified_at: time('new_notified_at'),
    due_notified_at: time('due_notified_at'),
  },
  (table) => [
    primaryKey({ columns: [table.counter_id, table.id] }),
    unique('citizen_requests_id').on(table.id),
    unique('citizen_requests_protocol').on(table.counter_id, table.protocol),
    unique('citizen_requests_number').on(table.counter_id, table.year, table.number),
    index('citizen_requests_due').on(table.state, table.due_on),
    index('citizen_requests_to_notify')
      .on(table.due_on)
      .where(sql`state = 'open' and due_notified_at is null`),
    index('citizen_requests_end').on(table.ended_at).where(sql`erased_at is null`),
    index('citizen_requests_answered_by').on(table.answered_by).where(sql`answered_by is not null`),
  ],
);
