/** Figures of the dashboard, rolled up by the hour so that a million messages cost no more to read than their hours. */
import { bigint, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { time } from './columns.ts';

export const activity_hours = pgTable('activity_hours', {
  hour: time('hour').primaryKey(),
  new_users: integer().notNull(),
  new_sessions: integer().notNull(),
  new_questions: integer().notNull(),
});

/** Charged tokens; 0 stands for no agent and for no group. */
export const token_hours = pgTable(
  'token_hours',
  {
    hour: time('hour').notNull(),
    model: text().notNull(),
    agent_id: integer().notNull(),
    user_group_id: integer().notNull(),
    tokens: bigint({ mode: 'number' }).notNull(),
    calls: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.hour, table.model, table.agent_id, table.user_group_id] })],
);
