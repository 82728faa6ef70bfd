/** Adds, changes and removes providers of sign-on. */
import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import { API_BASE } from '#contract/endpoint.ts';
import {
  type IdentityProvider,
  type IdentityProviderChange,
  identityProviderMessages,
  type NewIdentityProvider,
} from '#contract/identity-providers.ts';
import { SCIM_PATH } from '#contract/scim.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError, filledError } from '../../app-error.ts';
import type { Queryable, Transaction } from '../../db/client.ts';
import { sign_ins } from '../../db/tables/accounts.ts';
import {
  email_domains,
  identities,
  identity_providers,
  provider_sessions,
} from '../../db/tables/identity.ts';
import { user_groups } from '../../db/tables/people.ts';
import { type Actor, recordChange } from '../audit/record.ts';
import { difference } from '../audit/values.ts';
import type { EndedBecause } from '../auth/records/sign-in-store.ts';
import {
  areSecretsReadable,
  type KnownProvider,
  listProviderRows,
  mappingsOf,
  newSubjectKey,
  type ProviderRow,
  parseProvider,
  replaceMappings,
  requireProviderRow,
  sealProviderSecret,
} from './provider.ts';
import { provisioningOf } from './provisioning.ts';
import { addressOf, checkedSettings, refusedField } from './settings.ts';

type AdminContext = Pick<AppContext, 'db' | 'clock' | 'secretKeys' | 'env' | 'identity'>;
type Shown = Omit<
  IdentityProvider,
  'secret_set_at' | 'tested_at' | 'failing_since' | 'last_entry_at' | 'updated_at' | 'scim'
> &
  Record<'secret_set_at' | 'tested_at' | 'failing_since' | 'last_entry_at', Date | null> & {
    updated_at: Date;
    scim: Awaited<ReturnType<typeof provisioningOf>>;
  };

export async function listIdentityProviders(context: AdminContext): Promise<Shown[]> {
  const rows = await listProviderRows(context.db);
  return Promise.all(rows.map((row) => toInfo(context, row)));
}

export const showIdentityProvider = async (context: AdminContext, id: number): Promise<Shown> =>
  toInfo(context, await requireProviderRow(context.db, id));

export async function createIdentityProvider(
  context: AdminContext,
  by: Actor,
  { secret, group_mappings = [], settings: given, position, ...fields }: NewIdentityProvider,
): Promise<Shown> {
  const { db, clock, secretKeys } = context;
  const now = clock.now();
  const settings = await checkedSettings(context, fields.kind, given, null);
  const made = await db.transaction(async (tx) => {
    await requireGroups(tx, [settings.user_group_id, ...group_mappings.map((one) => one.user_group_id)]);
    const place = position ?? (await tx.$count(identity_providers));
    const [row] = await tx
      .insert(identity_providers)
      .values({ ...fields, settings, position: place, created_at: now, updated_at: now })
      .onConflictDoNothing({ target: identity_providers.slug })
      .returning();
    if (!row) throw refusedField('slug', identityProviderMessages.slugTaken);
    const sealed = {
      subject_key_sealed: newSubjectKey(secretKeys, row.id),
      ...(secret
        ? { secret_sealed: sealProviderSecret(secretKeys, row.id, secret), secret_set_at: now }
        : {}),
    };
    const [stored] = await tx
      .update(identity_providers)
      .set(sealed)
      .where(eq(identity_providers.id, row.id))
      .returning();
    if (!stored) throw new Error('no provider was inserted');
    await replaceMappings(tx, stored.id, group_mappings);
    const after = { ...(await auditLabel(tx, stored)), secret_changed: Boolean(secret) };
    const change = { action: 'identity_provider.created', ...named(stored), after } as const;
    await recordChange(tx, by, change, now);
    return stored;
  });
  return toInfo(context, made);
}

type Changed = { shown: Shown; ended: number[] };

/** Returns the people whose sign-ins ended, for the caller to wake. */
export async function updateIdentityProvider(
  context: AdminContext,
  by: Actor,
  id: number,
  { secret, group_mappings, settings: given, position, updated_at, name, active }: IdentityProviderChange,
): Promise<Changed> {
  const { db, clock, secretKeys } = context;
  const now = clock.now();
  const seen = parseProvider(await requireProviderRow(db, id));
  const settings = await checkedSettings(context, seen.kind, given, seen.settings);
  const { stored, ended } = await db.transaction(async (tx) => {
    const row = await requireProviderRow(tx, id, 'lock');
    if (row.updated_at.toISOString() !== updated_at) throw new AppError('stale_change');
    await requireMovable(tx, row, { settings, secret });
    await requireGroups(tx, [
      settings.user_group_id,
      ...(group_mappings ?? []).map((one) => one.user_group_id),
    ]);
    const isEnding = row.active && !active;
    if (isEnding) await requireOtherDoors(tx, id);
    const isSameConnection =
      JSON.stringify(settings) === JSON.stringify(seen.settings) && secret === undefined;
    const before = await auditLabel(tx, row);
    const [written] = await tx
      .update(identity_providers)
      .set({
        name,
        active,
        settings,
        position: position ?? row.position,
        ...secretFields(secretKeys, id, secret, now),
        ...(isSameConnection ? {} : { tested_at: null, failing_since: null, last_error: null }),
        updated_at: now,
      })
      .where(eq(identity_providers.id, id))
      .returning();
    if (!written) throw new AppError('identity_provider_not_found');
    if (group_mappings) await replaceMappings(tx, id, group_mappings);
    const people = isEnding ? await endItsSignIns(tx, id, now) : [];
    const differing = difference(before, await auditLabel(tx, written));
    const values = updatedValues(differing, secret !== undefined);
    if (values)
      await recordChange(tx, by, { action: 'identity_provider.updated', ...named(written), ...values }, now);
    return { stored: written, ended: people };
  });
  return { shown: await toInfo(context, stored), ended };
}

