/** Agents as administrators see them: with their tags, what they are used for and by how many. */
import { and, eq, inArray, sql, sum } from 'drizzle-orm';
import type { Agent } from '#contract/agents.ts';
import { AppError } from '../../app-error.ts';
import type { Queryable } from '../../db/client.ts';
import { agents, group_agents } from '../../db/tables/agents.ts';
import { chat_sessions } from '../../db/tables/chat.ts';
import { user_groups, users } from '../../db/tables/people.ts';
import { type AgentQuery, deployedOnly, inOrder, pageOfAgents, tagsOfAgent } from './store.ts';
import { currentVersions } from './versions.ts';

/** As a handler returns it; times become text on the wire. */
export type ShownAgent = Omit<Agent, 'created_at' | 'updated_at'> & { created_at: Date; updated_at: Date };

export async function listAgents(
  db: Queryable,
  { deployed_only, ...query }: AgentQuery & { deployed_only: boolean },
): Promise<{ rows: ShownAgent[]; total: number }> {
  const { ids, total } = await pageOfAgents(db, deployedOnly(deployed_only), query);
  return { rows: await showAgents(db, ids), total };
}

export async function showAgent(db: Queryable, id: number): Promise<ShownAgent> {
  const [agent] = await showAgents(db, [id]);
  if (!agent) throw new AppError('agent_not_found');
  return agent;
}

/** Those that exist, in the given order; the number of statements does not depend on how many they are. */
async function showAgents(db: Queryable, ids: number[]): Promise<ShownAgent[]> {
  if (!ids.length) return [];
  const rows = await db
    .select({ agent: agents, tags: tagsOfAgent })
    .from(agents)
    .where(inArray(agents.id, ids));
  const questions = await questionsAsked(db, ids);
  const readers = await peopleAdmitted(db, ids);
  const versions = await currentVersions(db, ids);
  const shown = rows.map(({ agent, tags }) => ({
    ...agent,
    tags,
    messages_count: questions.get(agent.id) ?? 0,
    user_groups_count: readers.get(agent.id)?.groups ?? 0,
    users_count: readers.get(agent.id)?.people ?? 0,
    version_id: versions.get(agent.id) ?? null,
  }));
  return inOrder(ids, shown);
}

/** Test chats apart, erased conversations included: as the statistics count. */
async function questionsAsked(db: Queryable, ids: number[]): Promise<Map<number, number>> {
  const rows = await db
    .select({ id: chat_sessions.agent_id, total: sum(chat_sessions.messages_count).mapWith(Number) })
    .from(chat_sessions)
    .where(and(inArray(chat_sessions.agent_id, ids), eq(chat_sessions.is_test, false)))
    .groupBy(chat_sessions.agent_id);
  return new Map(rows.map(({ id, total }) => [id as number, total]));
}

/** Groups that may use the agents, and the active people in them; who has no group is in the default one. */
async function peopleAdmitted(
  db: Queryable,
  ids: number[],
): Promise<Map<number, { groups: number; people: number }>> {
  const { rows } = await db.execute<{ agent_id: number; groups: number; people: number }>(sql`
    with links as (
      select agent_id, user_group_id from ${group_agents} where agent_id = any (${sql.param(ids)}::int[])
    ), sizes as (
      select user_group_id, count(*) people from ${users}
      where active and (user_group_id is null or user_group_id in (select user_group_id from links))
      group by user_group_id
    )
    select agent_id, count(distinct g.id)::int groups, coalesce(sum(people), 0)::int people
    from links join ${user_groups} g on g.id = links.user_group_id
      left join sizes on sizes.user_group_id = g.id or (sizes.user_group_id is null and g.is_default)
    group by agent_id`);
  return new Map(rows.map(({ agent_id, ...readers }) => [agent_id, readers]));
}
