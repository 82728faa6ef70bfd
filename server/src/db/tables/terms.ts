/** Terms of use and the privacy notice, in versions, and who has accepted them. */
import { sql } from 'drizzle-orm';
import { boolean, index, inet, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { TERMS_KINDS } from '#contract/terms.ts';
import { createdAt, identity, time, updatedAt } from './columns.ts';
import { users } from './people.ts';

/** A published row never changes: a trigger of the migration refuses it. */
export const terms_versions = pgTable(
  'terms_versions',
  {
    id: identity().primaryKey(),
    kind: text({ enum: TERMS_KINDS }).notNull(),
    /** Given when it is published; null while it is a draft. */
    version: integer(),
    title: text().notNull(),
    /** Markdown. */
    body: text().notNull(),
    /** Everybody is asked anew. */
    required: boolean().notNull(),
    published_at: time('published_at'),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [
    uniqueIndex('terms_versions_version').on(table.kind, table.version),
    uniqueIndex('terms_versions_draft').on(table.kind).where(sql`published_at is null`),
  ],
);

/** A row means that terms were accepted, or that the privacy notice was read. */
export const terms_acceptances = pgTable(
  'terms_acceptances',
  {
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    terms_id: integer()
      .notNull()
      .references(() => terms_versions.id),
    accepted_at: time('accepted_at').notNull(),
    ip: inet(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.terms_id] }),
    index('terms_acceptances_terms').on(table.terms_id),
  ],
);
