/** The account that somebody enters who comes by a provider: theirs, one that is made now, or one that they have to prove. */
import { and, eq, inArray } from 'drizzle-orm';
import { EMAIL_PATTERN, PersonName } from '#contract/account-fields.ts';
import { DOMAIN_ENTRIES, type DomainEntry } from '#contract/domains.ts';
import { isAdministrator, isSuperadmin } from '#contract/users.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import type { Transaction } from '../../db/client.ts';
import { identities } from '../../db/tables/identity.ts';
import { invitations } from '../../db/tables/invitations.ts';
import { users } from '../../db/tables/people.ts';
import { scim_users } from '../../db/tables/scim.ts';
import { recordChange } from '../audit/record.ts';
import { NO_PASSWORD } from '../auth/credentials/passwords.ts';
import { closedDoor, type DomainRule, findDomainRule } from '../domains/rules.ts';
import { mappedGroup } from '../identity-providers/groups.ts';
import { isIdentity, type KnownProvider, mappingsFor } from '../identity-providers/provider.ts';
import { findOpenInvitation, isUnclaimed } from '../invitations/records/store.ts';
import { type Account, findAccountByEmail, insertUser, lockAccount, notApproved } from '../users/store.ts';
import { freeTokens, recomputeTokenLimits } from '../users/tokens/token-limit.ts';
import type { Arrival } from './arrival.ts';

export type Found =
  /** `is_moved`: the account has another address since this entry. */
  | { kind: 'known' | 'made'; account: Account; is_moved?: boolean }
  | ({ kind: 'linked'; is_moved?: boolean } & Linked)
  /** There is an account with the address, which its owner has to prove once. */
  | { kind: 'proof'; account: Account }
  | { kind: 'waiting' };

/** `is_first`: the account was made for somebody who has never entered it by any way. */
type Linked = { account: Account; is_first: boolean };
/** `user_agent` of the browser that came; a trial has none, because nothing of it stays. */
type Came = { provider: KnownProvider; arrival: Arrival; user_agent?: string | null };
type Letters = Pick<AppContext, 'queue'>;

/** Null where somebody else made the account at the same moment: to be asked again. */
export async function findEnteringAccount(
  tx: Transaction,
  context: Letters,
  came: Came,
  now: Date,
): Promise<Found | null> {
  const known = await accountOfSubject(tx, came);
  if (known) {
    const account = await withPresentAddress(tx, context, { ...came, account: known }, now);
    return { kind: 'known', account, is_moved: account.email !== known.email };
  }
  const sent = await accountOfDirectory(tx, came);
  if (sent) return { kind: 'linked', ...sent };
  const { provider, arrival } = came;
  if (!arrival.email || !EMAIL_PATTERN.test(arrival.email)) throw new AppError('provider_no_email');
  const rule = await findDomainRule(tx, arrival.email);
  if (rule.provider_id !== null && rule.provider_id !== provider.id) throw closedDoor(rule);
  const isEntrusted = rule.provider_id === provider.id;
  // A provider that does not say is believed in its own domain only.
  if (!(arrival.email_verified ?? isEntrusted))
    throw new AppError(
      arrival.email_verified === false ? 'provider_no_email' : 'provider_domain_not_entrusted',
    );
  const owner = await findAccountByEmail(tx, arrival.email);
  const account = owner && (await lockAccount(tx, owner.id));
  if (!account) return makeAccount(tx, { ...came, email: arrival.email, rule }, now);
  const linked = await linkOf(tx, provider, account, isEntrusted);
  if (!linked) {
    // Somebody who comes twice at once was unknown to both, until the first had made the account.
    const same = await accountOfSubject(tx, came);
    return same ? { kind: 'known', account: same } : { kind: 'proof', account };
  }
  requireOpenAccount(account);
  return { kind: 'linked', ...linked };
}

/** By the provider's own name for the person, whatever their address is now. */
async function accountOfSubject(tx: Transaction, { provider, arrival }: Came): Promise<Account | undefined> {
  const [identity] = await tx
    .select({ user_id: identities.user_id })
    .from(identities)
    .where(
      and(eq(identities.provider_id, provider.id), eq(identities.subject_hash, arrival.vouched.subject_hash)),
    );
  const account = identity && (await lockAccount(tx, identity.user_id));
  if (!account) return undefined;
  const rule = await findDomainRule(tx, account.email);
  const isClosed = rule.door === 'provider' && rule.provider_id !== provider.id;
  if (isClosed && !account.emergency) throw closedDoor(rule);
  requireOpenAccount(account);
  return account;
}

/** Finds the account that the provider's own directory has sent, by the id that both use. */
async function accountOfDirectory(tx: Transaction, { provider, arrival }: Came): Promise<Linked | null> {
  const [row] = await tx
    .select({ user_id: scim_users.user_id })
    .from(scim_users)
    .where(
      and(eq(scim_users.provider_id, provider.id), inArray(scim_users.external_id, arrival.external_ids)),
    )
    .limit(1);
  const account = row && (await lockAccount(tx, row.user_id));
  if (!account) return null;
  const rule = await findDomainRule(tx, account.email);
  const isForeign = rule.provider_id !== null && rule.provider_id !== provider.id;
  const linked = isForeign ? null : await linkOf(tx, provider, account, true);
  if (linked) requireOpenAccount(account);
  return linked;
}

