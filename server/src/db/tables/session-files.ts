/** Files that people put into their conversations. Distributed by user_id, which every key and every join carries. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  real,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { OCR_STATES } from '#contract/knowledge.ts';
import { chat_sessions } from './chat.ts';
import { bytea, createdAt, passageText, scannedPage, storedIn, time, updatedAt } from './columns.ts';

export const session_files = pgTable(
  'session_files',
  {
    user_id: integer().notNull(),
    id: uuid().notNull(),
    session_id: uuid().notNull(),
    original_filename: text().notNull(),
    /** Lower-case extension. */
    file_type: text().notNull(),
    /** Bytes. */
    file_size: bigint({ mode: 'number' }).notNull(),
    status: text({ enum: ['queued', 'extracting', 'indexing', 'ready', 'failed'] }).notNull(),
    /** 0 to 1. */
    progress: real().notNull().default(0),
    /** The page that is being read, of how many. */
    step_done: integer(),
    step_of: integer(),
    error: text(),
    /** The error code for a client that still waits for its upload. */
    problem: text(),
    /** How often a reading was begun. */
    attempts: integer().notNull().default(0),
    /** Until when a process has promised to go on reading; by the database's clock. */
    lease_until: time('lease_until'),
    /** The extracted text; passages are spans of it. */
    content_text: text().notNull().default(''),
    token_count: integer().notNull().default(0),
    pages: integer(),
    pages_without_text: integer(),
    /** The recognition of its scanned pages, after which it is read once more: how many there are, done, and weak of these. */
    ocr_state: text({ enum: OCR_STATES }).notNull().default('none'),
    ocr_pages: integer(),
    ocr_done: integer(),
    ocr_weak: integer(),
    /** How often recognition was begun since a page was done. */
    ocr_attempts: integer().notNull().default(0),
    /** The number of its passages, and the sum of their `lexeme_count`. */
    passage_count: integer().notNull().default(0),
    lexeme_sum: bigint({ mode: 'number' }).notNull().default(0),
    stored_in: storedIn(),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.id] }),
    index('session_files_session').on(table.user_id, table.session_id),
    index('session_files_unfinished')
      .on(table.updated_at)
      .where(sql`status in ('queued', 'extracting', 'indexing')`),
    foreignKey({
      columns: [table.user_id, table.session_id],
      foreignColumns: [chat_sessions.user_id, chat_sessions.id],
    }).onDelete('cascade'),
  ],
);

/** A file in pieces of at most a few hundred kilobytes, in order. */
export const session_file_parts = pgTable(
  'session_file_parts',
  {
    user_id: integer().notNull(),
    file_id: uuid().notNull(),
    part: integer().notNull(),
    content: bytea().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.file_id, table.part] }),
    foreignKey({
      columns: [table.user_id, table.file_id],
      foreignColumns: [session_files.user_id, session_files.id],
    }).onDelete('cascade'),
  ],
);

/** As `document_pages`. */
export const session_pages = pgTable(
  'session_pages',
  { user_id: integer().notNull(), file_id: uuid().notNull(), ...scannedPage() },
  (table) => [
    primaryKey({ columns: [table.user_id, table.file_id, table.page] }),
    foreignKey({
      columns: [table.user_id, table.file_id],
      foreignColumns: [session_files.user_id, session_files.id],
    }).onDelete('cascade'),
  ],
);

/** As `passages`. Their words are counted while they are searched: a conversation has two million characters at most. */
export const session_passages = pgTable(
  'session_passages',
  {
    id: bigint({ mode: 'number' }).generatedByDefaultAsIdentity().notNull(),
    user_id: integer().notNull(),
    session_id: uuid().notNull(),
    file_id: uuid().notNull(),
    ...passageText(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.id] }),
    unique('session_passages_place').on(table.user_id, table.file_id, table.ordinal),
    index('session_passages_session').on(table.user_id, table.session_id),
    foreignKey({
      columns: [table.user_id, table.file_id],
      foreignColumns: [session_files.user_id, session_files.id],
    }).onDelete('cascade'),
  ],
);
