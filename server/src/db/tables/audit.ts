/**
 * The audit log. A trigger refuses every change of an entry but the erasure of a person's words; origins are kept apart,
 * because they are personal.
 */
import { bigint, char, index, inet, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { AuditObject } from '#contract/audit.ts';
import { createdAt } from './columns.ts';

/** The fields whose text was erased with a person, each with a keyed hash of that text. */
export type ErasedWords = {
  /** By path: `object_name`, `before.name`, `after.agents.0`. */
  fields: Record<string, string>;
  /** Names the key of the hashes and of the seal. */
  key_id: string;
  /** HMAC over the entry as it is since; null where the entry did not fit its seal already before. */
  seal: string | null;
};

export const audit_entries = pgTable(
  'audit_entries',
  {
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    created_at: createdAt(),
    action: text().notNull(),
    /** users.reference; null when the system acted by itself. No foreign key: the entry outlives the person. */
    actor_reference: uuid(),
    object_type: text().$type<AuditObject>().notNull(),
    object_id: integer(),
    object_name: text(),
    /** users.reference of the person it was done to. */
    person_reference: uuid(),
    before: jsonb().$type<Record<string, unknown>>(),
    after: jsonb().$type<Record<string, unknown>>(),
    previous_hash: char({ length: 64 }).notNull(),
    hash: char({ length: 64 }).notNull(),
    /** Names the key of the HMAC in `hash`; null in entries of release 1.0, whose hash has no key. */
    key_id: text(),
    /**
     * SHA-256 over `words_salt`, `object_name`, `before` and `after`; the seal covers it in their place. Null in entries
     * whose seal covers the words themselves: those of release 1.0 and of its development builds.
     */
    words_digest: char({ length: 64 }),
    /** Null as soon as words were erased: without it the digest confirms no guess. */
    words_salt: text(),
    erased_words: jsonb().$type<ErasedWords>(),
  },
  (table) => [
    index('audit_entries_created').on(table.created_at.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('audit_entries_actor').on(table.actor_reference),
  ],
);

/** From where. Erased with the person. */
export const audit_origins = pgTable('audit_origins', {
  entry_id: bigint({ mode: 'number' })
    .primaryKey()
    .references(() => audit_entries.id),
  ip: inet(),
  user_agent: text(),
});
