/** Directories that send people by SCIM: their tokens, people and groups. */
import { sql } from 'drizzle-orm';
import {
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
import type { ScimAttributes } from '#contract/scim.ts';
import { bytea, createdAt, identity, time, updatedAt } from './columns.ts';
import { identity_providers } from './identity.ts';
import { users } from './people.ts';

const ofProvider = () =>
  integer()
    .notNull()
    .references(() => identity_providers.id, { onDelete: 'cascade' });

export const scim_tokens = pgTable(
  'scim_tokens',
  {
    id: identity().primaryKey(),
    provider_id: ofProvider(),
    /** SHA-256 of the secret. */
    token_hash: bytea().notNull().unique(),
    /** The end of the secret, by which people tell two of them apart. */
    hint: text().notNull(),
    created_at: createdAt(),
    last_used_at: time('last_used_at'),
    /** Method and route of the last call, without ids, and its status. */
    last_call: text(),
    last_status: integer(),
    revoked_at: time('revoked_at'),
  },
  (table) => [index('scim_tokens_provider').on(table.provider_id)],
);

/** A person of a directory, and the account that they are here. */
export const scim_users = pgTable(
  'scim_users',
  {
    provider_id: ofProvider(),
    /** The name of the person towards the directory: neither our number nor our reference. */
    id: uuid().notNull().defaultRandom(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    user_name: text().notNull(),
    external_id: text(),
    /** As the directory sent them, without those that are not needed. */
    attributes: jsonb().$type<ScimAttributes>().notNull(),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.provider_id, table.id] }),
    uniqueIndex('scim_users_person').on(table.provider_id, table.user_id),
    uniqueIndex('scim_users_name').on(table.provider_id, sql`lower(${table.user_name})`),
    index('scim_users_external').on(table.provider_id, table.external_id),
    index('scim_users_account').on(table.user_id),
  ],
);

export const scim_groups = pgTable(
  'scim_groups',
  {
    provider_id: ofProvider(),
    id: uuid().notNull().defaultRandom(),
    display_name: text().notNull(),
    external_id: text(),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.provider_id, table.id] }),
    uniqueIndex('scim_groups_name').on(table.provider_id, sql`lower(${table.display_name})`),
  ],
);

export const scim_members = pgTable(
  'scim_members',
  {
    provider_id: integer().notNull(),
    group_id: uuid().notNull(),
    member_id: uuid().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.provider_id, table.group_id, table.member_id] }),
    foreignKey({
      columns: [table.provider_id, table.group_id],
      foreignColumns: [scim_groups.provider_id, scim_groups.id],
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.provider_id, table.member_id],
      foreignColumns: [scim_users.provider_id, scim_users.id],
    }).onDelete('cascade'),
    index('scim_members_user').on(table.provider_id, table.member_id),
  ],
);
