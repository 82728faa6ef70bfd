/** Groups of a directory and their members. */
import { and, eq, inArray } from 'drizzle-orm';
import type { ScimGroup } from '#contract/scim.ts';
import type { Transaction } from '../../db/client.ts';
import { scim_groups, scim_members, scim_users } from '../../db/tables/scim.ts';
import type { DirectoryCaller, Meta } from '../../http/routes.ts';
import { type Change, recordChange } from '../audit/record.ts';
import { parseProvider, requireProviderRow } from '../identity-providers/provider.ts';
import { wakePerson } from '../users/rights-changed.ts';
import {
  type GroupAttributes,
  keptOfGroup,
  refusedValue,
  requireFewMembers,
  type Sent,
} from './attributes.ts';
import { placeByDirectory } from './placement.ts';
import {
  changeDirectory,
  type GroupRow,
  groupResource,
  isScimGroup,
  membersOf,
  requireFreeName,
  requireGroupRow,
} from './records.ts';
import { holdAccounts, originOf, type ScimContext } from './users.ts';

type Named = DirectoryCaller & { id: string };
type Touched = { changes: Change[]; moved: number[] };

export async function showGroup(
  { db, env }: Pick<ScimContext, 'db' | 'env'>,
  { provider_id, id }: Named,
  with_members: boolean,
): Promise<ScimGroup> {
  const row = await requireGroupRow(db, provider_id, id);
  const members = with_members ? ((await membersOf(db, provider_id, [id])).get(id) ?? []) : null;
  return groupResource(env.APP_URL, row, members);
}

export async function createScimGroup(
  context: ScimContext,
  caller: DirectoryCaller,
  sent: Sent,
  meta: Meta,
): Promise<ScimGroup> {
  const { provider_id } = caller;
  const wanted = keptOfGroup(sent);
  const now = context.clock.now();
  const id = await inDirectory(context, provider_id, meta, async (tx) => {
    await requireFreeName(tx, scim_groups, { provider_id, id: null, name: wanted.display_name });
    const { display_name, external_id } = wanted;
    const [row] = await tx
      .insert(scim_groups)
      .values({ provider_id, display_name, external_id, created_at: now, updated_at: now })
      .returning();
    if (!row) throw new Error('no group of a directory was inserted');
    return { ...(await settleMembers(tx, row, { before: [], after: wanted.members, now })), value: row.id };
  });
  return showGroup(context, { ...caller, id }, true);
}

export async function replaceScimGroup(
  context: ScimContext,
  named: Named,
  sent: Sent,
  meta: Meta,
): Promise<ScimGroup> {
  await changeScimGroup(context, named, () => sent, meta);
  return showGroup(context, named, true);
}

/** `change` gets the group as the directory sees it, and returns it as it shall be. */
export async function changeScimGroup(
  context: ScimContext,
  { provider_id, id }: Named,
  change: (present: Sent) => Sent,
  meta: Meta,
): Promise<void> {
  const now = context.clock.now();
  await inDirectory(context, provider_id, meta, async (tx) => {
    const row = await requireGroupRow(tx, provider_id, id);
    const members = (await membersOf(tx, provider_id, [id])).get(id) ?? [];
    const { display_name, external_id } = row;
    const present = { displayName: display_name, externalId: external_id, members };
    const wanted = keptOfGroup(change(present));
    await requireFreeName(tx, scim_groups, { provider_id, id, name: wanted.display_name });
    const isRenamed = isOtherName(row, wanted);
    if (isRenamed)
      await tx
        .update(scim_groups)
        .set({ display_name: wanted.display_name, external_id: wanted.external_id, updated_at: now })
        .where(isScimGroup(provider_id, id));
    const before = members.map(({ value }) => value);
    return settleMembers(tx, row, { before, after: wanted.members, now, all: isRenamed });
  });
}

const isOtherName = (row: GroupRow, wanted: GroupAttributes) =>
  row.display_name !== wanted.display_name || row.external_id !== wanted.external_id;

export async function removeScimGroup(
  context: ScimContext,
  { provider_id, id }: Named,
  meta: Meta,
): Promise<void> {
  const now = context.clock.now();
  await inDirectory(context, provider_id, meta, async (tx) => {
    const row = await requireGroupRow(tx, provider_id, id);
    const members = (await membersOf(tx, provider_id, [id])).get(id) ?? [];
    const before = members.map(({ value }) => value);
    const people = await accountsOf(tx, provider_id, before);
    await holdAccounts(tx, [...people.values()]);
    await tx.delete(scim_groups).where(isScimGroup(provider_id, id));
    const provider = parseProvider(await requireProviderRow(tx, row.provider_id));
    return placeByDirectory(tx, provider, [...people.values()], now);
  });
}

async function inDirectory<T>(
  context: ScimContext,
  provider_id: number,
  meta: Meta,
  work: (tx: Transaction) => Promise<Touched & { value?: T }>,
): Promise<T> {
  const { value, moved } = await changeDirectory(context.db, provider_id, async (tx) => {
    const done = await work(tx);
    for (const change of done.changes) await recordChange(tx, originOf(meta), change, context.clock.now());
    return done;
  });
  for (const id of moved) await wakePerson(context, id);
  return value as T;
}

type Settled = { before: string[]; after: string[]; now: Date; all?: boolean };

/** Those who stay are looked at again only where the group has another name now. */
async function settleMembers(
  tx: Transaction,
  { provider_id, id: group_id }: GroupRow,
  { before, after, now, all = false }: Settled,
): Promise<Touched> {
  const [were, are] = [new Set(before), new Set(after)];
  const gone = before.filter((one) => !are.has(one));
  const came = after.filter((one) => !were.has(one));
  requireFewMembers(gone.length + came.length);
  if (!all && gone.length + came.length === 0) return { changes: [], moved: [] };
  const people = await accountsOf(tx, provider_id, all ? [...gone, ...after] : [...gone, ...came]);
  if (came.some((one) => !people.has(one))) throw refusedValue('um membro não existe.');
  await holdAccounts(tx, [...people.values()]);
  if (gone.length)
    await tx
      .delete(scim_members)
      .where(
        and(
          eq(scim_members.provider_id, provider_id),
          eq(scim_members.group_id, group_id),
          inArray(scim_members.member_id, gone),
        ),
      );
  if (came.length)
    await tx.insert(scim_members).values(came.map((member_id) => ({ provider_id, group_id, member_id })));
  await tx.update(scim_groups).set({ updated_at: now }).where(isScimGroup(provider_id, group_id));
  const provider = parseProvider(await requireProviderRow(tx, provider_id));
  return placeByDirectory(tx, provider, [...people.values()], now);
}

/** The numbers of their accounts, by their ids in the directory. */
async function accountsOf(tx: Transaction, provider_id: number, ids: string[]): Promise<Map<string, number>> {
  if (!ids.length) return new Map();
  const rows = await tx
    .select({ id: scim_users.id, user_id: scim_users.user_id })
    .from(scim_users)
    .where(and(eq(scim_users.provider_id, provider_id), inArray(scim_users.id, ids)));
  return new Map(rows.map(({ id, user_id }) => [id, user_id]));
}
