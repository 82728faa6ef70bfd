/** Relational data sources. Few and small: copied to every machine when one database becomes many. */
import { index, json, pgTable, text } from 'drizzle-orm/pg-core';
import type { RagConfig } from '#contract/data-sources.ts';
import { createdAt, identity, updatedAt } from './columns.ts';

export const data_sources = pgTable(
  'data_sources',
  {
    id: identity().primaryKey(),
    name: text().notNull(),
    description: text(),
    rag_type: text({ enum: ['relational'] })
      .notNull()
      .default('relational'),
    /** As it was written, not `jsonb`: parameters keep the order that an administrator gave them. */
    rag_config: json().$type<RagConfig>().notNull(),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [index('data_sources_updated').on(table.updated_at.desc().nullsFirst(), table.id)],
);
