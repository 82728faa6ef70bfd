/** The ways in which somebody who is signed in can prove anew who they are, besides a second factor. */
import { and, desc, eq } from 'drizzle-orm';
import type { Queryable } from '../../db/client.ts';
import { identities, identity_providers } from '../../db/tables/identity.ts';
import { NO_PASSWORD } from '../auth/credentials/passwords.ts';
import { findDomainRule } from '../domains/rules.ts';
import type { Account } from '../users/store.ts';

export type ProofWays = {
  /** A password is kept here, and the domain of the person takes it. */
  own_password: boolean;
  /** Directories that know the person and ask for their password here. */
  directories: { id: number; subject_hash: string }[];
  /** Providers with a page of their own; trusted: their word for a second factor counts here. */
  pages: { slug: string; is_trusted: boolean }[];
};

/** The provider that vouched last comes first. In a closed domain its own provider speaks alone. */
export async function proofWays(
  db: Queryable,
  {
    id: user_id,
    email,
    emergency,
    password_hash,
  }: Pick<Account, 'id' | 'email' | 'emergency' | 'password_hash'>,
): Promise<ProofWays> {
  const rule = await findDomainRule(db, email);
  const isClosed = rule.door === 'provider' && !emergency;
  const rows = await db
    .select({
      id: identity_providers.id,
      slug: identity_providers.slug,
      kind: identity_providers.kind,
      settings: identity_providers.settings,
      subject_hash: identities.subject_hash,
    })
    .from(identities)
    .innerJoin(identity_providers, eq(identity_providers.id, identities.provider_id))
    .where(and(eq(identities.user_id, user_id), eq(identity_providers.active, true)))
    .orderBy(desc(identities.last_vouched_at));
  const usable = rows.filter(({ id }) => !isClosed || id === rule.provider_id);
  return {
    own_password: !isClosed && password_hash !== NO_PASSWORD,
    directories: usable
      .filter(({ kind }) => kind === 'ldap')
      .map(({ id, subject_hash }) => ({ id, subject_hash })),
    pages: usable
      .filter(({ kind }) => kind !== 'ldap')
      .map(({ slug, settings }) => ({ slug, is_trusted: trustsOf(settings) })),
  };
}

const trustsOf = (settings: unknown): boolean =>
  (settings as { trust_mfa?: unknown } | null)?.trust_mfa !== 'never';
