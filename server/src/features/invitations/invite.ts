/** Inviting people, and the list of invitations. */
import { randomBytes } from 'node:crypto';
import { and, count, desc, eq, inArray, lte, not, type SQL, sql } from 'drizzle-orm';
import {
  addressIn,
  type Invitation,
  type InvitationOutcome,
  type InvitationState,
} from '#contract/invitations.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import type { Queryable, Transaction } from '../../db/client.ts';
import { invitations } from '../../db/tables/invitations.ts';
import { user_groups, users } from '../../db/tables/people.ts';
import { claimIdempotencyKey, storeFirstRun } from '../../request-guards/idempotency.ts';
import { cleanText } from '../../text/clean-text.ts';
import { type Actor, recordChange } from '../audit/record.ts';
import { hashOfToken } from '../auth/credentials/tokens.ts';
import { refusedAddresses } from '../domains/refused.ts';
import { holdGroup } from '../groups/store.ts';
import { expiryFrom, isUnclaimed, isUndecided, requestLetter } from './records/store.ts';

type InviteContext = Pick<AppContext, 'db' | 'clock' | 'queue'>;
type Sent = { results: { email: string; outcome: InvitationOutcome; id: number | null }[] };

/** A repeat with the same key gets the first run's results. */
export function invite(
  { db, clock, queue }: InviteContext,
  by: Actor,
  { emails, user_group_id }: { emails: string[]; user_group_id: number },
  idempotency_key: string | null,
): Promise<Sent> {
  const now = clock.now();
  const call = idempotency_key && {
    user_id: by.user_id,
    key: idempotency_key,
    request: JSON.stringify(['invite', emails, user_group_id]),
  };
  return db.transaction(async (tx) => {
    const first = call && (await claimIdempotencyKey(tx, call, now));
    if (first) return first.answer as Sent;
    const group = await holdGroup(tx, user_group_id);
    const addresses = new Map(emails.map((entry) => [addressIn(entry) ?? entry.trim(), addressIn(entry)]));
    const wanted = [...addresses.values()].filter((address) => address !== null);
    const outcomes = await inviteAll(tx, by, { emails: wanted, user_group_id }, now);
    const results: Sent['results'] = [...addresses].map(([email, address]) => ({
      email,
      ...(address === null
        ? { outcome: 'invalid', id: null }
        : (outcomes.get(address) ?? { outcome: 'already_invited', id: null })),
    }));
    const answer = { results };
    if (call) await storeFirstRun(tx, call, { status: 201, answer });
    const sent = results.filter(({ outcome }) => outcome === 'sent').length;
    if (!sent) return answer;
    await queue.send('invitations.send', {}, tx);
    const change = { action: 'invitation.sent', object_type: 'invitation' } as const;
    await recordChange(tx, by, { ...change, after: { sent, user_group: group.name } }, now);
    return answer;
  });
}

type Outcome = { outcome: 'sent' | 'has_account' | 'domain_refused'; id: number | null };

/** Addresses that are in no invitation that is open, nor in an account that somebody uses, get one. */
export async function inviteAll(
  tx: Transaction,
  by: Pick<Actor, 'user_id'>,
  { emails, user_group_id }: { emails: string[]; user_group_id: number | null },
  now: Date,
): Promise<Map<string, Outcome>> {
  if (!emails.length) return new Map();
  const used = await tx
    .select({ email: users.email })
    .from(users)
    .where(and(inArray(users.email, emails), not(isUnclaimed)));
  const taken = new Set(used.map(({ email }) => email));
  const refused = await refusedAddresses(tx, emails);
  const free = emails.filter((email) => !taken.has(email) && !refused.has(email));
  // An expired invitation makes room for the new one.
  await tx
    .update(invitations)
    .set({ withdrawn_at: now, token_hash: null, letter_due_at: null })
    .where(and(inArray(invitations.email, free), isUndecided, lte(invitations.expires_at, now)));
  const fresh = { user_group_id, invited_by_user_id: by.user_id, created_at: now, letter_due_at: now };
  const made = free.length
    ? await tx
        .insert(invitations)
        .values(free.map((email) => ({ email, ...fresh, expires_at: expiryFrom(now) })))
        .onConflictDoNothing()
        .returning({ email: invitations.email, id: invitations.id })
    : [];
  return new Map([
    ...[...refused].map((email): [string, Outcome] => [email, { outcome: 'domain_refused', id: null }]),
    ...[...taken].map((email): [string, Outcome] => [email, { outcome: 'has_account', id: null }]),
    ...made.map(({ email, id }): [string, Outcome] => [email, { outcome: 'sent', id }]),
  ]);
}

