/** Rules of alerts, what they found, and the webhooks that hear of it. Small: they would be copied to every machine. */
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { ALERT_KINDS, type AlertThreshold, WEBHOOK_STATES } from '#contract/alerts.ts';
import { BANNER_TONES } from '#contract/banners.ts';
import { createdAt, identity, time, updatedAt } from './columns.ts';

export const webhooks = pgTable('webhooks', {
  id: identity().primaryKey(),
  name: text().notNull(),
  url: text().notNull(),
  /** Sealed; shown once and never exported, logged or audited. */
  secret_sealed: text(),
  state: text({ enum: WEBHOOK_STATES }).notNull().default('active'),
  /** Since when every attempt has failed; null while it works. */
  failing_since: time('failing_since'),
  version: integer().notNull().default(1),
  created_at: createdAt(),
  updated_at: updatedAt(),
});

/** Kept for thirty days. */
export const webhook_deliveries = pgTable(
  'webhook_deliveries',
  {
    id: identity().primaryKey(),
    webhook_id: integer()
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    /** The kind of the alert, or `test`. */
    kind: text().notNull(),
    /** The JSON text that is signed. It holds no question, no answer and no person. */
    body: text().notNull(),
    status: text({ enum: ['waiting', 'done', 'failed'] })
      .notNull()
      .default('waiting'),
    attempts: integer().notNull().default(0),
    next_at: time('next_at').notNull(),
    /** Until when the sending process has promised to go on; by the database's clock. */
    lease_until: time('lease_until'),
    response_code: integer(),
    ms: integer(),
    error: text(),
    created_at: createdAt(),
  },
  (table) => [
    index('webhook_deliveries_newest').on(table.webhook_id, table.id.desc().nullsFirst()),
    index('webhook_deliveries_due').on(table.next_at).where(sql`status = 'waiting'`),
  ],
);

/** Lines above every screen. Small: they would be copied to every machine. */
export const banners = pgTable('banners', {
  id: identity().primaryKey(),
  text: text().notNull(),
  tone: text({ enum: BANNER_TONES }).notNull(),
  /** Null for everybody. */
  group_ids: integer().array(),
  starts_at: time('starts_at').notNull(),
  ends_at: time('ends_at').notNull(),
  dismissible: boolean().notNull(),
  url: text(),
  version: integer().notNull().default(1),
  created_at: createdAt(),
  updated_at: updatedAt(),
});

export const alert_rules = pgTable('alert_rules', {
  id: identity().primaryKey(),
  kind: text({ enum: ALERT_KINDS }).notNull(),
  threshold: jsonb().$type<AlertThreshold>(),
  /** The administrators who get the e-mails. */
  user_ids: integer().array().notNull().default(sql`'{}'::int[]`),
  webhook_id: integer().references(() => webhooks.id, { onDelete: 'set null' }),
  active: boolean().notNull().default(true),
  version: integer().notNull().default(1),
  created_at: createdAt(),
  updated_at: updatedAt(),
});

/** Kept for 400 days. */
export const alert_events = pgTable(
  'alert_events',
  {
    id: identity().primaryKey(),
    rule_id: integer()
      .notNull()
      .references(() => alert_rules.id, { onDelete: 'cascade' }),
    /** The id that webhooks are given. */
    uid: uuid().notNull().defaultRandom(),
    kind: text({ enum: ALERT_KINDS }).notNull(),
    /** The id of the object that it is about; empty for the installation. */
    subject: text().notNull(),
    name: text(),
    values: jsonb().$type<Record<string, string | number>>().notNull().default({}),
    opened_at: time('opened_at').notNull(),
    /** The second look that found it. */
    confirmed_at: time('confirmed_at'),
    notified_at: time('notified_at'),
    reminded_at: time('reminded_at'),
    resolved_at: time('resolved_at'),
    /** The e-mail that is still to be sent. */
    letter_due: text({ enum: ['opened', 'reminder', 'ended'] }),
  },
  (table) => [
    uniqueIndex('alert_events_open').on(table.rule_id, table.subject).where(sql`resolved_at is null`),
    index('alert_events_opened').on(table.opened_at.desc().nullsFirst()),
    index('alert_events_letters').on(table.id).where(sql`letter_due is not null`),
  ],
);
