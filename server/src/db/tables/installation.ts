/** What this installation remembers of itself, such as which demo it was seeded with. */
import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { updatedAt } from './columns.ts';

export const installation = pgTable('installation', {
  key: text().primaryKey(),
  value: jsonb().notNull(),
  updated_at: updatedAt(),
});
