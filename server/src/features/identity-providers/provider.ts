/** A provider of sign-on as it is kept, and its secrets. */
import { createHmac, randomBytes } from 'node:crypto';
import { and, asc, eq, type SQL } from 'drizzle-orm';
import { LdapSettings, OidcSettings } from '#contract/identity-providers.ts';
import { normalisedDn } from '../../adapters/identity/claims.ts';
import { openSecret, sealSecret } from '../../adapters/sealing/seal.ts';
import { SEALED } from '../../adapters/sealing/sealed-columns.ts';
import type { SecretKeys } from '../../adapters/sealing/secret-keys.ts';
import { AppError } from '../../app-error.ts';
import type { Queryable, Transaction } from '../../db/client.ts';
import { group_mappings, identities, identity_providers } from '../../db/tables/identity.ts';
import type { users } from '../../db/tables/people.ts';

export type ProviderRow = typeof identity_providers.$inferSelect;
export type OidcProvider = Omit<ProviderRow, 'settings'> & { settings: OidcSettings };
export type LdapProvider = Omit<ProviderRow, 'settings'> & { settings: LdapSettings };
export type KnownProvider = OidcProvider | LdapProvider;

export const isLdap = (provider: KnownProvider): provider is LdapProvider => provider.kind === 'ldap';

export const parseProvider = (row: ProviderRow): KnownProvider =>
  row.kind === 'ldap'
    ? { ...row, settings: LdapSettings.parse(row.settings) }
    : { ...row, settings: OidcSettings.parse(row.settings) };

export const methodOf = ({ kind }: Pick<ProviderRow, 'kind'>): 'oidc' | 'ldap' =>
  kind === 'ldap' ? 'ldap' : 'oidc';

/** In the order of their buttons. */
export const listProviderRows = (db: Queryable): Promise<ProviderRow[]> =>
  db.select().from(identity_providers).orderBy(asc(identity_providers.position), asc(identity_providers.id));

export async function findActiveProvider(db: Queryable, slug: string): Promise<KnownProvider | undefined> {
  const [row] = await db.select().from(identity_providers).where(eq(identity_providers.slug, slug));
  return row?.active ? parseProvider(row) : undefined;
}

export async function requireProviderRow(db: Queryable, id: number, lock?: 'lock'): Promise<ProviderRow> {
  const rows = db.select().from(identity_providers).where(eq(identity_providers.id, id));
  const [row] = await (lock ? rows.for('update') : rows);
  if (!row) throw new AppError('identity_provider_not_found');
  return row;
}

export const mappingsOf = (db: Queryable, provider_id: number) =>
  db
    .select({
      value: group_mappings.value,
      user_group_id: group_mappings.user_group_id,
      grants_admin: group_mappings.grants_admin,
    })
    .from(group_mappings)
    .where(eq(group_mappings.provider_id, provider_id))
    .orderBy(asc(group_mappings.position));

/** The same in the form in which the groups of its people come. */
export async function mappingsFor(db: Queryable, provider: KnownProvider) {
  const mappings = await mappingsOf(db, provider.id);
  if (!isLdap(provider)) return mappings;
  return mappings.map(({ value, ...mapping }) => ({ ...mapping, value: normalisedDn(value) }));
}

export async function replaceMappings(
  tx: Transaction,
  provider_id: number,
  mappings: { value: string; user_group_id: number; grants_admin: boolean }[],
): Promise<void> {
  await tx.delete(group_mappings).where(eq(group_mappings.provider_id, provider_id));
  if (mappings.length)
    await tx
      .insert(group_mappings)
      .values(mappings.map((mapping, position) => ({ provider_id, position, ...mapping })));
}

const SUBJECT_KEY_BYTES = 32;

export const newSubjectKey = (keys: SecretKeys, id: number): string =>
  sealSecret(keys, SEALED.subject_key, { id }, randomBytes(SUBJECT_KEY_BYTES).toString('base64url'));

export const sealProviderSecret = (keys: SecretKeys, id: number, secret: string): string =>
  sealSecret(keys, SEALED.identity_provider_secret, { id }, secret);

/** Null where none was given. Throws where it does not open here: nobody can enter until it is typed again. */
export function openProviderSecret(keys: SecretKeys, { id, secret_sealed }: KnownProvider): string | null {
  if (secret_sealed === null) return null;
  const secret = openSecret(keys, SEALED.identity_provider_secret, { id }, secret_sealed);
  if (secret === null) throw new AppError('provider_misconfigured');
  return secret;
}

/**
 * The name of a subject or session of the provider in our tables: a keyed hash, because the subjects of gov.br are CPFs.
 * Without its key nobody is recognised, so that nobody may enter: otherwise everybody would be new.
 */
export function hashOfSubject(
  keys: SecretKeys,
  { id, subject_key_sealed }: Pick<ProviderRow, 'id' | 'subject_key_sealed'>,
  subject: string,
): string {
  const key = openSecret(keys, SEALED.subject_key, { id }, subject_key_sealed ?? '');
  if (key === null) throw new AppError('provider_misconfigured');
  return createHmac('sha256', Buffer.from(key, 'base64url')).update(subject).digest('base64url');
}

export function areSecretsReadable(keys: SecretKeys, { id, ...row }: ProviderRow): boolean {
  const isSecretReadable =
    row.secret_sealed === null ||
    openSecret(keys, SEALED.identity_provider_secret, { id }, row.secret_sealed) !== null;
  return (
    isSecretReadable && openSecret(keys, SEALED.subject_key, { id }, row.subject_key_sealed ?? '') !== null
  );
}

/** The account of a person at a provider. */
export const isIdentity = (user_id: number | typeof users.id, provider_id: number): SQL | undefined =>
  and(eq(identities.user_id, user_id), eq(identities.provider_id, provider_id));