export async function listInvitations(
  db: Queryable,
  { skip, limit, search }: { skip: number; limit: number; search?: string | undefined },
  now: Date,
): Promise<{ rows: Invitation[]; total: number }> {
  const wanted = search ? sql`strpos(${invitations.email}, lower(${cleanText(search)})) > 0` : undefined;
  const [counted] = await db.select({ total: count() }).from(invitations).where(wanted);
  const rows = await selectInvitations(db, wanted)
    .orderBy(desc(invitations.created_at), desc(invitations.id))
    .limit(limit)
    .offset(skip);
  return { rows: rows.map((row) => toDto(row, now)), total: counted?.total ?? 0 };
}

const selectInvitations = (db: Queryable, wanted: SQL | undefined) =>
  db
    .select({ invitation: invitations, group_name: user_groups.name, inviter: users.name })
    .from(invitations)
    .leftJoin(user_groups, eq(user_groups.id, invitations.user_group_id))
    .leftJoin(users, eq(users.id, invitations.invited_by_user_id))
    .where(wanted);

type Found = Awaited<ReturnType<typeof selectInvitations>>[number];

function toDto({ invitation, group_name, inviter }: Found, now: Date): Invitation {
  const { id, email, user_group_id, created_at, sent_at, expires_at } = invitation;
  const iso = (time: Date) => time.toISOString();
  return {
    id,
    email,
    user_group: user_group_id === null ? null : { id: user_group_id, name: group_name ?? '' },
    invited_by: inviter,
    created_at: iso(created_at),
    sent_at: sent_at && iso(sent_at),
    expires_at: iso(expires_at),
    state: stateOf(invitation, now),
  };
}

function stateOf(
  { accepted_at, withdrawn_at, expires_at }: typeof invitations.$inferSelect,
  now: Date,
): InvitationState {
  if (accepted_at) return 'accepted';
  if (withdrawn_at && withdrawn_at < expires_at) return 'withdrawn';
  return expires_at <= now ? 'expired' : 'open';
}

export async function resendInvitation(
  { db, clock, queue }: InviteContext,
  by: Actor,
  id: number,
): Promise<Invitation> {
  const now = clock.now();
  await db.transaction(async (tx) => {
    await holdUndecided(tx, id);
    if (!(await requestLetter(tx, id, now)))
      throw new AppError('invitation_sent_just_now', { retry_after: 60 });
    await queue.send('invitations.send', {}, tx);
    await recordChange(
      tx,
      by,
      { action: 'invitation.resent', object_type: 'invitation', object_id: id },
      now,
    );
  });
  const [found] = await selectInvitations(db, eq(invitations.id, id));
  if (!found) throw new AppError('invitation_not_found');
  return toDto(found, now);
}

/** Makes a new link for an invitation whose letter reaches nobody. The reply is the only place that has it. */
export function handOverLink(
  { db, clock, env }: Pick<AppContext, 'db' | 'clock' | 'env'>,
  by: Actor,
  id: number,
): Promise<{ token: string; expires_at: string }> {
  if (env.SMTP_URL) throw new AppError('invitation_is_mailed');
  const now = clock.now();
  const token = randomBytes(32).toString('base64url');
  const expires_at = expiryFrom(now);
  return db.transaction(async (tx) => {
    await holdUndecided(tx, id);
    // A letter that still waits would make another token.
    await tx
      .update(invitations)
      .set({ token_hash: hashOfToken(token), letter_due_at: null, sent_at: now, expires_at })
      .where(eq(invitations.id, id));
    const change = { action: 'invitation.link_made', object_type: 'invitation', object_id: id } as const;
    await recordChange(tx, by, change, now);
    return { token, expires_at: expires_at.toISOString() };
  });
}

export function withdrawInvitation(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  by: Actor,
  id: number,
): Promise<null> {
  const now = clock.now();
  return db.transaction(async (tx) => {
    await holdUndecided(tx, id);
    await tx
      .update(invitations)
      .set({ withdrawn_at: now, token_hash: null, letter_due_at: null })
      .where(eq(invitations.id, id));
    const change = { action: 'invitation.withdrawn', object_type: 'invitation', object_id: id } as const;
    await recordChange(tx, by, change, now);
    return null;
  });
}

async function holdUndecided(tx: Transaction, id: number): Promise<void> {
  const [row] = await tx.select().from(invitations).where(eq(invitations.id, id)).for('update');
  if (!row) throw new AppError('invitation_not_found');
  if (row.accepted_at || row.withdrawn_at) throw new AppError('invitation_closed');
}
