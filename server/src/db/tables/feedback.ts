/** Feedback that people sent to the product's team. */
import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { bytea, createdAt, identity } from './columns.ts';
import { users } from './people.ts';

export const feedback = pgTable(
  'feedback',
  {
    id: identity().primaryKey(),
    user_id: integer().references(() => users.id, { onDelete: 'cascade' }),
    name: text(),
    email: text(),
    message: text().notNull(),
    page: text(),
    user_agent: text(),
    screenshot: bytea(),
    /** Found in its content, never taken from what was sent. */
    screenshot_type: text({ enum: ['image/png', 'image/jpeg', 'image/webp'] }),
    handled: boolean().notNull().default(false),
    created_at: createdAt(),
  },
  (table) => [
    index('feedback_created').on(table.created_at.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('feedback_user').on(table.user_id),
  ],
);
