/** Figures of the dashboard, rolled up by the hour so that a million messages cost no more to read than their hours. */
import { bigint, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { PERSONAL_DATA_KINDS } from '#contract/personal-data.ts';
import { time } from './columns.ts';

export const activity_hours = pgTable('activity_hours', {
  hour: time('hour').primaryKey(),
  new_users: integer().notNull(),
  new_sessions: integer().notNull(),
  new_questions: integer().notNull(),
});

/** Costs of all model calls, tests included; 0 stands for no agent and for no group. */
export const cost_hours = pgTable(
  'cost_hours',
  {
    hour: time('hour').notNull(),
    model: text().notNull(),
    agent_id: integer().notNull(),
    user_group_id: integer().notNull(),
    kind: text({ enum: ['conversation', 'test'] }).notNull(),
    calls: integer().notNull(),
    /** Millionths of BRL. */
    cost_brl_micro: bigint({ mode: 'bigint' }).notNull(),
    /** Calls without a price or an exchange rate, which the cost leaves out. */
    unpriced_calls: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.hour, table.model, table.agent_id, table.user_group_id, table.kind] }),
  ],
);

/** How often personal data were found before texts left for an outside model. It holds no value and no person. */
export const guard_hours = pgTable(
  'guard_hours',
  {
    hour: time('hour').notNull(),
    agent_id: integer().notNull(),
    kind: text({ enum: PERSONAL_DATA_KINDS }).notNull(),
    masked: integer().notNull().default(0),
    blocked: integer().notNull().default(0),
    warned: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.hour, table.agent_id, table.kind] })],
);

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
