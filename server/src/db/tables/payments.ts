/** The state that the payment provider reports. No column is typed by a person, and none holds card data. */
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { BILLING_INTERVALS, PRICE_KINDS } from '#contract/plan-seeds.ts';
import { createdAt, time, updatedAt } from './columns.ts';
import { users } from './people.ts';

export const payment_customers = pgTable('payment_customers', {
  user_id: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** The provider's. */
  customer_id: text().notNull().unique(),
  created_at: createdAt(),
});

/** The provider's newest word on each subscription. A person has at most one that has not ended. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    /** The provider's. */
    id: text().primaryKey(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    customer_id: text().notNull(),
    /** The key of the plan. */
    tier: text().notNull(),
    /** `prepaid`: paid once for a month or a year; `id` is then the provider's checkout session. */
    kind: text({ enum: PRICE_KINDS }).notNull().default('recurring'),
    plan_id: integer(),
    price_id: text().notNull(),
    interval: text({ enum: BILLING_INTERVALS }).notNull(),
    /** Cents of BRL. */
    amount: integer().notNull(),
    status: text({ enum: ['active', 'past_due', 'canceled'] }).notNull(),
    cancel_at_period_end: boolean().notNull().default(false),
    next_interval: text({ enum: BILLING_INTERVALS }),
    current_period_start: time('current_period_start').notNull(),
    current_period_end: time('current_period_end').notNull(),
    /** The time of a failed payment that has not been made good. */
    past_due_since: time('past_due_since'),
    /** The last e-mail about the end of a prepaid plan went out this many days before it. */
    end_notice_days: integer(),
    /** The plan's group and tokens were given. */
    activated_at: time('activated_at'),
    ended_at: time('ended_at'),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [
    index('subscriptions_user').on(table.user_id, table.created_at.desc().nullsFirst()),
    index('subscriptions_open').on(table.current_period_end).where(sql`ended_at is null`),
  ],
);

/** Each event once. */
export const payment_events = pgTable(
  'payment_events',
  {
    /** The provider's. */
    id: text().primaryKey(),
    type: text().notNull(),
    /** The id of the provider's object that the event is about. */
    object_id: text(),
    received_at: time('received_at').notNull(),
  },
  (table) => [index('payment_events_received').on(table.received_at)],
);

/** Letters about the allowance that went out: one per cycle and level. */
export const usage_notices = pgTable(
  'usage_notices',
  {
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    cycle_start: time('cycle_start').notNull(),
    /** Percent of the limit. */
    level: integer().notNull(),
    sent_at: time('sent_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.cycle_start, table.level] })],
);

/** The state of the fake payment provider, in development and tests only. */
export const desk_objects = pgTable(
  'desk_objects',
  {
    id: text().primaryKey(),
    kind: text().notNull(),
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [index('desk_objects_kind').on(table.kind)],
);
