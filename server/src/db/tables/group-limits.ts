/** Limits and monthly budgets of groups, and how much of them is used. */
import { sql } from 'drizzle-orm';
import { bigint, boolean, date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { time } from './columns.ts';
import { user_groups } from './people.ts';

export const group_limits = pgTable('group_limits', {
  user_group_id: integer()
    .primaryKey()
    .references(() => user_groups.id, { onDelete: 'cascade' }),
  /** Monthly; null: the limit of the plan. */
  tokens_per_person: bigint({ mode: 'number' }),
  budget_kind: text({ enum: ['none', 'tokens', 'brl'] })
    .notNull()
    .default('none'),
  /** Tokens, or cents of BRL. */
  budget: bigint({ mode: 'number' }),
  /** Refuses new questions at its end; otherwise it only notifies. */
  hard: boolean().notNull().default(false),
  notify_user_ids: integer().array().notNull().default(sql`'{}'::integer[]`),
  version: integer().notNull().default(1),
});

/** Always the sum of the ledger entries and of the reservations of that group and month. */
export const group_usage = pgTable(
  'group_usage',
  {
    /** No foreign key: the row stays until running answers of a deleted group have ended. */
    user_group_id: integer().notNull(),
    /** The first day of the calendar month in the installation's time zone. */
    month: date('month', { mode: 'string' }).notNull(),
    used_tokens: bigint({ mode: 'number' }).notNull().default(0),
    reserved_tokens: bigint({ mode: 'number' }).notNull().default(0),
    /** Millionths of BRL. */
    used_cost: bigint({ mode: 'bigint' }).notNull().default(sql`0`),
    reserved_cost: bigint({ mode: 'bigint' }).notNull().default(sql`0`),
  },
  (table) => [primaryKey({ columns: [table.user_group_id, table.month] })],
);

/** E-mails about a group's budget that went out, once per month and level in percent. */
export const group_notices = pgTable(
  'group_notices',
  {
    user_group_id: integer().notNull(),
    month: date('month', { mode: 'string' }).notNull(),
    level: integer().notNull(),
    sent_at: time('sent_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.user_group_id, table.month, table.level] })],
);
