/** Rows of invitations as registration and recovery read them too. */
import { and, eq, gt, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { INVITATION_DAYS, INVITATION_RESEND_SECONDS, INVITATIONS_KEPT_DAYS } from '#contract/limits.ts';
import type { Queryable } from '../../../db/client.ts';
import { invitations } from '../../../db/tables/invitations.ts';
import { users } from '../../../db/tables/people.ts';
import { NO_PASSWORD } from '../../auth/credentials/passwords.ts';

const DAY_MS = 86_400_000;

export type InvitationRow = typeof invitations.$inferSelect;

export const expiryFrom = (now: Date) => new Date(now.getTime() + INVITATION_DAYS * DAY_MS);

/** Neither accepted nor withdrawn; it may have expired. */
export const isUndecided: SQL | undefined = and(
  isNull(invitations.accepted_at),
  isNull(invitations.withdrawn_at),
);

export const isOpen = (now: Date): SQL | undefined => and(isUndecided, gt(invitations.expires_at, now));

/** The open invitation of an address. */
export async function findOpenInvitation(
  db: Queryable,
  email: string,
  now: Date,
): Promise<InvitationRow | undefined> {
  const [row] = await db
    .select()
    .from(invitations)
    .where(and(eq(invitations.email, email), isOpen(now)));
  return row;
}

/** Has a new letter sent, whose link replaces the former one at once. False where one was sent within the last minute. */
export async function requestLetter(db: Queryable, id: number, now: Date): Promise<boolean> {
  const before = new Date(now.getTime() - INVITATION_RESEND_SECONDS * 1000);
  const isAtRest = or(
    and(isNull(invitations.letter_at), isNull(invitations.letter_due_at)),
    lt(invitations.letter_at, before),
  );
  const { rowCount } = await db
    .update(invitations)
    .set({ token_hash: null, letter_due_at: now, sent_at: null, expires_at: expiryFrom(now) })
    .where(and(eq(invitations.id, id), isUndecided, isAtRest));
  return rowCount === 1;
}

/**
 * An account that was made for somebody who has never entered: it has no password, no account at a provider that is known
 * to be theirs, and an invitation may give it a password. A person who was refused is not let in by another way.
 */
export const isUnclaimed = sql<boolean>`(${users.password_hash} = ${NO_PASSWORD} and ${users.last_login} is null
  and ${users.approval} <> 'refused'
  and not exists (select from identities i where i.user_id = ${users.id}))`;

export async function forgetOldInvitations(db: Queryable, now: Date): Promise<void> {
  const end = sql`coalesce(${invitations.accepted_at}, ${invitations.withdrawn_at}, ${invitations.expires_at})`;
  const before = new Date(now.getTime() - INVITATIONS_KEPT_DAYS * DAY_MS);
  await db.delete(invitations).where(lt(end, before));
}
