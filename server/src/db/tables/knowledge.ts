/** Knowledge bases, their documents and the passages that search finds. Distributed by knowledge_base_id. */
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
  real,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { OCR_STATES, type ReadingNote } from '#contract/knowledge.ts';
import {
  bytea,
  createdAt,
  identity,
  passageText,
  scannedPage,
  storedIn,
  time,
  updatedAt,
} from './columns.ts';

export const knowledge_bases = pgTable('knowledge_bases', {
  id: identity().primaryKey(),
  name: text().notNull(),
  description: text(),
  /** The number of its passages, and the sum of their `lexeme_count`. */
  passage_count: integer().notNull().default(0),
  lexeme_sum: bigint({ mode: 'number' }).notNull().default(0),
  /** The version of its synonyms; null where it never had any. */
  synonyms_updated_at: time('synonyms_updated_at'),
  /** Words of scanned pages are recognised, and pictures of these pages kept. */
  ocr: boolean().notNull().default(false),
  keep_page_images: boolean().notNull().default(true),
  /** Whether its documents are dated: search then finds only what holds on the day of the question. */
  validity: boolean().notNull().default(false),
  created_at: createdAt(),
  updated_at: updatedAt(),
});

export const documents = pgTable(
  'documents',
  {
    id: identity().notNull(),
    knowledge_base_id: integer()
      .notNull()
      .references(() => knowledge_bases.id, { onDelete: 'cascade' }),
    original_filename: text().notNull(),
    /** Lower-case extension. */
    file_type: text().notNull(),
    /** Bytes. */
    file_size: bigint({ mode: 'number' }).notNull(),
    token_count: integer().notNull().default(0),
    status: text({ enum: ['queued', 'extracting', 'indexing', 'ready', 'failed'] }).notNull(),
    /** 0 to 1. */
    progress: real().notNull().default(0),
    /** The page that is being read, of how many. */
    step_done: integer(),
    step_of: integer(),
    error: text(),
    /** The error code for a client that still waits for its upload. */
    problem: text(),
    /** How often a reading of the newest file was begun. */
    attempts: integer().notNull().default(0),
    /** Until when a process has promised to go on reading; by the database's clock. */
    lease_until: time('lease_until'),
    /** The extracted text; passages are spans of it. */
    content_text: text().notNull().default(''),
    /** Page counts of a paged file; pages without text are scanned or empty. */
    pages: integer(),
    pages_without_text: integer(),
    notes: jsonb().$type<ReadingNote[]>().notNull().default([]),
    /** The `READER_VERSION` that read the text; 1 for everything that was read before versions were kept. */
    reader_version: integer().notNull().default(1),
    /** The recognition of scanned pages of the newest file: how many there are, how many are done, and how many of these are weak. */
    ocr_state: text({ enum: OCR_STATES }).notNull().default('none'),
    ocr_pages: integer(),
    ocr_done: integer(),
    ocr_weak: integer(),
    /** Until when a process has promised to go on recognising; by the database's clock. */
    ocr_lease_until: time('ocr_lease_until'),
    /** How often recognition was begun since a page was done. */
    ocr_attempts: integer().notNull().default(0),
    /** The newest uploaded file, and the one that the text and the passages were read from. */
    file_id: uuid(),
    indexed_file_id: uuid(),
    /** The sync that keeps it up to date; null where it was uploaded by hand. */
    sync_id: integer(),
    /** The address of the web page that it was read from. */
    source_url: text(),
    /** Since when it is found nowhere, because its source does not have it any more. */
    withdrawn_at: time('withdrawn_at'),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.knowledge_base_id, table.id] }),
    index('documents_unfinished')
      .on(table.updated_at)
      .where(sql`status in ('queued', 'extracting', 'indexing')`),
    index('documents_recognised').on(table.updated_at).where(sql`ocr_state in ('queued', 'running')`),
    index('documents_withdrawn').on(table.withdrawn_at).where(sql`withdrawn_at is not null`),
  ],
);

