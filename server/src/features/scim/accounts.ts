/** The rights of a directory over the account of a person: find or make it, keep its owner out, let them in again, correct it. */
import { and, eq } from 'drizzle-orm';
import type { ScimAttributes } from '#contract/scim.ts';
import { isAdministrator, isSuperadmin } from '#contract/users.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import type { Transaction } from '../../db/client.ts';
import { identities } from '../../db/tables/identity.ts';
import { invitations } from '../../db/tables/invitations.ts';
import { users } from '../../db/tables/people.ts';
import { scim_users } from '../../db/tables/scim.ts';
import type { Change } from '../audit/record.ts';
import { NO_PASSWORD } from '../auth/credentials/passwords.ts';
import { closedDoor, findDomainRule } from '../domains/rules.ts';
import { isIdentity, type KnownProvider } from '../identity-providers/provider.ts';
import { findOpenInvitation } from '../invitations/records/store.ts';
import { forgetAcceptances } from '../terms/records/acceptances.ts';
import { shutOut } from '../users/status.ts';
import { type Account, findAccountByEmail, insertUser, lockAccount } from '../users/store.ts';
import { freeTokens, recomputeTokenLimits } from '../users/tokens/token-limit.ts';
import { addressesIn, personNameIn, phoneIn, refusedValue } from './attributes.ts';
import { takenDetail } from './records.ts';

type Letters = Pick<AppContext, 'queue'>;

/** The first address that stands in a domain which is entrusted to the provider. */
async function entrustedAddress(
  tx: Transaction,
  provider_id: number,
  attributes: ScimAttributes,
): Promise<string> {
  for (const email of addressesIn(attributes))
    if ((await findDomainRule(tx, email)).provider_id === provider_id) return email;
  throw refusedValue('nenhum endereço é de um domínio confiado a este provedor.');
}

/** The account of somebody whom the directory names for the first time, and what is to be recorded of it. */
export async function takeAccount(
  tx: Transaction,
  { queue }: Letters,
  { provider, attributes }: { provider: KnownProvider; attributes: ScimAttributes },
  now: Date,
): Promise<{ account: Account; changes: Change[] }> {
  const email = await entrustedAddress(tx, provider.id, attributes);
  const after = { provider: provider.name };
  const made = await makeAccount(tx, { provider, attributes, email }, now);
  if (made) {
    const { id: person } = made;
    return { account: made, changes: [{ action: 'user.created', object_type: 'user', person, after }] };
  }
  const known = await findAccountByEmail(tx, email);
  const account = known && (await lockAccount(tx, known.id));
  if (!account || !(await mayTake(tx, provider, account)))
    throw new AppError('scim_taken', { detail: takenDetail('emails') });
  const { id: person, approval, is_verified } = account;
  // Somebody may have registered the address first: their password is void.
  if (!is_verified) {
    await tx
      .update(users)
      .set({ is_verified: true, password_hash: NO_PASSWORD, updated_at: now })
      .where(eq(users.id, person));
    await forgetAcceptances(tx, person);
  }
  const changes: Change[] = [{ action: 'user.provisioned', object_type: 'user', person, after }];
  if (approval !== 'waiting') return { account, changes };
  await tx
    .update(users)
    .set({ approval: 'approved', approval_at: now, updated_at: now })
    .where(eq(users.id, person));
  await queue.send('access.approval', { user_id: person, approval: 'approved' }, tx);
  return {
    account: { ...account, approval: 'approved' },
    changes: [...changes, { action: 'user.approved', object_type: 'user', person, after }],
  };
}

/** Superadmins belong to no directory; administrators where the provider may make them. */
async function mayTake(tx: Transaction, provider: KnownProvider, account: Account): Promise<boolean> {
  if (isSuperadmin(account) || account.emergency) return false;
  if (isAdministrator(account) && !provider.settings.may_grant_admin) return false;
  const [row] = await tx
    .select({ id: scim_users.id })
    .from(scim_users)
    .where(and(eq(scim_users.provider_id, provider.id), eq(scim_users.user_id, account.id)));
  return !row;
}

