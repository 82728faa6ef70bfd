/** Agents as administrators see them: with their tags, their use and the number of their users. */
import { and, eq, inArray, sql, sum } from 'drizzle-orm';
import type { Agent } from '#contract/agents.ts';
import { AppError } from '../../app-error.ts';
import type { Queryable } from '../../db/client.ts';
import { agent_versions, agents, group_agents } from '../../db/tables/agents.ts';
import { chat_sessions } from '../../db/tables/chat.ts';
import { user_groups, users } from '../../db/tables/people.ts';
import { interfaceOf } from '../interface/interface-settings.ts';
import {
  type AgentQuery,
  deployedOnly,
  filesDays,
  inOrder,
  isDatedAgent,
  pageOfAgents,
  tagsOfAgent,
} from './store.ts';
import { currentVersions } from './versions.ts';

/** An agent as a handler returns it; the serializer turns its times into text. */
export type AgentDto = Omit<Agent, 'created_at' | 'updated_at'> & { created_at: Date; updated_at: Date };

export async function listAgents(
  db: Queryable,
  { deployed_only, ...query }: AgentQuery & { deployed_only: boolean },
): Promise<{ rows: AgentDto[]; total: number }> {
  const { ids, total } = await pageOfAgents(db, deployedOnly(deployed_only), query);
  return { rows: await findAgentDtos(db, ids), total };
}

export async function findAgentDto(db: Queryable, id: number): Promise<AgentDto> {
  const [agent] = await findAgentDtos(db, [id]);
  if (!agent) throw new AppError('agent_not_found');
  return agent;
}

/** The agents that exist, in the given order, in a fixed number of statements. */
async function findAgentDtos(db: Queryable, ids: number[]): Promise<AgentDto[]> {
  if (!ids.length) return [];
  const rows = await db
    .select({
      agent: agents,
      tags: tagsOfAgent,
      files_days: filesDays,
      validity: isDatedAgent,
      owner: { id: users.id, name: users.name },
      candidate: agent_versions.configuration,
    })
    .from(agents)
    .leftJoin(agent_versions, eq(agent_versions.id, agents.candidate_version_id))
    .leftJoin(users, eq(users.id, agents.owner_user_id))
    .where(inArray(agents.id, ids));
  const questions = await countQuestions(db, ids);
  const readers = await countReaders(db, ids);
  const versions = await currentVersions(db, ids);
  const { deploy_gate } = await interfaceOf(db);
  const shown = rows.map(({ agent, ...added }) => ({
    ...agent,
    ...added,
    gate: agent.deploy_gate ?? deploy_gate,
    messages_count: questions.get(agent.id) ?? 0,
    user_groups_count: readers.get(agent.id)?.groups ?? 0,
    users_count: readers.get(agent.id)?.people ?? 0,
    version_id: versions.get(agent.id) ?? null,
  }));
  return inOrder(ids, shown);
}

/** Shown ones and edited ones, but no copies. */
const questionsAsked = sql`${chat_sessions.messages_count} + ${chat_sessions.variants_count} - ${chat_sessions.copied_count}`;

/** Counts questions as the statistics do: without test chats, with erased conversations. */
async function countQuestions(db: Queryable, ids: number[]): Promise<Map<number, number>> {
  const rows = await db
    .select({ id: chat_sessions.agent_id, total: sum(questionsAsked).mapWith(Number) })
    .from(chat_sessions)
    .where(and(inArray(chat_sessions.agent_id, ids), eq(chat_sessions.is_test, false)))
    .groupBy(chat_sessions.agent_id);
  return new Map(rows.map(({ id, total }) => [id as number, total]));
}

/** The groups that may use each agent and their active people; people without a group count in the default one. */
async function countReaders(
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
