/** Column kinds that tables share. */
import { bigint, customType, integer, jsonb, real, text, timestamp } from 'drizzle-orm/pg-core';
import type { RecognisedWord } from '../../text/recognised-words.ts';

export const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
export const createdAt = () => time('created_at').notNull().defaultNow();
export const updatedAt = () => time('updated_at').notNull().defaultNow();
export const identity = () => integer('id').generatedByDefaultAsIdentity();

export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });
export const datemultirange = customType<{ data: string }>({ dataType: () => 'datemultirange' });
/** Where the content of a file is. One that is `copying` is still in the database, and an object of it may exist. */
export const FILE_PLACES = ['database', 'copying', 'bucket'] as const;
export const storedIn = () => text({ enum: FILE_PLACES }).notNull().default('database');

/** A position in the write-ahead log. */
export const pgLsn = customType<{ data: string }>({ dataType: () => 'pg_lsn' });
export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** A passage as search reads it, whether it is of a document or of a file of a conversation. */
export const passageText = () => ({
  /** Position in the document, from 0. */
  ordinal: integer().notNull(),
  /** The same for the same text of a document, whenever and wherever it was uploaded: search puts equal scores in this order. */
  document_hash: bigint({ mode: 'bigint' }).notNull(),
  /** Heading path, "Contas › Senha temporária"; empty where there is none. */
  section: text().notNull().default(''),
  page: integer(),
  /** A literal span of the document's content_text, in UTF-16 code units. */
  content: text().notNull(),
  start_offset: integer().notNull(),
  end_offset: integer().notNull(),
  /** The words of section and content; the insert counts them as well, so that they are computed once. */
  tsv: tsvector().notNull(),
  /** Length in lexeme occurrences, what BM25 calls the document length. */
  lexeme_count: integer().notNull(),
});

/** A scanned page, whether it is of a document or of a file of a conversation. */
export const scannedPage = () => ({
  /** From 1. */
  page: integer().notNull(),
  state: text({ enum: ['waiting', 'done', 'blank', 'weak', 'unreadable'] })
    .notNull()
    .default('waiting'),
  /** How often a process has ended with it. */
  attempts: integer().notNull().default(0),
  /** 0 to 100. */
  confidence: real().notNull().default(0),
  /** Pixels of the upright page, in which the places of its words are counted. */
  width: integer().notNull().default(0),
  height: integer().notNull().default(0),
  /** The engine and its version. */
  engine: text(),
  words: jsonb().$type<RecognisedWord[]>().notNull().default([]),
  /** WebP. */
  image: bytea(),
});
