/** Entering with the name and password of an organisation's directory, typed into our own form. */
import { and, asc, eq } from 'drizzle-orm';
import { foldEmail, PersonName } from '#contract/account-fields.ts';
import type { SignOnReply } from '#contract/sign-in.ts';
import type { DirectoryPerson } from '../../adapters/identity/directory.ts';
import type { DirectoryConnection } from '../../adapters/identity/directory-address.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import type { Queryable } from '../../db/client.ts';
import { identity_providers } from '../../db/tables/identity.ts';
import { consumeRateLimit, resetRateLimit } from '../../request-guards/rate-limit.ts';
import type { From } from '../auth/entry/sign-in-audit.ts';
import { directoryGuesses } from '../auth/records/limits.ts';
import { findDomainRule } from '../domains/rules.ts';
import {
  hashOfSubject,
  isLdap,
  type LdapProvider,
  openProviderSecret,
  parseProvider,
} from '../identity-providers/provider.ts';
import { admit } from './admit.ts';
import { type Arrival, noteFailure, type SignOnContext, timed } from './arrival.ts';

type Typed = { username: string; password: string };

/**
 * A name is asked of every directory in the order of their settings, an address of the one that its domain is entrusted
 * to. Null where there is none to ask; `refused` where none of them knows the name with this password.
 */
export async function signInByDirectory(
  context: SignOnContext,
  { username, password }: Typed,
  from: From,
): Promise<SignOnReply | 'refused' | null> {
  const providers = await directoriesFor(context.db, username);
  if (providers.length === 0) return null;
  let failure: unknown = null;
  for (const provider of providers) {
    try {
      const arrival = await arrivalByPassword(context, provider, { username, password });
      if (arrival) return await admit(context, { provider, arrival: arrival.arrival }, from);
    } catch (error) {
      const noted = await noteFailure(context, provider, error);
      // One that is away keeps nobody from the others.
      if (!(noted instanceof AppError) || noted.status < UNAVAILABLE) throw noted;
      failure ??= noted;
    }
  }
  if (failure) throw failure;
  return 'refused';
}

const UNAVAILABLE = 500;

async function directoriesFor(db: Queryable, username: string): Promise<LdapProvider[]> {
  const { kind, active, position, id } = identity_providers;
  const rule = username.includes('@') ? await findDomainRule(db, foldEmail(username)) : null;
  if (rule && rule.provider_id === null) return [];
  const rows = await db
    .select()
    .from(identity_providers)
    .where(and(eq(kind, 'ldap'), eq(active, true), rule?.provider_id ? eq(id, rule.provider_id) : undefined))
    .orderBy(asc(position), asc(id));
  return rows.map(parseProvider).filter(isLdap);
}

/** Null for a wrong name or password, and for an account that is switched off there. */
export async function arrivalByPassword(
  context: Pick<SignOnContext, 'db' | 'clock' | 'identity' | 'secretKeys' | 'accessFigures'>,
  provider: LdapProvider,
  { username: name, password }: Typed,
): Promise<{ person: DirectoryPerson; arrival: Arrival } | null> {
  const { db, clock, identity, secretKeys } = context;
  // Loaded when it is first needed: most installations have no directory.
  const { personByPassword } = await import('../../adapters/identity/directory.ts');
  const limitOf = (id: string) => directoryGuesses(hashOfSubject(secretKeys, provider, id));
  const asked = {
    name,
    password,
    // Counted by the person that the name means, however it is written, and before the directory hears the password:
    // guesses here must not lock an account of the network.
    mayTry: (id: string) => consumeRateLimit(db, limitOf(id), clock.now()),
  };
  const found = personByPassword(identity, directoryOf(context, provider), asked);
  const person = await timed(context, provider, 'directory', found);
  if (!person || person.disabled) return null;
  await resetRateLimit(db, limitOf(person.id).key);
  return { person, arrival: arrivalOf(context, provider, person, name) };
}

export const directoryOf = (
  { secretKeys }: Pick<AppContext, 'secretKeys'>,
  provider: LdapProvider,
): DirectoryConnection => ({ ...provider.settings, password: openProviderSecret(secretKeys, provider) });

function arrivalOf(
  { clock, secretKeys }: Pick<AppContext, 'clock' | 'secretKeys'>,
  provider: LdapProvider,
  { id, email, name, groups }: DirectoryPerson,
  typed: string,
): Arrival {
  const known = PersonName.safeParse(name ?? '');
  return {
    email: email === null ? null : foldEmail(email),
    // Believed where the domain is entrusted to the directory: its administrators may write any address.
    email_verified: null,
    // Directories that send people by SCIM are providers of OpenID Connect.
    external_ids: [],
    name: known.success ? known.data : null,
    vouched: {
      provider_id: provider.id,
      subject_hash: hashOfSubject(secretKeys, provider, id),
      label: email ?? typed,
      ...{ level: null, strong: false, groups, sid_hash: null },
      issued_at: clock.now().getTime(),
      ...{ announces_logout: false, check: id, is_new: false, is_first: false },
    },
  };
}
