/** Providers of sign-on, the accounts that they vouch for, and the rules of e-mail domains. */
import {
  boolean,
  char,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { DOMAIN_DOORS, DOMAIN_ENTRIES } from '#contract/domains.ts';
import { IDENTITY_PROVIDER_KINDS } from '#contract/identity-providers.ts';
import { sign_ins } from './accounts.ts';
import { createdAt, identity, time, updatedAt } from './columns.ts';
import { user_groups, users } from './people.ts';

/** Holds no person: whom a provider vouches for stands in `identities`. */
export const identity_providers = pgTable('identity_providers', {
  id: identity().primaryKey(),
  /** The name in addresses; never changed, because the provider knows the address of return. */
  slug: text().notNull().unique(),
  kind: text({ enum: IDENTITY_PROVIDER_KINDS }).notNull(),
  name: text().notNull(),
  active: boolean().notNull().default(false),
  /** The order of the buttons. */
  position: integer().notNull().default(0),
  /** By kind; parsed when it is read. */
  settings: jsonb().notNull(),
  /** Sealed: the client secret, or the password of the account that reads the directory. */
  secret_sealed: text(),
  secret_set_at: time('secret_set_at'),
  /** Sealed: the key of the hashes by which subjects are known. */
  subject_key_sealed: text(),
  /** The last good trial sign-in since the connection was changed. */
  tested_at: time('tested_at'),
  /** Since when sign-ins or checks fail; null after a good one. */
  failing_since: time('failing_since'),
  /** A code, never the provider's own words. */
  last_error: text(),
  created_at: createdAt(),
  updated_at: updatedAt(),
});

/** The first line whose value is among the groups of a person decides their group here. */
export const group_mappings = pgTable(
  'group_mappings',
  {
    provider_id: integer()
      .notNull()
      .references(() => identity_providers.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    value: text().notNull(),
    user_group_id: integer()
      .notNull()
      .references(() => user_groups.id, { onDelete: 'cascade' }),
    grants_admin: boolean().notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.provider_id, table.position] })],
);

/** An account at a provider that enters as a person here. */
export const identities = pgTable(
  'identities',
  {
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    provider_id: integer()
      .notNull()
      .references(() => identity_providers.id, { onDelete: 'cascade' }),
    /** A keyed hash of the provider's subject: of gov.br that is the CPF, which is kept nowhere. */
    subject_hash: char({ length: 43 }).notNull(),
    /** The person's address at the provider; null where it gives none, and for gov.br. */
    label: text(),
    /** The level of the account at gov.br. */
    level: text(),
    /** The role that the provider replaced by `admin`; null where it did not. */
    role_before: text(),
    created_at: createdAt(),
    /** When the provider last said that the person is there: an entry or a good check. */
    last_vouched_at: time('last_vouched_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.provider_id] }),
    uniqueIndex('identities_subject').on(table.provider_id, table.subject_hash),
  ],
);

/** A sign-in that a provider opened: needed to end it, and to check it, by the provider's word. */
export const provider_sessions = pgTable(
  'provider_sessions',
  {
    user_id: integer().notNull(),
    sign_in_id: uuid().notNull(),
    /** The seal is bound to it. */
    id: identity().notNull(),
    provider_id: integer()
      .notNull()
      .references(() => identity_providers.id, { onDelete: 'cascade' }),
    /** A keyed hash of the provider's session (`sid`). */
    sid_hash: char({ length: 43 }),
    /** Sealed refresh token of the provider. */
    refresh_sealed: text(),
    /** `iat` of the ID token: a logout token of an earlier time does not mean this session. */
    issued_at: time('issued_at').notNull(),
    /** The last good check; the entry is one. */
    checked_at: time('checked_at').notNull(),
    /** A lease: one process checks it. */
    checking_until: time('checking_until'),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.sign_in_id] }),
    foreignKey({
      columns: [table.user_id, table.sign_in_id],
      foreignColumns: [sign_ins.user_id, sign_ins.id],
    }).onDelete('cascade'),
    uniqueIndex('provider_sessions_id').on(table.id),
    index('provider_sessions_sid').on(table.provider_id, table.sid_hash),
    index('provider_sessions_checked').on(table.checked_at),
  ],
);

/** The rule of a domain: whether its addresses may register, and how its people enter. The row `*` is every other domain. */
export const email_domains = pgTable('email_domains', {
  /** Lower case, in the form of DNS; `*.exemplo.gov.br` stands for its subdomains. */
  domain: text().primaryKey(),
  /** The same in the letters that people write, as addresses are kept. */
  written: text().notNull(),
  entry: text({ enum: DOMAIN_ENTRIES }).notNull().default('enters'),
  user_group_id: integer().references(() => user_groups.id, { onDelete: 'set null' }),
  /** The provider that may speak for addresses of this domain. */
  provider_id: integer().references(() => identity_providers.id, { onDelete: 'set null' }),
  door: text({ enum: DOMAIN_DOORS }).notNull().default('any'),
  /** Since when its people enter by the provider only. */
  closed_at: time('closed_at'),
});
