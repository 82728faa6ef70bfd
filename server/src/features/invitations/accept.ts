/** The link of an invitation: what it says, and the account that it makes. */
import { randomBytes, randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { IdentityProviderKind } from '#contract/identity-providers.ts';
import type { TokenPair } from '#contract/sign-in.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import type { Queryable, Transaction } from '../../db/client.ts';
import { invitations } from '../../db/tables/invitations.ts';
import { user_groups, users } from '../../db/tables/people.ts';
import type { Meta } from '../../http/routes.ts';
import { claimIdempotencyKey, findFirstRun, storeFirstRun } from '../../request-guards/idempotency.ts';
import { incrementRateLimit, requireBelowRateLimits } from '../../request-guards/rate-limit.ts';
import { recordChange } from '../audit/record.ts';
import { requireGoodPassword } from '../auth/credentials/password-rules.ts';
import { hashPassword } from '../auth/credentials/passwords.ts';
import { keyedHash } from '../auth/credentials/signing-keys.ts';
import { hashOfToken, tokenPair } from '../auth/credentials/tokens.ts';
import { enterFirst } from '../auth/entry/enter.ts';
import { requesterOf, wrongInvitations } from '../auth/records/limits.ts';
import { findDomainRule, requireOpenDomain } from '../domains/rules.ts';
import { keepAcceptances } from '../terms/records/acceptances.ts';
import { movePeople } from '../users/move-people.ts';
import { type Account, accountColumns, insertUser } from '../users/store.ts';
import { freeTokens } from '../users/tokens/token-limit.ts';
import { type InvitationRow, isOpen, isUnclaimed } from './records/store.ts';

type Looked = {
  email: string;
  inviter: string | null;
  group: string | null;
  provider: { slug: string; name: string; kind: IdentityProviderKind } | null;
  closed: boolean;
};

type AcceptContext = Pick<AppContext, 'db' | 'clock' | 'secret'>;

export async function lookAtInvitation(
  context: Pick<AppContext, 'db' | 'clock'>,
  token: string,
  ip: string,
): Promise<Looked> {
  const { db } = context;
  const invitation = await requireOpen(context, token, ip);
  // A closed domain is no refusal here: its people learn by whom they enter.
  const { provider, door, entry } = await findDomainRule(db, invitation.email);
  if (entry === 'refused') throw new AppError('domain_refused');
  await requireClaimable(db, invitation.email);
  const [names] = await db
    .select({ inviter: users.name, group: user_groups.name })
    .from(invitations)
    .leftJoin(users, eq(users.id, invitations.invited_by_user_id))
    .leftJoin(user_groups, eq(user_groups.id, invitations.user_group_id))
    .where(eq(invitations.id, invitation.id));
  // A directory has no page of its own: its people type into the form of sign-in.
  const hasPage = provider?.active === true && provider.kind !== 'ldap';
  return {
    email: invitation.email,
    inviter: names?.inviter ?? null,
    group: names?.group ?? null,
    provider: hasPage ? { slug: provider.slug, name: provider.name, kind: provider.kind } : null,
    closed: door === 'provider',
  };
}

export type Accepted = {
  token: string;
  name: string;
  password: string;
  phone: string | null;
  terms_ids?: number[] | undefined;
};

/** The seed of the sign-in is kept for a repeat, the refresh token itself is not. */
type FirstEntry = { user_id: number; sign_in_id: string; seed: string };

/** The same call again, under its Idempotency-Key, gets the first one's sign-in. */
export async function acceptInvitation(
  context: AcceptContext,
  { token, name, password, phone, terms_ids = [] }: Accepted,
  { ip, user_agent, idempotency_key }: Pick<Meta, 'ip' | 'user_agent' | 'idempotency_key'>,
): Promise<TokenPair> {
  const { db, clock, secret } = context;
  const now = clock.now();
  const call = idempotency_key && {
    user_id: 0,
    key: idempotency_key,
    request: JSON.stringify(['accept-invitation', hashOfToken(token), name, phone, terms_ids]),
  };
  const earlier = call ? await findFirstRun(db, call, now) : null;
  if (earlier?.answer) return pairOf(secret, earlier.answer as FirstEntry, now);
  const { email } = await requireOpen(context, token, ip);
  await requireOpenDomain(db, email);
  await requireClaimable(db, email);
  requireGoodPassword(password, 'password', { email, name });
  const password_hash = await hashPassword(password, requesterOf(email, ip, false));
  const entry = await db.transaction(async (tx) => {
    const first = call ? await claimIdempotencyKey(tx, call, now) : null;
    if (first) return first.answer as FirstEntry;
    const invitation = await lockOpen(tx, token, now);
    if (!invitation) throw new AppError('invitation_invalid');
    const account = await makeAccount(tx, invitation, { name, phone, password_hash }, now);
    await keepAcceptances(tx, { user_id: account.id, ids: terms_ids, ip }, now);
    const made = {
      user_id: account.id,
      sign_in_id: randomUUID(),
      seed: randomBytes(32).toString('base64url'),
    };
    const sign_in = { id: made.sign_in_id, refresh_token: refreshTokenOf(secret, made) };
    await enterFirst(tx, { clock, secret }, { account, from: { ip, user_agent }, sign_in });
    await tx
      .update(invitations)
      .set({ accepted_user_id: account.id, accepted_at: now, token_hash: null, letter_due_at: null })
      .where(eq(invitations.id, invitation.id));
    if (call) await storeFirstRun(tx, call, { status: 201, answer: made });
    const change = { action: 'invitation.accepted', object_type: 'invitation' } as const;
    const actor = { user_id: account.id, ip, user_agent };
    await recordChange(tx, actor, { ...change, object_id: invitation.id, person: account.id }, now);
    return made;
  });
  return pairOf(secret, entry, now);
}

const refreshTokenOf = (secret: string, { user_id, seed }: FirstEntry): string =>
  `${user_id}.${keyedHash('invitation entry', secret, seed).toString('base64url')}`;

const pairOf = (secret: string, entry: FirstEntry, now: Date): Promise<TokenPair> =>
  tokenPair(secret, entry, refreshTokenOf(secret, entry), now);

/** Wrong tokens are counted by place; right ones count nothing. */
async function requireOpen(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  token: string,
  ip: string,
): Promise<InvitationRow> {
  const now = clock.now();
  await requireBelowRateLimits(db, wrongInvitations(ip), now);
  const [invitation] = await selectOpen(db, token, now);
  if (invitation) return invitation;
  for (const limit of wrongInvitations(ip)) await incrementRateLimit(db, limit, now);
  throw new AppError('invitation_invalid');
}

const selectOpen = (db: Queryable, token: string, now: Date) =>
  db
    .select()
    .from(invitations)
    .where(and(eq(invitations.token_hash, hashOfToken(token)), isOpen(now)));

async function lockOpen(tx: Transaction, token: string, now: Date): Promise<InvitationRow | undefined> {
  const [invitation] = await selectOpen(tx, token, now).for('update');
  return invitation;
}

async function requireClaimable(db: Queryable, email: string): Promise<void> {
  const [account] = await db
    .select({ claimable: isUnclaimed, active: users.active })
    .from(users)
    .where(eq(users.email, email));
  if (account && !account.claimable) throw new AppError('email_taken');
  if (account && !account.active) throw new AppError('account_inactive');
}

type FirstProfile = { name: string; phone: string | null; password_hash: string };

/** A new account, or the one that an import has made for this address. */
async function makeAccount(
  tx: Transaction,
  { email, user_group_id }: InvitationRow,
  { name, phone, password_hash }: FirstProfile,
  now: Date,
): Promise<Account> {
  const claimed = {
    ...{ name, password_hash, is_verified: true, updated_at: now, ...(phone ? { phone } : {}) },
    // An invitation is the approval for which a registration would have waited.
    approval: 'approved' as const,
  };
  const [imported] = await tx
    .update(users)
    .set(claimed)
    .where(and(eq(users.email, email), isUnclaimed, eq(users.active, true)))
    .returning(accountColumns);
  if (imported) return imported;
  const wanted = { email, name, phone, password_hash, is_verified: true, token_limit: await freeTokens(tx) };
  const account = await insertUser(tx, wanted, now);
  if (!account) throw new AppError('email_taken');
  if (user_group_id !== null) await movePeople(tx, [account.id], user_group_id, now);
  return account;
}