/** Accounts and conversations stay; what it opened ends. */
export async function removeIdentityProvider(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  by: Actor,
  id: number,
): Promise<number[]> {
  const now = clock.now();
  return db.transaction(async (tx) => {
    const row = await requireProviderRow(tx, id, 'lock');
    await requireOtherDoors(tx, id);
    const ended = await endItsSignIns(tx, id, now);
    const before = await auditLabel(tx, row);
    await tx.delete(identity_providers).where(eq(identity_providers.id, id));
    await recordChange(tx, by, { action: 'identity_provider.deleted', ...named(row), before }, now);
    return ended;
  });
}

/** A new secret is a change too, though its text is never recorded. */
function updatedValues(differing: ReturnType<typeof difference>, secret_changed: boolean) {
  if (!differing && !secret_changed) return null;
  return { before: differing?.before ?? null, after: { ...differing?.after, secret_changed } };
}

function secretFields(
  keys: AppContext['secretKeys'],
  id: number,
  secret: string | null | undefined,
  now: Date,
) {
  if (secret === undefined) return {};
  if (secret === null) return { secret_sealed: null, secret_set_at: null };
  return { secret_sealed: sealProviderSecret(keys, id, secret), secret_set_at: now };
}

/**
 * The subjects of another issuer are other people, so that the issuer is fixed once somebody came by it; and a secret is
 * not sent to an address that it was not typed for.
 */
async function requireMovable(
  tx: Transaction,
  row: ProviderRow,
  { settings, secret }: { settings: KnownProvider['settings']; secret: string | null | undefined },
): Promise<void> {
  const before = parseProvider(row);
  if (addressOf(before.settings) === addressOf(settings)) return;
  const field = 'issuer' in settings ? 'settings.issuer' : 'settings.url';
  const isUsed = (await tx.$count(identities, eq(identities.provider_id, row.id))) > 0;
  if (isUsed && 'issuer' in settings) throw refusedField(field, identityProviderMessages.issuerFixed);
  if (row.secret_sealed !== null && secret === undefined)
    throw refusedField('secret', identityProviderMessages.secretAgain);
}

/** Throws `identity_provider_in_use` where it is the only way into a domain. */
async function requireOtherDoors(tx: Transaction, id: number): Promise<void> {
  const [closed] = await tx
    .select({ domain: email_domains.written })
    .from(email_domains)
    .where(and(eq(email_domains.provider_id, id), ne(email_domains.door, 'any')))
    .limit(1);
  if (closed) throw filledError('identity_provider_in_use', { domain: closed.domain });
}

async function endItsSignIns(tx: Transaction, provider_id: number, now: Date): Promise<number[]> {
  const because: EndedBecause = 'provider_revoked';
  const rows = await tx
    .update(sign_ins)
    .set({ ended_at: now, ended_because: because })
    .where(
      and(
        isNull(sign_ins.ended_at),
        sql`exists (select from ${provider_sessions} s where s.user_id = ${sign_ins.user_id}
          and s.sign_in_id = ${sign_ins.id} and s.provider_id = ${provider_id})`,
      ),
    )
    .returning({ user_id: sign_ins.user_id });
  return [...new Set(rows.map(({ user_id }) => user_id))];
}

async function requireGroups(tx: Transaction, ids: (number | null)[]): Promise<void> {
  const known = await tx.select({ id: user_groups.id }).from(user_groups).for('key share');
  const unknown = ids.some((id) => id !== null && !known.some((group) => group.id === id));
  if (unknown) throw refusedField('group_mappings', identityProviderMessages.group);
}

async function toInfo(context: AdminContext, row: ProviderRow): Promise<Shown> {
  const { db, env, secretKeys } = context;
  const { id, slug, kind, name, active, position } = row;
  const [counts] = await db
    .select({
      people: sql<number>`count(*)::int`,
      last_entry_at: sql`max(${identities.last_vouched_at})`.mapWith(identities.last_vouched_at),
    })
    .from(identities)
    .where(eq(identities.provider_id, id));
  return {
    ...{ id, slug, kind, name, active, position },
    settings: parseProvider(row).settings,
    secret_set_at: row.secret_set_at,
    readable: areSecretsReadable(secretKeys, row),
    group_mappings: await mappingsOf(db, id),
    tested_at: row.tested_at,
    failing_since: row.failing_since,
    last_error: row.last_error,
    people: counts?.people ?? 0,
    last_entry_at: counts?.last_entry_at ?? null,
    addresses: {
      redirect: redirectUri(env.APP_URL, slug),
      backchannel: new URL(`/api/v1/auth/sso/${slug}/backchannel`, env.APP_URL).href,
      scim: new URL(API_BASE + SCIM_PATH, env.APP_URL).href,
    },
    scim: await provisioningOf(db, id),
    updated_at: row.updated_at,
  };
}

/** The screen to which the provider sends people back. */
export const redirectUri = (app_url: string, slug: string): string =>
  new URL(`/entrar/retorno/${slug}`, app_url).href;

const named = ({ id, name }: ProviderRow) =>
  ({ object_type: 'identity_provider', object_id: id, object_name: name }) as const;

async function auditLabel(db: Queryable, row: ProviderRow) {
  const { name, active, kind, slug } = row;
  return {
    name,
    active,
    kind,
    slug,
    ...parseProvider(row).settings,
    group_mappings: await mappingsOf(db, row.id),
  };
}