/** Uploaded files. Every process can read them, and none is left behind. A trigger notes the objects of deleted ones. */
export const document_files = pgTable(
  'document_files',
  {
    id: uuid().notNull(),
    knowledge_base_id: integer().notNull(),
    document_id: integer().notNull(),
    original_filename: text().notNull(),
    /** Lower-case extension. */
    file_type: text().notNull(),
    /** Bytes. */
    file_size: bigint({ mode: 'number' }).notNull(),
    /** Null for files of releases before 1.1. */
    sha256: bytea(),
    stored_in: storedIn(),
    created_at: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.knowledge_base_id, table.id] }),
    index('document_files_document').on(table.knowledge_base_id, table.document_id),
    foreignKey({
      columns: [table.knowledge_base_id, table.document_id],
      foreignColumns: [documents.knowledge_base_id, documents.id],
    }).onDelete('cascade'),
  ],
);

/** A file in pieces of at most a few hundred kilobytes, in order. */
export const document_file_parts = pgTable(
  'document_file_parts',
  {
    knowledge_base_id: integer().notNull(),
    file_id: uuid().notNull(),
    part: integer().notNull(),
    content: bytea().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.knowledge_base_id, table.file_id, table.part] }),
    foreignKey({
      columns: [table.knowledge_base_id, table.file_id],
      foreignColumns: [document_files.knowledge_base_id, document_files.id],
    }).onDelete('cascade'),
  ],
);

/** Scanned pages of files. They go with the file. */
export const document_pages = pgTable(
  'document_pages',
  {
    knowledge_base_id: integer().notNull(),
    document_id: integer().notNull(),
    file_id: uuid().notNull(),
    ...scannedPage(),
  },
  (table) => [
    primaryKey({ columns: [table.knowledge_base_id, table.file_id, table.page] }),
    foreignKey({
      columns: [table.knowledge_base_id, table.file_id],
      foreignColumns: [document_files.knowledge_base_id, document_files.id],
    }).onDelete('cascade'),
  ],
);

export const passages = pgTable(
  'passages',
  {
    id: bigint({ mode: 'number' }).generatedByDefaultAsIdentity().notNull(),
    knowledge_base_id: integer().notNull(),
    document_id: integer().notNull(),
    ...passageText(),
    /** The articles and paragraphs that it holds, as `art:5/par:1`; written only where the base is dated. */
    provisions: text().array(),
    /** The first and the last day on which it holds; null: no such end is known. */
    valid_from: date({ mode: 'string' }),
    valid_until: date({ mode: 'string' }),
  },
  (table) => [
    primaryKey({ columns: [table.knowledge_base_id, table.id] }),
    index('passages_dated')
      .on(table.knowledge_base_id, table.document_id)
      .where(sql`valid_from is not null or valid_until is not null`),
    unique('passages_place').on(table.knowledge_base_id, table.document_id, table.ordinal),
    foreignKey({
      columns: [table.knowledge_base_id, table.document_id],
      foreignColumns: [documents.knowledge_base_id, documents.id],
    }).onDelete('cascade'),
    index('passages_tsv').using('gin', table.tsv),
    index('passages_order').on(table.knowledge_base_id, table.document_hash, table.ordinal),
  ],
);

/** Words that say the same in the documents of a base, beside those that all bases know. */
export const knowledge_base_synonyms = pgTable(
  'knowledge_base_synonyms',
  {
    knowledge_base_id: integer()
      .notNull()
      .references(() => knowledge_bases.id, { onDelete: 'cascade' }),
    /** The place in the list, from 0. */
    id: integer().notNull(),
    word: text().notNull(),
    others: text().array().notNull(),
    weight: real().notNull(),
  },
  (table) => [primaryKey({ columns: [table.knowledge_base_id, table.id] })],
);

/** The vocabulary of a base with document frequencies: for BM25 and for repairing typos. */
export const passage_terms = pgTable(
  'passage_terms',
  {
    knowledge_base_id: integer()
      .notNull()
      .references(() => knowledge_bases.id, { onDelete: 'cascade' }),
    lexeme: text().notNull(),
    document_frequency: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.knowledge_base_id, table.lexeme] }),
    index('passage_terms_trigrams').using('gin', sql`${table.lexeme} gin_trgm_ops`),
  ],
);
