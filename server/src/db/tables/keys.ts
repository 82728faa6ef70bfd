/** Keys with which programs ask in a person's name. Few next to what they ask: copied to every machine like people. */
import { bigint, index, inet, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytea, createdAt, identity, time } from './columns.ts';
import { users } from './people.ts';

export const access_keys = pgTable(
  'access_keys',
  {
    id: identity().primaryKey(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** SHA-256 of the secret, which is long and random: there is nothing to guess that a slow hash would protect. */
    key_hash: bytea().notNull(),
    /** The end of the secret, to tell keys apart by. */
    hint: text().notNull(),
    /** Null: every agent that its owner may use. An agent that is gone fits nothing. */
    agent_ids: integer().array(),
    /** The most it may use of its owner's tokens in a cycle. */
    token_cap: bigint({ mode: 'number' }),
    expires_at: time('expires_at'),
    /** To the minute. */
    last_used_at: time('last_used_at'),
    last_used_ip: inet(),
    created_at: createdAt(),
    revoked_at: time('revoked_at'),
  },
  (table) => [
    uniqueIndex('access_keys_hash').on(table.key_hash),
    index('access_keys_user').on(table.user_id),
  ],
);
