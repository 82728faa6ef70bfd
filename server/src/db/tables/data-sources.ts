/** Relational data sources. Few and small: copied to every machine when one database becomes many. */
import { sql } from 'drizzle-orm';
import { boolean, index, integer, json, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { CONNECTION_KINDS, CONNECTION_TLS } from '#contract/connections.ts';
import type { RagConfig } from '#contract/data-sources.ts';
import type { SheetColumn } from '#contract/sheet-columns.ts';
import type { ComputedProfile, RowsWord, StoredColumnSettings } from '#contract/table-profile.ts';
import { bytea, createdAt, identity, time, updatedAt } from './columns.ts';

/** Databases that data sources read. Number 1 is DATASOURCE_DATABASE_URL or the embedded one, and has no row. */
export const connections = pgTable('connections', {
  id: integer().primaryKey().generatedAlwaysAsIdentity({ startWith: 2 }),
  name: text().notNull(),
  kind: text({ enum: CONNECTION_KINDS }).notNull(),
  host: text().notNull(),
  port: integer().notNull(),
  database_name: text().notNull(),
  user_name: text().notNull(),
  /** Sealed with kind, host, port, database and user; never exported, logged or audited. */
  password_sealed: text(),
  tls: text({ enum: CONNECTION_TLS }).notNull(),
  version: integer().notNull().default(1),
  created_at: createdAt(),
  updated_at: updatedAt(),
});

export const data_sources = pgTable(
  'data_sources',
  {
    id: identity().primaryKey(),
    name: text().notNull(),
    description: text(),
    rag_type: text({ enum: ['relational'] })
      .notNull()
      .default('relational'),
    /** As it was written, not `jsonb`: parameters keep the order that an administrator gave them. */
    rag_config: json().$type<RagConfig>().notNull(),
    /** Null: connection 1. */
    connection_id: integer().references(() => connections.id),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [
    index('data_sources_updated').on(table.updated_at.desc().nullsFirst(), table.id),
    index('data_sources_connection').on(table.connection_id),
  ],
);

/** Facts about the columns of a base query, and the words and kinds that administrators gave them. */
export const data_source_profiles = pgTable('data_source_profiles', {
  data_source_id: integer()
    .primaryKey()
    .references(() => data_sources.id, { onDelete: 'cascade' }),
  state: text({ enum: ['ready', 'computing', 'failed'] })
    .notNull()
    .default('computing'),
  /** Why it could not be computed, as a sentence for administrators. */
  failure: text(),
  /** Null until it was computed once. */
  computed: jsonb().$type<ComputedProfile>(),
  computed_at: time('computed_at'),
  /** The base query and the mapping that `computed` was made from, hashed: another query makes it stale. */
  computed_from: text(),
  /** Null: guessed. */
  rows_word: jsonb().$type<RowsWord>(),
  date_column: text(),
  money_column: text(),
  /** Only the columns that somebody changed. */
  columns: jsonb().$type<StoredColumnSettings[]>().notNull().default([]),
  /** The last question; sources that nobody asks are not computed anew each night. */
  asked_at: time('asked_at'),
  /** Until when a process has promised to compute it. */
  lease_until: time('lease_until'),
  updated_at: updatedAt(),
});

/** A workbook that was uploaded and not confirmed yet; kept for an hour. */
export const sheet_uploads = pgTable(
  'sheet_uploads',
  {
    id: uuid().primaryKey(),
    user_id: integer().notNull(),
    file: text().notNull(),
    content: bytea().notNull(),
    expires_at: time('expires_at').notNull(),
    created_at: createdAt(),
  },
  (table) => [index('sheet_uploads_expiry').on(table.expires_at)],
);

/** The versions of a sheet that a data source reads; the tables themselves stand in schema `sheets` of the content database. */
export const sheet_versions = pgTable(
  'sheet_versions',
  {
    id: identity().primaryKey(),
    data_source_id: integer()
      .notNull()
      .references(() => data_sources.id, { onDelete: 'cascade' }),
    /** The table in schema `sheets`. */
    table_name: text().notNull(),
    file: text().notNull(),
    sheet: text().notNull(),
    rows: integer().notNull(),
    columns: jsonb().$type<SheetColumn[]>().notNull(),
    /** The version that the base query reads. */
    is_current: boolean().notNull().default(false),
    loaded_at: time('loaded_at').notNull().defaultNow(),
  },
  (table) => [index('sheet_versions_source').on(table.data_source_id, table.loaded_at.desc())],
);

/** Tables in schema `sheets` that no source reads any more and that are still to be dropped. */
export const dropped_sheets = pgTable('dropped_sheets', {
  table_name: text().primaryKey(),
  dropped_at: time('dropped_at').notNull().default(sql`now()`),
});