function requireOpenAccount(account: Account): void {
  if (!account.active) throw new AppError('account_inactive');
  if (account.approval !== 'approved') throw notApproved(account);
}

/**
 * The address follows the provider within the domains that are entrusted to it; those of superadmins follow nothing. The
 * former one gets an e-mail, because its owner may not have wanted the change.
 */
async function withPresentAddress(
  tx: Transaction,
  { queue }: Letters,
  { provider, arrival, account, user_agent }: Came & { account: Account },
  now: Date,
): Promise<Account> {
  const { email } = arrival;
  if (!email || email === account.email || !EMAIL_PATTERN.test(email)) return account;
  if (isSuperadmin(account) || account.emergency || arrival.email_verified === false) return account;
  const [present, next] = [await findDomainRule(tx, account.email), await findDomainRule(tx, email)];
  const isEntrusted = [present, next].every((rule) => rule.provider_id === provider.id);
  if (!isEntrusted || (await findAccountByEmail(tx, email))) return account;
  await tx.update(users).set({ email, updated_at: now }).where(eq(users.id, account.id));
  const letter = { user_id: account.id, kind: 'email_changed', at: now.toISOString() } as const;
  const by = user_agent === undefined ? {} : { user_agent };
  await queue.send('access.letter', { ...letter, email: account.email, ...by }, tx);
  return { ...account, email };
}

/**
 * By the address alone: in a domain that is entrusted to the provider, and never into the account of a superadmin. An
 * account that was made for somebody who never entered is theirs as if it were made now. Null where it has to be proved.
 */
async function linkOf(
  tx: Transaction,
  provider: KnownProvider,
  account: Account,
  isEntrusted: boolean,
): Promise<Linked | null> {
  if (isSuperadmin(account)) return null;
  if (isAdministrator(account) && !provider.settings.may_grant_admin) return null;
  const [state] = await tx
    .select({ isUnclaimed, subject: identities.subject_hash })
    .from(users)
    .leftJoin(identities, isIdentity(users.id, provider.id))
    .where(eq(users.id, account.id));
  // Another account of the provider enters already: addresses are given to new people, too.
  if (state?.subject) return null;
  const is_first = state?.isUnclaimed === true && !isAdministrator(account);
  return isEntrusted || is_first ? { account, is_first } : null;
}

/** The stricter of two rules. */
const stricter = (one: DomainEntry, other: DomainEntry): DomainEntry =>
  DOMAIN_ENTRIES[Math.max(DOMAIN_ENTRIES.indexOf(one), DOMAIN_ENTRIES.indexOf(other))] ?? 'refused';

/** An open invitation admits, unless the domain is refused. */
async function makeAccount(
  tx: Transaction,
  { provider, arrival, email, rule }: Came & { email: string; rule: DomainRule },
  now: Date,
): Promise<Found | null> {
  if (rule.entry === 'refused') throw new AppError('domain_refused');
  const invitation = await findOpenInvitation(tx, email, now);
  const entry = invitation ? 'enters' : stricter(provider.settings.provision, rule.entry);
  if (entry === 'refused') throw new AppError('not_invited');
  const mappings = await mappingsFor(tx, provider);
  const user_group_id =
    mappedGroup(mappings, arrival.vouched.groups ?? []) ??
    invitation?.user_group_id ??
    rule.user_group_id ??
    provider.settings.user_group_id;
  const account = await insertUser(
    tx,
    {
      ...{ email, user_group_id },
      name: arrival.name ?? nameFrom(email),
      password_hash: NO_PASSWORD,
      is_verified: true,
      approval: entry === 'approval' ? 'waiting' : 'approved',
      token_limit: await freeTokens(tx),
    },
    now,
  );
  if (!account) return null;
  await recomputeTokenLimits(tx, [account.id]);
  if (invitation)
    await tx
      .update(invitations)
      .set({ accepted_user_id: account.id, accepted_at: now, token_hash: null, letter_due_at: null })
      .where(eq(invitations.id, invitation.id));
  if (entry !== 'approval') return { kind: 'made', account };
  // The link is kept, so that the person is known once they are let in.
  const { subject_hash, label, level } = arrival.vouched;
  await tx.insert(identities).values({
    ...{ user_id: account.id, provider_id: provider.id, subject_hash, label, level },
    created_at: now,
    last_vouched_at: now,
  });
  await recordMade(tx, provider, account, now);
  return { kind: 'waiting' };
}

export const recordMade = (tx: Transaction, provider: KnownProvider, account: Account, now: Date) =>
  recordChange(
    tx,
    null,
    {
      action: 'user.created',
      object_type: 'user',
      person: account.id,
      after: { provider: provider.name, approval: account.approval },
    },
    now,
  );

export const recordMoved = (tx: Transaction, provider: KnownProvider, account: Account, now: Date) =>
  recordChange(
    tx,
    null,
    {
      action: 'user.corrected_by_provider',
      object_type: 'user',
      person: account.id,
      after: { provider: provider.name, changed: ['email'] },
    },
    now,
  );

function nameFrom(email: string): string {
  const name = PersonName.safeParse(email.split('@')[0] ?? '');
  return name.success ? name.data : 'Pessoa';
}