/** Undefined where the address has an account. The push lets the person in, whatever their domain says. */
async function makeAccount(
  tx: Transaction,
  { provider, attributes, email }: { provider: KnownProvider; attributes: ScimAttributes; email: string },
  now: Date,
): Promise<Account | undefined> {
  const invitation = await findOpenInvitation(tx, email, now);
  const rule = await findDomainRule(tx, email);
  const account = await insertUser(
    tx,
    {
      email,
      name: personNameIn(attributes) ?? email.split('@')[0] ?? 'Pessoa',
      phone: phoneIn(attributes),
      password_hash: NO_PASSWORD,
      is_verified: true,
      user_group_id: invitation?.user_group_id ?? rule.user_group_id ?? provider.settings.user_group_id,
      token_limit: await freeTokens(tx),
    },
    now,
  );
  if (!account) return undefined;
  await recomputeTokenLimits(tx, [account.id]);
  if (invitation)
    await tx
      .update(invitations)
      .set({ accepted_user_id: account.id, accepted_at: now, token_hash: null, letter_due_at: null })
      .where(eq(invitations.id, invitation.id));
  return account;
}

/** Throws where the directory has no word in the account: superadmins, and people of other providers' domains. */
export async function requireReach(tx: Transaction, provider_id: number, account: Account): Promise<void> {
  if (isSuperadmin(account) || account.emergency) throw new AppError('superadmin_protected');
  const rule = await findDomainRule(tx, account.email);
  if (rule.provider_id !== null && rule.provider_id !== provider_id) throw closedDoor(rule);
}

/**
 * Keeps the locked person out, or lets them in again where the same directory had kept them out: whom somebody here
 * deactivated stays out.
 */
export async function setActive(
  tx: Transaction,
  provider: KnownProvider,
  { id, active }: Pick<Account, 'id' | 'active'>,
  { wanted, now }: { wanted: boolean; now: Date },
): Promise<Change[]> {
  if (wanted) await noteWord(tx, provider.id, id, now);
  if (wanted === active) return [];
  const deactivated_by_provider = wanted ? null : provider.id;
  const { rowCount } = await tx
    .update(users)
    .set({ active: wanted, deactivated_by_provider, updated_at: now })
    .where(and(eq(users.id, id), ...(wanted ? [eq(users.deactivated_by_provider, provider.id)] : [])));
  if (rowCount !== 1) return [];
  if (!wanted) await shutOut(tx, id, now);
  return [
    {
      action: wanted ? 'user.activated' : 'user.deactivated',
      object_type: 'user',
      person: id,
      before: { active },
      after: { active: wanted, provider: provider.name },
    },
  ];
}

/** The provider has spoken for the person: keys that rest work again. */
async function noteWord(tx: Transaction, provider_id: number, user_id: number, now: Date): Promise<void> {
  await tx.update(identities).set({ last_vouched_at: now }).where(isIdentity(user_id, provider_id));
}

type Versions = { before: ScimAttributes; after: ScimAttributes };

/** Takes over the attributes that the directory changed since its last call; corrections made here stay otherwise. */
export async function correctAccount(
  tx: Transaction,
  { queue }: Letters,
  { provider, account, before, after }: Versions & { provider: KnownProvider; account: Account },
  now: Date,
): Promise<Change[]> {
  const name = personNameIn(after);
  const phone = phoneIn(after);
  const email = await movedAddress(tx, { provider, account, before, after });
  const set = {
    ...(name !== null && name !== personNameIn(before) && name !== account.name ? { name } : {}),
    ...(phone !== phoneIn(before) ? { phone } : {}),
    ...(email === null ? {} : { email }),
  };
  const changed = Object.keys(set);
  if (changed.length === 0) return [];
  await tx
    .update(users)
    .set({ ...set, updated_at: now })
    .where(eq(users.id, account.id));
  if (email !== null) {
    const letter = { user_id: account.id, kind: 'email_changed', at: now.toISOString() } as const;
    await queue.send('access.letter', { ...letter, email: account.email }, tx);
  }
  const entry = { provider: provider.name, changed };
  return [{ action: 'user.corrected_by_provider', object_type: 'user', person: account.id, after: entry }];
}

/** Null where it stays. It moves within the domains that are entrusted to the provider, and to nobody else's address. */
async function movedAddress(
  tx: Transaction,
  { provider, account, before, after }: Versions & { provider: KnownProvider; account: Account },
): Promise<string | null> {
  if (addressesIn(before).join() === addressesIn(after).join()) return null;
  const email = await entrustedAddress(tx, provider.id, after);
  if (email === account.email) return null;
  const present = await findDomainRule(tx, account.email);
  if (present.provider_id !== provider.id) return null;
  if (await findAccountByEmail(tx, email))
    throw new AppError('scim_taken', { detail: takenDetail('emails') });
  return email;
}
