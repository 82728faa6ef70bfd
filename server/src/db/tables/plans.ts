/** Plans and packs of tokens that are sold, purchases and the credits that they gave. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import {
  BILLING_INTERVALS,
  PAYMENT_METHODS,
  PRICE_KINDS,
  PURCHASE_KINDS,
  PURCHASE_STATES,
} from '#contract/plan-seeds.ts';
import { createdAt, identity, time, updatedAt } from './columns.ts';
import { user_groups, users } from './people.ts';

export const plans = pgTable('plans', {
  id: identity().primaryKey(),
  key: text().notNull().unique(),
  name: text().notNull(),
  description: text(),
  /** Monthly; null: not announced yet. */
  tokens: bigint({ mode: 'number' }),
  user_group_id: integer()
    .unique()
    .references(() => user_groups.id),
  features: text().array().notNull().default(sql`'{}'::text[]`),
  popular: boolean().notNull().default(false),
  visible: boolean().notNull().default(true),
  position: integer().notNull().default(0),
  /** Cannot be deleted. */
  protected: boolean().notNull().default(false),
  version: integer().notNull().default(1),
  created_at: createdAt(),
  updated_at: updatedAt(),
});

/** A price is never changed once somebody bought it: it is archived, and a new row takes its place. */
export const plan_prices = pgTable(
  'plan_prices',
  {
    id: identity().primaryKey(),
    plan_id: integer()
      .notNull()
      .references(() => plans.id, { onDelete: 'cascade' }),
    kind: text({ enum: PRICE_KINDS }).notNull(),
    interval: text({ enum: BILLING_INTERVALS }).notNull(),
    /** Cents of BRL. */
    amount: integer().notNull(),
    stripe_price_id: text().unique(),
    archived_at: time('archived_at'),
    created_at: createdAt(),
  },
  (table) => [
    uniqueIndex('plan_prices_live')
      .on(table.plan_id, table.kind, table.interval)
      .where(sql`archived_at is null`),
  ],
);

export const packs = pgTable('packs', {
  id: identity().primaryKey(),
  name: text().notNull(),
  tokens: bigint({ mode: 'number' }).notNull(),
  /** Cents of BRL. */
  amount: integer().notNull(),
  stripe_price_id: text(),
  validity_days: integer().notNull().default(365),
  visible: boolean().notNull().default(true),
  archived_at: time('archived_at'),
  version: integer().notNull().default(1),
  created_at: createdAt(),
  updated_at: updatedAt(),
});

export const purchases = pgTable(
  'purchases',
  {
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    id: uuid().notNull(),
    kind: text({ enum: PURCHASE_KINDS }).notNull(),
    pack_id: integer(),
    plan_price_id: integer(),
    /** Cents of BRL. */
    amount: integer().notNull(),
    provider_session: text().unique(),
    state: text({ enum: PURCHASE_STATES }).notNull(),
    method: text({ enum: PAYMENT_METHODS }),
    /** Present while the code of a Pix can be paid: until when, and the provider's page with the code. */
    pay_until: time('pay_until'),
    pay_url: text(),
    /** Cents of BRL that the provider gave back. */
    refunded: integer().notNull().default(0),
    paid_at: time('paid_at'),
    /** Tokens of a pack. */
    tokens: bigint({ mode: 'number' }),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.id] }),
    index('purchases_waiting').on(table.created_at).where(sql`state = 'waiting'`),
    index('purchases_created').on(table.created_at.desc().nullsFirst()),
  ],
);

export const token_credits = pgTable(
  'token_credits',
  {
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    id: uuid().notNull(),
    purchase_id: uuid(),
    tokens: bigint({ mode: 'number' }).notNull(),
    tokens_left: bigint({ mode: 'number' }).notNull(),
    expires_at: time('expires_at').notNull(),
    created_at: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.id] }),
    uniqueIndex('token_credits_purchase').on(table.user_id, table.purchase_id),
    index('token_credits_expiry').on(table.expires_at).where(sql`tokens_left > 0`),
  ],
);
