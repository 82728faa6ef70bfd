/**
 * Which conversations have an answer that is being written, one row each: the word that no two run at once. Triggers of
 * `messages` keep it, whose parts could each promise this for themselves alone (docs/decisions/0226).
 */
import { bigint, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';

export const running_answers = pgTable(
  'running_answers',
  {
    user_id: integer().notNull(),
    session_id: uuid().notNull(),
    message_id: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.session_id] })],
);
