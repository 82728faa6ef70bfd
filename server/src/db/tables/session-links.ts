/** Links inside the organisation to conversations. */
import { bigint, foreignKey, index, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { chat_sessions } from './chat.ts';
import { bytea, createdAt, time } from './columns.ts';

/** Live views of a conversation for others of the organisation. They end with it. */
export const session_links = pgTable(
  'session_links',
  {
    user_id: integer().notNull(),
    id: integer().generatedByDefaultAsIdentity().notNull(),
    /** SHA-256 of the random part of the token. */
    token_hash: bytea().notNull(),
    session_id: uuid().notNull(),
    /** The last record that it shows. */
    until_message_id: bigint({ mode: 'number' }).notNull(),
    openings: integer().notNull().default(0),
    created_at: createdAt(),
    expires_at: time('expires_at').notNull(),
    revoked_at: time('revoked_at'),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.id] }),
    index('session_links_session').on(table.user_id, table.session_id),
    index('session_links_end').on(table.expires_at),
    foreignKey({
      columns: [table.user_id, table.session_id],
      foreignColumns: [chat_sessions.user_id, chat_sessions.id],
    }).onDelete('cascade'),
  ],
);
