/** The group and the role that the groups of a person at their provider mean here. */
import { eq } from 'drizzle-orm';
import { isAdministrator, isSuperadmin, ROLES, type Role } from '#contract/users.ts';
import type { Transaction } from '../../db/client.ts';
import { identities } from '../../db/tables/identity.ts';
import { user_groups, users } from '../../db/tables/people.ts';
import { moveDueDate } from '../access-policy/due-dates.ts';
import type { Change } from '../audit/record.ts';
import { movePeople } from '../users/move-people.ts';
import { requestStops } from '../users/rights-changed.ts';
import type { KnownProvider } from './provider.ts';
import { isIdentity } from './provider.ts';

export type Mapping = { value: string; user_group_id: number; grants_admin: boolean };

/** The first line that fits, as it is written: case counts. */
export const mappedGroup = (mappings: readonly Mapping[], groups: readonly string[]): number | null =>
  mappings.find(({ value }) => groups.includes(value))?.user_group_id ?? null;

const grantsAdmin = (mappings: readonly Mapping[], groups: readonly string[]): boolean =>
  mappings.some(({ value, grants_admin }) => grants_admin && groups.includes(value));

type Placed = {
  provider: KnownProvider;
  mappings: readonly Mapping[];
  /** Null where the provider did not say: then nothing changes. */
  groups: readonly string[] | null;
  user_id: number;
  /** The group was chosen when the account was made. */
  is_new: boolean;
};

/** The person is locked. Returns what changed, to be recorded at the end of the transaction. */
export async function placeByGroups(tx: Transaction, placed: Placed, now: Date): Promise<Change[]> {
  const { groups, user_id } = placed;
  if (groups === null) return [];
  const [person] = await tx
    .select({ role: users.role, user_group_id: users.user_group_id, role_before: identities.role_before })
    .from(users)
    .innerJoin(identities, isIdentity(users.id, placed.provider.id))
    .where(eq(users.id, user_id));
  if (!person) return [];
  return [
    ...(await placeInGroup(tx, { ...placed, groups }, person.user_group_id, now)),
    ...(await giveRole(tx, { ...placed, groups }, person, now)),
  ];
}

type Known = Placed & { groups: readonly string[] };

async function placeInGroup(
  tx: Transaction,
  { provider, mappings, groups, user_id, is_new }: Known,
  present: number | null,
  now: Date,
): Promise<Change[]> {
  const { groups_mode, user_group_id } = provider.settings;
  if (is_new || groups_mode === 'first') return [];
  const wanted = mappedGroup(mappings, groups) ?? user_group_id;
  if (wanted === null || wanted === present) return [];
  await movePeople(tx, [user_id], wanted, now);
  const [group] = await tx
    .select({ name: user_groups.name })
    .from(user_groups)
    .where(eq(user_groups.id, wanted));
  return [
    {
      action: 'group.people_assigned',
      object_type: 'group',
      object_id: wanted,
      object_name: group?.name ?? null,
      person: user_id,
      after: { assigned: 1, provider: provider.name },
    },
  ];
}

/** Up to `admin`, and back only where the provider gave it. */
export async function giveRole(
  tx: Transaction,
  { provider, mappings, groups, user_id }: Omit<Known, 'is_new'>,
  { role, role_before }: { role: Role; role_before: string | null },
  now: Date,
): Promise<Change[]> {
  if (isSuperadmin({ role })) return [];
  const isGranted = provider.settings.may_grant_admin && grantsAdmin(mappings, groups);
  const isGivenHere = role_before !== null && role === 'admin';
  const before = Object.keys(ROLES).find((name): name is Role => name === role_before) ?? 'user';
  const next: Role =
    isGranted && !isAdministrator({ role }) ? 'admin' : !isGranted && isGivenHere ? before : role;
  if (next === role) return [];
  await tx.update(users).set({ role: next, updated_at: now }).where(eq(users.id, user_id));
  await tx
    .update(identities)
    .set({ role_before: next === 'admin' ? role : null })
    .where(isIdentity(user_id, provider.id));
  await moveDueDate(tx, user_id, next, now);
  if (!isAdministrator({ role: next })) await requestStops(tx, user_id, 'tests');
  return [
    {
      action: 'user.role_changed',
      object_type: 'user',
      person: user_id,
      before: { role },
      after: { role: next, provider: provider.name },
    },
  ];
}
