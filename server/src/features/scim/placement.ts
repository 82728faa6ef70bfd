/** The group here that the groups of a directory mean. Roles are never given by it. */
import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Transaction } from '../../db/client.ts';
import { user_groups, users } from '../../db/tables/people.ts';
import { scim_groups, scim_members, scim_users } from '../../db/tables/scim.ts';
import type { Change } from '../audit/record.ts';
import { mappedGroup } from '../identity-providers/groups.ts';
import { type KnownProvider, mappingsOf } from '../identity-providers/provider.ts';
import { movePeople } from '../users/move-people.ts';

type Placed = { changes: Change[]; moved: number[] };

/** The people are held. Nothing changes while the provider has no mappings. */
export async function placeByDirectory(
  tx: Transaction,
  provider: KnownProvider,
  user_ids: number[],
  now: Date,
): Promise<Placed> {
  const mappings = await mappingsOf(tx, provider.id);
  if (mappings.length === 0 || user_ids.length === 0) return { changes: [], moved: [] };
  const wishes = (await peopleWithGroups(tx, provider.id, user_ids)).flatMap((person) => {
    // Where the first entry decides, an administrator's choice after it stays.
    if (provider.settings.groups_mode === 'first' && person.last_login !== null) return [];
    const wanted = mappedGroup(mappings, person.names) ?? provider.settings.user_group_id;
    return wanted === null || wanted === person.user_group_id ? [] : [{ id: person.id, wanted }];
  });
  const changes: Change[] = [];
  for (const [wanted, people] of Map.groupBy(wishes, (wish) => wish.wanted)) {
    const ids = people.map(({ id }) => id);
    await movePeople(tx, ids, wanted, now);
    changes.push(await assignment(tx, provider, wanted, ids));
  }
  return { changes, moved: wishes.map(({ id }) => id) };
}

/** With the names by which a mapping may mean their groups. */
function peopleWithGroups(tx: Transaction, provider_id: number, user_ids: number[]) {
  const names = sql<string[]>`coalesce(array(
    select unnest(array[g.display_name, g.external_id]) from ${scim_members} m
    join ${scim_groups} g on g.provider_id = m.provider_id and g.id = m.group_id
    where m.provider_id = ${scim_users.provider_id} and m.member_id = ${scim_users.id}), '{}')`;
  return tx
    .select({ id: users.id, user_group_id: users.user_group_id, last_login: users.last_login, names })
    .from(users)
    .innerJoin(scim_users, eq(scim_users.user_id, users.id))
    .where(
      and(eq(scim_users.provider_id, provider_id), inArray(users.id, user_ids), ne(users.role, 'superadmin')),
    );
}

async function assignment(
  tx: Transaction,
  provider: KnownProvider,
  group_id: number,
  ids: number[],
): Promise<Change> {
  const [group] = await tx
    .select({ name: user_groups.name })
    .from(user_groups)
    .where(eq(user_groups.id, group_id));
  const [only, ...others] = ids;
  return {
    action: 'group.people_assigned',
    object_type: 'group',
    object_id: group_id,
    object_name: group?.name ?? null,
    person: others.length === 0 ? (only ?? null) : null,
    after: { assigned: ids.length, provider: provider.name },
  };
}
