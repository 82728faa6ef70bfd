/** Facts about the installation itself, such as the demo that it was seeded with. */
import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { updatedAt } from './columns.ts';

export const installation = pgTable('installation', {
  key: text().primaryKey(),
  value: jsonb().notNull(),
  updated_at: updatedAt(),
});
