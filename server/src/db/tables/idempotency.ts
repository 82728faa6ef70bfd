/** Idempotency keys of calls that may be repeated. */
import { bigint, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytea, createdAt } from './columns.ts';

/** The first run of a repeatable call, kept 24 hours. `user_id` 0 stands for callers who are not signed in. */
export const idempotency_keys = pgTable(
  'idempotency_keys',
  {
    user_id: integer().notNull(),
    key: text().notNull(),
    /** Method, path and body of the first run. */
    request_hash: bytea().notNull(),
    /** Null while the first run is under way. */
    status: integer(),
    answer: jsonb(),
    /** For a streamed answer: what to join. */
    message_id: bigint({ mode: 'number' }),
    created_at: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.key] }),
    index('idempotency_keys_age').on(table.created_at),
  ],
);
