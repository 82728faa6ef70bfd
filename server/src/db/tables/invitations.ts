/** People who were asked in by e-mail. An invitation makes no account; accepting it does. */
import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, identity, time } from './columns.ts';
import { user_groups, users } from './people.ts';

export const invitations = pgTable(
  'invitations',
  {
    id: identity().primaryKey(),
    /** In its folded form. */
    email: text().notNull(),
    /** SHA-256 of the token in the newest letter; null before the first letter and when the invitation is over. */
    token_hash: text(),
    user_group_id: integer().references(() => user_groups.id, { onDelete: 'set null' }),
    invited_by_user_id: integer().references(() => users.id, { onDelete: 'set null' }),
    created_at: createdAt(),
    /** When a letter is to be sent; while one is on its way, when it would be tried again. Null where none waits. */
    letter_due_at: time('letter_due_at'),
    /** When the newest letter was taken up, for the limit of letters a minute. */
    letter_at: time('letter_at'),
    sent_at: time('sent_at'),
    expires_at: time('expires_at').notNull(),
    accepted_user_id: integer().references(() => users.id, { onDelete: 'cascade' }),
    accepted_at: time('accepted_at'),
    /** Also where a newer invitation took the place of one that had expired. */
    withdrawn_at: time('withdrawn_at'),
  },
  (table) => [
    uniqueIndex('invitations_token').on(table.token_hash),
    uniqueIndex('invitations_open').on(table.email).where(sql`accepted_at is null and withdrawn_at is null`),
    index('invitations_due').on(table.letter_due_at).where(sql`letter_due_at is not null`),
    index('invitations_letters').on(table.letter_at),
    index('invitations_inviter').on(table.invited_by_user_id),
    index('invitations_accepted').on(table.accepted_user_id),
  ],
);
