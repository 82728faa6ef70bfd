/** Signed answers, and the keys that sign them. A receipt is found by its code, which would distribute it. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytea, createdAt, identity, time } from './columns.ts';
import { users } from './people.ts';

/** Public halves are kept for ever; the private half of the current pair alone is kept, sealed. */
export const receipt_keys = pgTable(
  'receipt_keys',
  {
    id: identity().primaryKey(),
    /** The first 16 hexadecimal digits of the SHA-256 of the public key. */
    key_id: text().notNull(),
    /** SubjectPublicKeyInfo, DER. */
    public_key: bytea().notNull(),
    private_sealed: text(),
    created_at: createdAt(),
    retired_at: time('retired_at'),
  },
  (table) => [
    uniqueIndex('receipt_keys_key_id').on(table.key_id),
    uniqueIndex('receipt_keys_current').on(sql`(retired_at is null)`).where(sql`retired_at is null`),
  ],
);

/** Where a cited span stood, for looking at it again. No id of it is in the signed text. */
export type ReceiptPlace = { n: number; knowledge_base_id: number; document_id: number };

export const receipts = pgTable(
  'receipts',
  {
    code: text().notNull(),
    /** Null once the account is erased. */
    user_id: integer().references(() => users.id),
    /** No foreign keys: a receipt outlives its conversation. */
    message_id: bigint({ mode: 'number' }),
    session_id: uuid(),
    with_question: boolean().notNull(),
    with_name: boolean().notNull(),
    /** The text that was signed; null once it is revoked or its account erased. */
    canonical: text(),
    places: jsonb().$type<ReceiptPlace[]>().notNull().default([]),
    sha256: bytea().notNull(),
    signature: bytea().notNull(),
    key_id: text().notNull(),
    created_at: createdAt(),
    revoked_at: time('revoked_at'),
    removed_at: time('removed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.code] }),
    index('receipts_person').on(table.user_id, table.created_at.desc().nullsFirst()),
    index('receipts_session').on(table.user_id, table.session_id, table.message_id),
  ],
);
