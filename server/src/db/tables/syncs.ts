/** Bases that follow a folder, a website or a bucket. Distributed by knowledge_base_id. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
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
  ITEM_STATES,
  type ItemReason,
  PREVIEW_STATES,
  RUN_OUTCOMES,
  type SyncError,
} from '#contract/sync-runs.ts';
import { SYNC_KINDS, type SyncSettings } from '#contract/sync-sources.ts';
import type { SyncSchedule } from '#contract/syncs.ts';
import { bytea, createdAt, identity, time, updatedAt } from './columns.ts';
import { knowledge_bases } from './knowledge.ts';

export const syncs = pgTable(
  'syncs',
  {
    id: identity().notNull(),
    knowledge_base_id: integer()
      .notNull()
      .references(() => knowledge_bases.id, { onDelete: 'cascade' }),
    kind: text({ enum: SYNC_KINDS }).notNull(),
    name: text().notNull(),
    settings: jsonb().$type<SyncSettings>().notNull(),
    /** The address that the secret is sent to; the seal is bound to it. Null where there is no secret. */
    endpoint: text(),
    secret_sealed: text(),
    schedule: jsonb().$type<SyncSchedule>().notNull(),
    /** Null where it runs by hand only. */
    next_run_at: time('next_run_at'),
    paused: boolean().notNull().default(false),
    /** Since when every run has failed, and how many did. */
    failing_since: time('failing_since'),
    failed_runs: integer().notNull().default(0),
    last_error: jsonb().$type<SyncError>(),
    created_by: integer(),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.knowledge_base_id, table.id] }),
    index('syncs_due').on(table.next_run_at).where(sql`not paused`),
    index('syncs_created_by').on(table.created_by).where(sql`created_by is not null`),
  ],
);

/** Facts of a page that was read, so that an unchanged one need not be read again to follow its links. */
export type PageFacts = {
  /** Validators of a conditional request. */
  etag?: string;
  last_modified?: string;
  links?: string[];
  canonical?: string;
  noindex?: boolean;
  nofollow?: boolean;
  /** SHA-256 of its words, in hexadecimal. */
  words?: string;
};

/** One file, page or object of a source. */
export const sync_items = pgTable(
  'sync_items',
  {
    knowledge_base_id: integer().notNull(),
    sync_id: integer().notNull(),
    /** The path below the root, the address, or the key of the object. */
    external_id: text().notNull(),
    name: text().notNull(),
    /** Its newest state by the source: an ETag, or time and size. Null where it says nothing. */
    listed_version: text(),
    /** The version that the document was read from. */
    version: text(),
    /** Bytes. */
    size: bigint({ mode: 'number' }),
    sha256: bytea(),
    document_id: integer(),
    state: text({ enum: ITEM_STATES }).notNull().default('new'),
    /** Why it is no document: a code of the contract, or an error code. */
    reason: text().$type<ItemReason>(),
    facts: jsonb().$type<PageFacts>(),
    /** Links from the first page, where pages are found by links. */
    depth: integer().notNull().default(0),
    /** The run that found it last, and the run that is done with it. */
    seen_run: integer(),
    done_run: integer(),
    /** Complete listings in a row that lacked it. */
    missing_runs: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.knowledge_base_id, table.sync_id, table.external_id] }),
    foreignKey({
      columns: [table.knowledge_base_id, table.sync_id],
      foreignColumns: [syncs.knowledge_base_id, syncs.id],
    }).onDelete('cascade'),
    uniqueIndex('sync_items_document').on(table.knowledge_base_id, table.document_id),
  ],
);

/** Where a run goes on after the process that led it ended. */
export type RunCursor = {
  phase: 'listing' | 'reading' | 'comparing' | 'withdrawing';
  /** The source's own mark within its listing. */
  listing?: string;
  /** An administrator saw how many documents would go, and agreed. */
  confirmed?: true;
};

export const sync_runs = pgTable(
  'sync_runs',
  {
    id: identity().notNull(),
    knowledge_base_id: integer()
      .notNull()
      .references(() => knowledge_bases.id, { onDelete: 'cascade' }),
    /** Null for the preview of settings that are not saved. */
    sync_id: integer(),
    kind: text({ enum: ['run', 'preview'] }).notNull(),
    /** The person who asked for it; null: the schedule. */
    started_by: integer(),
    started_at: time('started_at').notNull(),
    finished_at: time('finished_at'),
    lease_owner: uuid(),
    /** By the database's clock. */
    lease_until: time('lease_until'),
    listing_complete: boolean(),
    /** A preview that did not look at everything. */
    partial: boolean().notNull().default(false),
    listed: integer().notNull().default(0),
    done: integer().notNull().default(0),
    added: integer().notNull().default(0),
    changed: integer().notNull().default(0),
    unchanged: integer().notNull().default(0),
    missing: integer().notNull().default(0),
    withdrawn: integer().notNull().default(0),
    skipped: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    /** Somebody paused the sync: the run ends after its item. */
    stop_asked: boolean().notNull().default(false),
    outcome: text({ enum: RUN_OUTCOMES }),
    error: jsonb().$type<SyncError>(),
    cursor: jsonb().$type<RunCursor>().notNull().default({ phase: 'listing' }),
    /** The settings of a preview, until it is an hour old. */
    preview: jsonb().$type<SyncSettings>(),
    preview_hash: text(),
    endpoint: text(),
    secret_sealed: text(),
  },
  (table) => [
    primaryKey({ columns: [table.knowledge_base_id, table.id] }),
    foreignKey({
      columns: [table.knowledge_base_id, table.sync_id],
      foreignColumns: [syncs.knowledge_base_id, syncs.id],
    }).onDelete('cascade'),
    // A second run of a sync, or a second preview in a base, is refused by these.
    uniqueIndex('sync_runs_one')
      .on(table.knowledge_base_id, table.sync_id)
      .where(sql`finished_at is null and kind = 'run'`),
    uniqueIndex('sync_runs_one_preview')
      .on(table.knowledge_base_id)
      .where(sql`finished_at is null and kind = 'preview'`),
    index('sync_runs_of_sync').on(table.knowledge_base_id, table.sync_id, table.id),
    index('sync_runs_started_by').on(table.started_by).where(sql`started_by is not null`),
  ],
);

export const sync_preview_items = pgTable(
  'sync_preview_items',
  {
    knowledge_base_id: integer().notNull(),
    run_id: integer().notNull(),
    external_id: text().notNull(),
    name: text().notNull(),
    size: bigint({ mode: 'number' }),
    state: text({ enum: PREVIEW_STATES }).notNull(),
    reason: text().$type<ItemReason>(),
  },
  (table) => [
    primaryKey({ columns: [table.knowledge_base_id, table.run_id, table.external_id] }),
    foreignKey({
      columns: [table.knowledge_base_id, table.run_id],
      foreignColumns: [sync_runs.knowledge_base_id, sync_runs.id],
    }).onDelete('cascade'),
  ],
);
