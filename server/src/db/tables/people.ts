/** Groups and people. Small next to what they write: copied to every machine when one database becomes many. */
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
import { LANGUAGES } from '#contract/language.ts';
import { APPROVALS, ROLE_NAMES } from '#contract/users.ts';
import { createdAt, identity, time, updatedAt } from './columns.ts';

export const user_groups = pgTable(
  'user_groups',
  {
    id: identity().primaryKey(),
    name: text().notNull(),
    description: text(),
    is_default: boolean().notNull().default(false),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [
    uniqueIndex('user_groups_name').on(sql`fold_text(${table.name})`),
    uniqueIndex('user_groups_default').on(table.is_default).where(sql`is_default`),
  ],
);

export const users = pgTable(
  'users',
  {
    id: identity().primaryKey(),
    /** Lower case. */
    email: text().notNull().unique(),
    name: text().notNull(),
    /** Digits only. */
    phone: text(),
    role: text({ enum: ROLE_NAMES }).notNull().default('user'),
    user_group_id: integer().references(() => user_groups.id),
    password_hash: text().notNull(),
    /** `service`: the account of a public counter. Nobody signs in with it, and no list, count or statistic of people has it. */
    kind: text({ enum: ['person', 'service'] })
      .notNull()
      .default('person'),
    is_verified: boolean().notNull().default(false),
    active: boolean().notNull().default(true),
    /** Charged tokens of the running cycle: always the sum of its ledger entries. */
    token_used: bigint({ mode: 'number' }).notNull().default(0),
    /** Held for answers that are being written. */
    token_reserved: bigint({ mode: 'number' }).notNull().default(0),
    token_limit: bigint({ mode: 'number' }).notNull(),
    token_cycle_start: time('token_cycle_start').notNull().defaultNow(),
    /** The day of the month on which cycles begin; the month's last day where it has no such day. */
    token_anchor: time('token_anchor').notNull().defaultNow(),
    /** Bought credits that are left: the sum of the live rows of token_credits. */
    token_credit: bigint({ mode: 'number' }).notNull().default(0),
    /** The part of `token_used` that credits paid: the sum of `from_credit` over the cycle. */
    token_credited: bigint({ mode: 'number' }).notNull().default(0),
    /** The monthly limit that the person set for themselves. */
    own_cap: bigint({ mode: 'number' }),
    last_login: time('last_login'),
    /** Whether the account has an authenticator app or a device key; written together with the factor. */
    has_second_factor: boolean().notNull().default(false),
    /** From when on the account is closed without a second factor; null where the role asks for none. */
    second_factor_due: time('second_factor_due'),
    /** Whether an administrator let the person in, where their domain or provider asks for it. */
    approval: text({ enum: APPROVALS }).notNull().default('approved'),
    /** When `approval` was last changed; a refused account is erased thirty days later. */
    approval_at: time('approval_at'),
    /**
     * The provider whose directory (SCIM) keeps the person out, and may let them in again; null where somebody here
     * decided. No reference: a provider that is gone lets nobody in.
     */
    deactivated_by_provider: integer(),
    /** How often everybody had been asked for the terms when the person last accepted all of them. */
    consent_version: integer().notNull().default(0),
    /** A superadmin who enters by password also where the domain is closed. */
    emergency: boolean().notNull().default(false),
    /** The name of the account towards authenticators (`user.id` of WebAuthn): random, so that it tells nothing. */
    webauthn_handle: uuid().unique(),
    /** The random reference by which immutable entries name the person: without this row it identifies nobody. */
    reference: uuid().notNull().defaultRandom().unique(),
    /** The language of the screens; null for that of the installation. */
    language: text({ enum: LANGUAGES }),
    /** Asked to be deleted; erased then. */
    deletion_due: time('deletion_due'),
    /** The text that is searched, without case and accents. */
    search_text: text().notNull().generatedAlwaysAs(sql`fold_text(name || ' ' || email)`),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [
    index('users_group').on(table.user_group_id, table.active),
    index('users_created').on(table.created_at),
    index('users_deletion').on(table.deletion_due).where(sql`deletion_due is not null`),
    index('users_search').using('gin', sql`${table.search_text} gin_trgm_ops`),
    index('users_domain').on(sql`split_part(${table.email}, '@', 2)`),
  ],
);

/** Hints, banners and confirmations that a person does not want to see again. */
export const user_dismissals = pgTable(
  'user_dismissals',
  {
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: text().notNull(),
    version: integer().notNull(),
    at: time('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.key] })],
);
