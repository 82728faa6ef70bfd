/** Accounts at providers that a person links to their own, and takes away again while there is another way in. */
import { and, asc, eq, isNull, ne, notExists, sql } from 'drizzle-orm';
import type { ProviderAnswer } from '#contract/provider-answer.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import type { Queryable, Transaction } from '../../db/client.ts';
import { passkeys, sign_ins } from '../../db/tables/accounts.ts';
import { identities, identity_providers, provider_sessions } from '../../db/tables/identity.ts';
import type { Caller, Meta } from '../../http/routes.ts';
import { requireBelowRateLimits } from '../../request-guards/rate-limit.ts';
import { arePasskeysUsed } from '../access-policy/relying-party.ts';
import { byCaller, recordChange } from '../audit/record.ts';
import { NO_PASSWORD } from '../auth/credentials/passwords.ts';
import { countFailedSignIn, failedSignIns } from '../auth/records/limits.ts';
import type { EndedBecause } from '../auth/records/sign-in-store.ts';
import { closedDoor, findDomainRule } from '../domains/rules.ts';
import { giveRole } from '../identity-providers/groups.ts';
import {
  findActiveProvider,
  isIdentity,
  isLdap,
  type KnownProvider,
  parseProvider,
} from '../identity-providers/provider.ts';
import { keepIdentity } from '../identity-providers/vouched.ts';
import { wakePerson } from '../users/rights-changed.ts';
import { type Account, findAccount, lockAccount } from '../users/store.ts';
import { type Arrival, noteFailure, readClaims, requireOidcProvider, type SignOnContext } from './arrival.ts';
import { arrivalByPassword } from './directory.ts';

type WaysContext = Pick<AppContext, 'db' | 'env'>;

export async function listLinked(context: WaysContext, user_id: number) {
  const { db } = context;
  const account = await findAccount(db, user_id);
  if (!account) throw new AppError('not_authenticated');
  const { slug, name, kind, id, active, position } = identity_providers;
  const rows = await db
    .select({
      ...{ slug, name, kind, id },
      address: identities.label,
      linked_at: identities.created_at,
      last_used_at: identities.last_vouched_at,
    })
    .from(identities)
    .innerJoin(identity_providers, eq(id, identities.provider_id))
    .where(eq(identities.user_id, user_id))
    .orderBy(asc(identities.created_at));
  const linked = [];
  for (const { id: provider_id, ...row } of rows)
    linked.push({ ...row, removable: await hasOtherWayIn(context, db, account, provider_id) });
  const rule = await findDomainRule(db, account.email);
  const offered = await db
    .select({ slug, name, kind })
    .from(identity_providers)
    .where(
      and(
        eq(active, true),
        notExists(
          db
            .select({ one: sql`1` })
            .from(identities)
            .where(and(eq(identities.user_id, user_id), eq(identities.provider_id, id))),
        ),
        ...(rule.provider_id === null || account.emergency ? [] : [eq(id, rule.provider_id)]),
      ),
    )
    .orderBy(asc(position), asc(id));
  const isClosed = rule.door === 'provider' && !account.emergency;
  return { linked, offered, only_by: isClosed ? (rule.provider?.name ?? null) : null };
}

type Answered = { slug: string } & ProviderAnswer;

/** From the sign-in that began it: the answer of somebody else's tab links nothing here. */
export async function linkAccount(
  context: SignOnContext,
  caller: Caller,
  { slug, ...answer }: Answered,
  meta: Meta,
) {
  const provider = await requireOidcProvider(context, slug);
  const { arrival, begun } = await readClaims(context, { slug, purpose: 'link', provider }, answer);
  const { user_id, sign_in_id } = caller;
  if (begun.user_id !== user_id || begun.sign_in_id !== sign_in_id) throw new AppError('sso_expired');
  return keepLinked(context, { caller, meta }, provider, arrival());
}

type Proved = { username: string; password: string };

/**
 * A directory has no pages of its own: name and password are typed into our form, and count as guesses there, and as wrong
 * passwords of the caller here: else one account could try a password on everybody of the network.
 */
export async function linkByPassword(
  context: SignOnContext,
  caller: Caller,
  { slug, ...proved }: { slug: string } & Proved,
  meta: Meta,
) {
  const provider = await findActiveProvider(context.db, slug);
  if (!provider || !isLdap(provider)) throw new AppError('identity_provider_not_found');
  const { db, clock } = context;
  const account = await findAccount(db, caller.user_id);
  if (!account) throw new AppError('not_authenticated');
  await requireBelowRateLimits(db, failedSignIns(account.email, meta.ip), clock.now());
  const found = await arrivalByPassword(context, provider, proved).catch(async (error: unknown) => {
    throw await noteFailure(context, provider, error);
  });
  if (!found) {
    await countFailedSignIn(db, account.email, meta.ip, clock.now());
    throw new AppError('wrong_network_password');
  }
  return keepLinked(context, { caller, meta }, provider, found.arrival);
}

