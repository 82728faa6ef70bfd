/** Sheets of people that somebody is importing: the preview of one stands here for a day, until it is applied. */
import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { createdAt, identity, time } from './columns.ts';
import { users } from './people.ts';

export const user_imports = pgTable(
  'user_imports',
  {
    id: identity().primaryKey(),
    created_by_user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    file_sha256: text().notNull(),
    /** Headers of columns that are not imported. */
    ignored_columns: jsonb().$type<string[]>().notNull(),
    created_at: createdAt(),
    applied_at: time('applied_at'),
  },
  (table) => [index('user_imports_creator').on(table.created_by_user_id)],
);

export const user_import_rows = pgTable(
  'user_import_rows',
  {
    import_id: integer()
      .notNull()
      .references(() => user_imports.id, { onDelete: 'cascade' }),
    /** The line of the sheet, counted from 1. */
    line: integer().notNull(),
    action: text({ enum: ['new', 'changed', 'unchanged', 'problem'] }).notNull(),
    /** A sentence. */
    problem: text(),
    /** Folded, but for lines with a problem. */
    email: text().notNull(),
    /** Null where the sheet says nothing: then it stays as it is. */
    name: text(),
    phone: text(),
    group_name: text(),
    /** The account of the address, as it was when the preview was made. */
    user_id: integer().references(() => users.id, { onDelete: 'cascade' }),
    user_updated_at: time('user_updated_at'),
  },
  (table) => [
    primaryKey({ columns: [table.import_id, table.line] }),
    index('user_import_rows_action').on(table.import_id, table.action, table.line),
    index('user_import_rows_email').on(table.import_id, table.email),
    index('user_import_rows_person').on(table.user_id),
  ],
);
