/** Providers that decide about the group of a person: they move them to it again at the next entry. */
import { sql } from 'drizzle-orm';
import type { User } from '#contract/users.ts';
import type { Readable } from '../../db/client.ts';
import { executePrepared } from '../../db/prepared.ts';

type Decider = NonNullable<User['managed_by']>;

/**
 * A provider decides where it does so at every entry, hears of groups (by a claim, of a directory, or by SCIM), and has
 * a line or a group of its own to place the person by. Groups that come by SCIM need a line, and superadmins are never
 * moved by them. Of several providers the first in the order of their buttons is named.
 */
export async function groupDeciders(db: Readable, user_ids: number[]): Promise<Map<number, Decider>> {
  if (user_ids.length === 0) return new Map();
  const rows = await executePrepared<Decider & { user_id: number }>(
    db,
    sql`
    select distinct on (i.user_id) i.user_id, p.slug, p.name
    from identity_providers p
      join identities i on i.provider_id = p.id and i.user_id = any(${sql.param(user_ids)}::int[])
      cross join lateral (select exists (select from group_mappings m where m.provider_id = p.id) yes) mapped
    where p.active and p.settings->>'groups_mode' = 'always' and (
      (p.kind = 'ldap' or p.settings->>'claim_groups' is not null)
        and (mapped.yes or p.settings->>'user_group_id' is not null)
      or mapped.yes and exists (
        select from scim_users s join users u on u.id = s.user_id
        where s.provider_id = p.id and s.user_id = i.user_id and u.role <> 'superadmin'))
    order by i.user_id, p.position, p.id`,
  );
  return new Map(rows.map(({ user_id, ...decider }) => [user_id, decider]));
}