/** To nobody else, and not where the domain of the person is entrusted to another provider. */
async function keepLinked(
  context: SignOnContext,
  { caller, meta }: { caller: Caller; meta: Meta },
  provider: KnownProvider,
  { vouched }: Pick<Arrival, 'vouched'>,
) {
  const { db, clock } = context;
  const { user_id } = caller;
  const now = clock.now();
  await db.transaction(async (tx) => {
    const account = await lockAccount(tx, user_id);
    if (!account?.active) throw new AppError('account_ended');
    const rule = await findDomainRule(tx, account.email);
    const isForeign = rule.provider_id !== null && rule.provider_id !== provider.id;
    if (isForeign && !account.emergency) throw closedDoor(rule);
    const [taken] = await tx
      .select({ user_id: identities.user_id })
      .from(identities)
      .where(
        and(
          eq(identities.provider_id, provider.id),
          eq(identities.subject_hash, vouched.subject_hash),
          ne(identities.user_id, user_id),
        ),
      );
    if (taken) throw new AppError('identity_taken');
    const changes = await keepIdentity(
      tx,
      context,
      { user_id, provider, vouched, user_agent: meta.user_agent },
      now,
    );
    for (const change of changes) await recordChange(tx, byCaller(caller, meta), change, now);
  });
  return listLinked(context, user_id);
}

/** Sign-ins that it opened in other browsers end with it. */
export async function unlinkAccount(
  context: SignOnContext,
  caller: Caller,
  slug: string,
  meta: Meta,
): Promise<void> {
  const { db, clock, queue } = context;
  const { user_id } = caller;
  const now = clock.now();
  await db.transaction(async (tx) => {
    const account = await lockAccount(tx, user_id);
    if (!account) throw new AppError('not_authenticated');
    const own = await tx
      .select({
        provider: identity_providers,
        slug: identity_providers.slug,
        role_before: identities.role_before,
      })
      .from(identities)
      .innerJoin(identity_providers, eq(identity_providers.id, identities.provider_id))
      .where(eq(identities.user_id, user_id));
    // Compared here: the database refuses a text with U+0000 as a fault of the program.
    const linked = own.find((account) => account.slug === slug);
    if (!linked) throw new AppError('identity_provider_not_found');
    const provider = parseProvider(linked.provider);
    const { id: provider_id, name } = provider;
    if (!(await hasOtherWayIn(context, tx, account, provider_id))) throw new AppError('last_way_in');
    // A role that the provider gave goes with its account: nothing would take it back any more.
    const { role_before } = linked;
    const nothing = { provider, mappings: [], groups: [], user_id };
    const roles = await giveRole(tx, nothing, { role: account.role, role_before }, now);
    await tx.delete(identities).where(isIdentity(user_id, provider_id));
    await endOthersOf(tx, caller, provider_id, now);
    const letter = { user_id, kind: 'account_unlinked', at: now.toISOString() } as const;
    await queue.send('access.letter', { ...letter, user_agent: meta.user_agent }, tx);
    const change = { action: 'user.unlinked', object_type: 'user', person: user_id } as const;
    await recordChange(tx, byCaller(caller, meta), { ...change, before: { provider: name } }, now);
    for (const role of roles) await recordChange(tx, byCaller(caller, meta), role, now);
  });
  await wakePerson(context, user_id);
}

/** Besides the account at the provider: a password or device key, where the domain is open, or another provider. */
async function hasOtherWayIn(
  context: WaysContext,
  db: Queryable,
  account: Account,
  provider_id: number,
): Promise<boolean> {
  const { id: user_id, password_hash, emergency } = account;
  const rule = await findDomainRule(db, account.email);
  const isClosed = rule.door === 'provider' && !emergency;
  if (!isClosed && password_hash !== NO_PASSWORD) return true;
  if (
    !isClosed &&
    (await arePasskeysUsed(context)) &&
    (await db.$count(passkeys, eq(passkeys.user_id, user_id))) > 0
  )
    return true;
  const others = await db
    .select({ id: identity_providers.id })
    .from(identities)
    .innerJoin(identity_providers, eq(identity_providers.id, identities.provider_id))
    .where(
      and(
        eq(identities.user_id, user_id),
        eq(identity_providers.active, true),
        ne(identities.provider_id, provider_id),
      ),
    );
  return others.some(({ id }) => !isClosed || id === rule.provider_id);
}

async function endOthersOf(
  tx: Transaction,
  { user_id, sign_in_id }: Pick<Caller, 'user_id' | 'sign_in_id'>,
  provider_id: number,
  now: Date,
): Promise<void> {
  const because: EndedBecause = 'provider_revoked';
  await tx
    .update(sign_ins)
    .set({ ended_at: now, ended_because: because })
    .where(
      and(
        eq(sign_ins.user_id, user_id),
        ne(sign_ins.id, sign_in_id),
        isNull(sign_ins.ended_at),
        sql`exists (select from ${provider_sessions} s where s.user_id = ${sign_ins.user_id}
          and s.sign_in_id = ${sign_ins.id} and s.provider_id = ${provider_id})`,
      ),
    );
}
