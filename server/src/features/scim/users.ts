/** People of a directory: made, changed, kept out. */
import { asc, inArray } from 'drizzle-orm';
import type { ScimUser } from '#contract/scim.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import type { Transaction } from '../../db/client.ts';
import { users } from '../../db/tables/people.ts';
import { scim_users } from '../../db/tables/scim.ts';
import type { DirectoryCaller, Meta } from '../../http/routes.ts';
import { type Change, type Origin, recordChange } from '../audit/record.ts';
import { parseProvider, requireProviderRow } from '../identity-providers/provider.ts';
import { wakePerson } from '../users/rights-changed.ts';
import { type Account, lockAccount } from '../users/store.ts';
import { correctAccount, requireReach, setActive, takeAccount } from './accounts.ts';
import { keptOfUser, type Sent } from './attributes.ts';
import {
  changeDirectory,
  isScimUser,
  requireFreeName,
  requireUserRow,
  showUser,
  type UserRow,
} from './records.ts';

export type ScimContext = Pick<AppContext, 'db' | 'clock' | 'queue' | 'signals' | 'log' | 'env'>;

/** Entries of a directory's calls have the address that they came from, and no person who acted. */
export const originOf = ({ ip, user_agent }: Meta): Origin => ({ user_id: null, ip, user_agent });

export async function createScimUser(
  context: ScimContext,
  { provider_id }: DirectoryCaller,
  sent: Sent,
  meta: Meta,
): Promise<ScimUser> {
  const { db, clock, env } = context;
  const now = clock.now();
  const { attributes, active = true } = keptOfUser(sent);
  const { id, user_id } = await changeDirectory(db, provider_id, async (tx) => {
    const provider = parseProvider(await requireProviderRow(tx, provider_id));
    await requireFreeName(tx, scim_users, { provider_id, id: null, name: attributes.userName });
    const { account, changes } = await takeAccount(tx, context, { provider, attributes }, now);
    const [row] = await tx
      .insert(scim_users)
      .values({
        provider_id,
        user_id: account.id,
        user_name: attributes.userName,
        external_id: attributes.externalId ?? null,
        attributes,
        created_at: now,
        updated_at: now,
      })
      .returning();
    if (!row) throw new Error('nobody of a directory was inserted');
    const kept = await setActive(tx, provider, account, { wanted: active, now });
    await recordAll(tx, [...changes, ...kept], meta, now);
    return row;
  });
  await wakePerson(context, user_id);
  return showUser(db, env.APP_URL, provider_id, id);
}

type Named = DirectoryCaller & { id: string };

export const replaceScimUser = (context: ScimContext, named: Named, sent: Sent, meta: Meta) =>
  changeScimUser(context, named, () => sent, meta);

/** `change` gets the person as the directory sees them, and returns them as they shall be. */
export async function changeScimUser(
  context: ScimContext,
  { provider_id, id }: Named,
  change: (present: Sent) => Sent,
  meta: Meta,
): Promise<ScimUser> {
  const { db, clock, env } = context;
  const now = clock.now();
  const changed = await changeDirectory(db, provider_id, async (tx) => {
    const { row, account } = await holdUser(tx, provider_id, id);
    const provider = parseProvider(await requireProviderRow(tx, provider_id));
    const { attributes, active = account.active } = keptOfUser(
      change({ ...row.attributes, active: account.active }),
    );
    await requireReach(tx, provider_id, account);
    await requireFreeName(tx, scim_users, { provider_id, id, name: attributes.userName });
    const versions = { before: row.attributes, after: attributes };
    const corrected = await correctAccount(tx, context, { provider, account, ...versions }, now);
    const kept = await setActive(tx, provider, account, { wanted: active, now });
    const isSame = JSON.stringify(row.attributes) === JSON.stringify(attributes) && kept.length === 0;
    if (!isSame)
      await tx
        .update(scim_users)
        .set({
          user_name: attributes.userName,
          external_id: attributes.externalId ?? null,
          attributes,
          updated_at: now,
        })
        .where(isScimUser(provider_id, id));
    await recordAll(tx, [...corrected, ...kept], meta, now);
    return kept.length > 0 ? account.id : null;
  });
  if (changed !== null) await wakePerson(context, changed);
  return showUser(db, env.APP_URL, provider_id, id);
}

/** Conversations and what they cost stay: erasing them is for the person, or for an administrator, to ask. */
export async function removeScimUser(
  context: ScimContext,
  { provider_id, id }: Named,
  meta: Meta,
): Promise<void> {
  const now = context.clock.now();
  const user_id = await changeDirectory(context.db, provider_id, async (tx) => {
    const { account } = await holdUser(tx, provider_id, id);
    await requireReach(tx, provider_id, account);
    const provider = parseProvider(await requireProviderRow(tx, provider_id));
    const kept = await setActive(tx, provider, account, { wanted: false, now });
    await tx.delete(scim_users).where(isScimUser(provider_id, id));
    await recordAll(tx, kept, meta, now);
    return account.id;
  });
  await wakePerson(context, user_id);
}

async function holdUser(
  tx: Transaction,
  provider_id: number,
  id: string,
): Promise<{ row: UserRow; account: Account }> {
  const { user_id } = await requireUserRow(tx, provider_id, id);
  const account = await lockAccount(tx, user_id);
  if (!account) throw new AppError('scim_not_found');
  return { row: await requireUserRow(tx, provider_id, id), account };
}

async function recordAll(tx: Transaction, changes: Change[], meta: Meta, now: Date): Promise<void> {
  for (const change of changes) await recordChange(tx, originOf(meta), change, now);
}

/** The accounts of several people of a directory, held in the order of their numbers. */
export async function holdAccounts(tx: Transaction, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.id, ids))
    .orderBy(asc(users.id))
    .for('no key update');
}
