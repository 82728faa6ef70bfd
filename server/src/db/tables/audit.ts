/** The record of administration. A trigger refuses every change of an entry; origins are kept apart, because they are personal. */
import { bigint, char, index, inet, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { AuditObject } from '#contract/audit.ts';
import { createdAt } from './columns.ts';

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
