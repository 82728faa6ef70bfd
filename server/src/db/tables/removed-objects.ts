/** Objects of the bucket whose files are gone, until they are removed from it. */
import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { time } from './columns.ts';

/** Filled by triggers of `document_files` and `session_files`. */
export const removed_objects = pgTable(
  'removed_objects',
  {
    /** The kind of the file, as its keys begin. */
    folder: text().notNull(),
    /** The base or the person that the file was of; the row may be gone. */
    owner_id: integer().notNull(),
    file_id: uuid().notNull(),
    /** By the database's clock. */
    removed_at: time('removed_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.folder, table.owner_id, table.file_id] }),
    index('removed_objects_time').on(table.removed_at),
  ],
);
