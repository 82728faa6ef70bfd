/** Groups as rows, with how many people and agents are in them. */
import { and, asc, count, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { UserGroup } from '#contract/groups.ts';
import { AppError } from '../../app-error.ts';
import type { Queryable, Readable, Transaction } from '../../db/client.ts';
import { prepared } from '../../db/prepared.ts';
import { group_agents } from '../../db/tables/agents.ts';
import { user_groups, users } from '../../db/tables/people.ts';
import { plans } from '../../db/tables/plans.ts';
import { cleanText } from '../../text/clean-text.ts';

export type GroupRow = typeof user_groups.$inferSelect;

type GroupQuery = {
  skip: number;
  limit: number;
  search_term?: string | undefined;
  agent_id?: number | undefined;
};

/** By id. */
export async function listGroups(
  db: Queryable,
  { skip, limit, search_term, agent_id }: GroupQuery,
): Promise<{ rows: UserGroup[]; total: number }> {
  const wanted = and(
    search_term === undefined ? undefined : mentions(search_term),
    agent_id === undefined ? undefined : sees(agent_id),
  );
  const [counted] = await db.select({ total: count() }).from(user_groups).where(wanted);
  const groups = await db
    .select()
    .from(user_groups)
    .where(wanted)
    .orderBy(asc(user_groups.id))
    .limit(limit)
    .offset(skip);
  return { rows: await shown(db, groups), total: counted?.total ?? 0 };
}

/** A part of the name or of the description, whatever the case and the accents. Groups are few: no index is needed. */
const mentions = (search_term: string): SQL => sql`strpos(
  fold_text(concat_ws(chr(10), ${user_groups.name}, ${user_groups.description})), fold_text(${cleanText(search_term)})) > 0`;

const sees = (agent_id: number): SQL => sql`exists (select from ${group_agents}
  where ${group_agents.user_group_id} = ${user_groups.id} and ${group_agents.agent_id} = ${agent_id})`;

export async function showGroup(db: Queryable, id: number): Promise<UserGroup> {
  const [group] = await shown(db, [await requireGroup(db, id)]);
  if (!group) throw new AppError('group_not_found');
  return group;
}

export async function requireGroup(db: Readable, id: number): Promise<GroupRow> {
  const [group] = await selectGroup(db, { id });
  if (!group) throw new AppError('group_not_found');
  return group;
}

const selectGroup = prepared((db) =>
  db
    .select()
    .from(user_groups)
    .where(eq(user_groups.id, sql.placeholder('id'))),
);

/** Locked against deletion until the transaction ends. */
export async function holdGroup(tx: Transaction, id: number): Promise<GroupRow> {
  const [group] = await tx.select().from(user_groups).where(eq(user_groups.id, id)).for('key share');
  if (!group) throw new AppError('group_not_found');
  return group;
}

/** Locked against change, deletion and new members until the transaction ends. */
export async function lockGroup(tx: Transaction, id: number): Promise<GroupRow> {
  const [group] = await tx.select().from(user_groups).where(eq(user_groups.id, id)).for('update');
  if (!group) throw new AppError('group_not_found');
  return group;
}

/** The groups that cannot be deleted: the default one takes everybody without a group, and plans lead to theirs. */
export async function protectedAmong(db: Queryable, groups: GroupRow[]): Promise<Set<number>> {
  const rows = await db.select({ id: plans.user_group_id }).from(plans);
  const ofPlans = new Set(rows.map(({ id }) => id));
  return new Set(groups.filter(({ id, is_default }) => is_default || ofPlans.has(id)).map(({ id }) => id));
}

async function shown(db: Queryable, groups: GroupRow[]): Promise<UserGroup[]> {
  if (!groups.length) return [];
  const ids = groups.map(({ id }) => id);
  const people = await peopleIn(db, groups);
  const isProtected = await protectedAmong(db, groups);
  const links = await db
    .select({ id: group_agents.user_group_id, agents: count() })
    .from(group_agents)
    .where(inArray(group_agents.user_group_id, ids))
    .groupBy(group_agents.user_group_id);
  const agents = new Map(links.map((link) => [link.id, link.agents]));
  return groups.map((group) => ({
    id: group.id,
    name: group.name,
    description: group.description,
    is_default: group.is_default,
    can_delete: !isProtected.has(group.id),
    users_count: people.get(group.id) ?? 0,
    agents_count: agents.get(group.id) ?? 0,
  }));
}

/** Active people, as the list of a group's people shows them; who has no group is in the default one. */
async function peopleIn(db: Queryable, groups: GroupRow[]): Promise<Map<number, number>> {
  const rows = await db
    .select({
      id: users.user_group_id,
      people: sql<number>`count(*) filter (where ${users.active})`.mapWith(Number),
    })
    .from(users)
    .groupBy(users.user_group_id);
  const counts = new Map(rows.map(({ id, people }) => [id, people]));
  const without = counts.get(null) ?? 0;
  return new Map(
    groups.map(({ id, is_default }) => [id, (counts.get(id) ?? 0) + (is_default ? without : 0)]),
  );
}
