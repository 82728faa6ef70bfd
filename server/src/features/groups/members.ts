/** The people of groups: who is in one, who matches, and moving them. */
import { and, asc, eq, inArray, isNull, not, or, type SQL, sql } from 'drizzle-orm';
import type { Association, GroupUser } from '#contract/groups.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import type { Readable } from '../../db/client.ts';
import { user_groups, users } from '../../db/tables/people.ts';
import { cleanText } from '../../text/clean-text.ts';
import { type Actor, recordChange } from '../audit/record.ts';
import { mentions, pageOfPeople } from '../users/list.ts';
import { movePeople } from '../users/move-people.ts';
import { type GroupRow, holdGroup, requireGroup } from './store.ts';

export type MemberFilter = {
  search_term?: string | undefined;
  email_domain?: string | undefined;
  association: Association;
};

/** A page of active people by id, each with whether they are in the group. */
export async function usersStatus(
  db: Readable,
  id: number,
  { skip, limit, ...filter }: MemberFilter & { skip: number; limit: number },
): Promise<{ rows: GroupUser[]; total: number }> {
  const group = await requireGroup(db, id);
  const admitted = admits(filter, group);
  const among = (wanted: SQL | undefined) =>
    db
      .select({
        id: users.id,
        name: users.name,
        email: users.email,
        user_group: { id: user_groups.id, name: user_groups.name },
        is_associated: sql<boolean>`coalesce(${isIn(group)}, false)`,
      })
      .from(users)
      .leftJoin(user_groups, eq(user_groups.id, users.user_group_id))
      .where(wanted)
      .orderBy(asc(users.id));
  const { rows, total } = await pageOfPeople(
    db,
    { admitted },
    {
      key: JSON.stringify(['members', group.id, group.is_default, filter]),
      page: { skip, limit },
      first: (page) => among(admitted).limit(page.limit).offset(page.skip),
      among,
    },
  );
  return { rows: rows.map(({ is_associated, ...user }) => ({ user, is_associated })), total };
}

/** All of them, however many: what «Selecionar Todos» ticks. */
export async function filteredUsers(
  db: Readable,
  { group_id, ...filter }: MemberFilter & { group_id?: number | undefined },
): Promise<number[]> {
  const group = group_id === undefined ? null : await requireGroup(db, group_id);
  // One value instead of a row each: there may be a hundred thousand of them.
  const ids = sql<number[]>`coalesce(json_agg(${users.id} order by ${users.id}), '[]')`;
  const [found] = await db.select({ ids }).from(users).where(admits(filter, group));
  return found?.ids ?? [];
}

/** People without a group are in the default one. */
const isIn = ({ id, is_default }: GroupRow): SQL | undefined =>
  is_default ? or(eq(users.user_group_id, id), isNull(users.user_group_id)) : eq(users.user_group_id, id);

/** Without a group nobody is inside or outside. */
function admits({ search_term, email_domain, association }: MemberFilter, group: GroupRow | null) {
  const inGroup = group && sql`coalesce(${isIn(group)}, false)`;
  return and(
    eq(users.active, true),
    eq(users.approval, 'approved'),
    search_term ? mentions(search_term) : undefined,
    email_domain ? sql`split_part(${users.email}, '@', 2) = ${cleanText(email_domain)}` : undefined,
    inGroup && association === 'in_group' ? isIn(group) : undefined,
    inGroup && association === 'not_in_group' ? not(inGroup) : undefined,
  );
}

/** All or none; who is inside already stays and is not counted. */
export function assignUsers(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  by: Actor,
  { user_ids, user_group_id }: { user_ids: number[]; user_group_id: number },
): Promise<{ assigned: number }> {
  const now = clock.now();
  const wanted = [...new Set(user_ids)];
  return db.transaction(async (tx) => {
    const group = await holdGroup(tx, user_group_id);
    const people = await tx
      .select({ id: users.id, user_group_id: users.user_group_id })
      .from(users)
      .where(inArray(users.id, wanted))
      .orderBy(asc(users.id))
      .for('no key update');
    if (people.length !== wanted.length) throw new AppError('user_not_found');
    const outside = people.filter((person) => person.user_group_id !== user_group_id).map(({ id }) => id);
    if (!outside.length) return { assigned: 0 };
    await movePeople(tx, outside, user_group_id, now);
    const [only] = outside;
    await recordChange(
      tx,
      by,
      {
        action: 'group.people_assigned',
        object_type: 'group',
        object_id: group.id,
        object_name: group.name,
        person: outside.length === 1 ? (only ?? null) : null,
        after: { assigned: outside.length },
      },
      now,
    );
    return { assigned: outside.length };
  });
}
