/** The rows of agents: finds them, pages through them, locks one. */
import { eq, type SQL, sql } from 'drizzle-orm';
import type { AgentSummary } from '#contract/agents.ts';
import { START_AGENTS } from '#contract/limits.ts';
import type { Tag } from '#contract/tags.ts';
import { AppError } from '../../app-error.ts';
import type { Queryable, Transaction } from '../../db/client.ts';
import { executePrepared, prepared } from '../../db/prepared.ts';
import { agent_knowledge_bases, agent_tags, agents, tags } from '../../db/tables/agents.ts';
import { chat_sessions } from '../../db/tables/chat.ts';
import { knowledge_bases } from '../../db/tables/knowledge.ts';
import { markOf, type Values } from '../audit/values.ts';
import { type AgentUser, availableTo } from './availability.ts';

export type AgentRow = typeof agents.$inferSelect;

export type AgentQuery = { skip: number; limit: number; search?: string; tag_ids: number[] };

/** The tags of an agent, sorted by name without case and accents. */
export const tagsOfAgent = sql<Tag[]>`coalesce((
  select json_agg(json_build_object('id', ${tags}.id, 'name', ${tags}.name) order by fold_text(${tags}.name), ${tags}.id)
  from ${agent_tags} join ${tags} on ${tags}.id = ${agent_tags}.tag_id where ${agent_tags}.agent_id = ${agents}.id), '[]')`;

/** Days of silence after which the files of a conversation are deleted; null: never. */
export const filesDays = sql<number | null>`(
  select (value ->> 'days')::int from installation where key = 'chat_files')`;

/** Some base of the agent is dated. */
export const isDatedAgent = sql<boolean>`exists (
  select from ${agent_knowledge_bases} join ${knowledge_bases} on ${knowledge_bases}.id = ${agent_knowledge_bases}.knowledge_base_id
  where ${agent_knowledge_bases}.agent_id = ${agents}.id and ${knowledge_bases}.validity)`;

const summary = {
  id: agents.id,
  name: agents.name,
  description: agents.description,
  deploy_status: agents.deploy_status,
  tags: tagsOfAgent,
  files: agents.files,
  files_days: filesDays,
  validity: isDatedAgent,
  openers: agents.openers,
  scope_note: agents.scope_note,
  temporary_mode: agents.temporary_mode,
};

/** How a list is ordered, with what is joined to the admitted agents for it. */
type Order = { beside: SQL; by: SQL };

const LAST_CHANGED: Order = { beside: sql``, by: sql`updated_at desc` };

/**
 * The ids of a page, in order, of the agents that a condition admits; with tags, those that have more of them before. Ids
 * alone, so that pages deep in the list cost no more than the first.
 */
export async function pageOfAgents(
  db: Queryable,
  admits: SQL<boolean>,
  { skip, limit, search, tag_ids }: AgentQuery,
  { beside, by }: Order = LAST_CHANGED,
): Promise<{ ids: number[]; total: number }> {
  const tagged = sql`join (
    select ${agent_tags}.agent_id, count(*) chosen_tags from ${agent_tags}
    where ${agent_tags}.tag_id = any (${sql.param(tag_ids)}::int[]) group by 1
  ) tagged on tagged.agent_id = ${agents}.id`;
  // One prepared plan serves all words and tags.
  const [page] = await executePrepared<{ ids: number[]; total: number }>(
    db,
    sql`
    with admitted as materialized (
      select ${agents}.id, ${agents}.name, ${agents}.updated_at, ${tag_ids.length ? sql`chosen_tags` : sql`0`} chosen_tags
      from ${agents} ${tag_ids.length ? tagged : sql``}
      where ${admits} and ${search ? mentions(search) : sql`true`}
    )
    select (select count(*)::int from admitted) total, array(
      select id from admitted ${beside} order by chosen_tags desc, ${by}, id limit ${limit} offset ${skip}) ids`,
  );
  return page ?? { ids: [], total: 0 };
}

/** A page of the agents that the caller may use. */
export async function listAvailable(
  db: Queryable,
  user: AgentUser & { user_id: number },
  { order, ...query }: AgentQuery & { order: 'changed' | 'own' },
  now: Date,
): Promise<{ rows: AgentSummary[]; total: number }> {
  const ordered = order === 'own' ? ownFirst(user.user_id, now) : LAST_CHANGED;
  const { ids, total } = await pageOfAgents(db, availableTo(user), query, ordered);
  const found = ids.length ? await selectSummaries(db, { ids }) : [];
  return { rows: inOrder(ids, found), total };
}

/** Days whose questions count for a person's own order of agents. */
const OWN_QUESTIONS_DAYS = 90;

/** The agent that a person asked last, those they ask most, the others by name. */
function ownFirst(user_id: number, now: Date): Order {
  const since = new Date(now.getTime() - OWN_QUESTIONS_DAYS * 86_400_000);
  return {
    beside: sql`left join (
      select agent_id, max(updated_at) last_at,
        coalesce(sum(messages_count) filter (where created_at >= ${since}::timestamptz), 0) questions
      from ${chat_sessions}
      where user_id = ${user_id} and not is_test and key_id is null and messages_count > 0 and erased_at is null
      group by 1
    ) own on own.agent_id = id`,
    by: sql`(own.last_at = max(own.last_at) over ()) is true desc, coalesce(own.questions, 0) desc, fold_text(name)`,
  };
}

/** The first agents of a new conversation. */
export const listStart = (db: Queryable, user: AgentUser & { user_id: number }, now: Date) =>
  listAvailable(db, user, { skip: 0, limit: START_AGENTS, tag_ids: [], order: 'own' }, now);

const selectSummaries = prepared((db) =>
  db
    .select(summary)
    .from(agents)
    .where(sql`${agents.id} = any (${sql.placeholder('ids')}::int[])`),
);

export async function findAvailable(
  db: Queryable,
  user: AgentUser,
  id: number,
): Promise<AgentSummary | undefined> {
  const [agent] = await db
    .select(summary)
    .from(agents)
    .where(sql`${agents.id} = ${id} and ${availableTo(user)}`);
  return agent;
}

/** Locks the agent until the transaction ends, which serializes changes of its configuration. */
export async function lockAgent(tx: Transaction, id: number): Promise<AgentRow> {
  const [agent] = await tx.select().from(agents).where(eq(agents.id, id)).for('no key update');
  if (!agent) throw new AppError('agent_not_found');
  return agent;
}

export async function requireAgent(db: Queryable, id: number): Promise<AgentRow> {
  const [agent] = await db.select().from(agents).where(eq(agents.id, id));
  if (!agent) throw new AppError('agent_not_found');
  return agent;
}

export function inOrder<T extends { id: number }>(ids: number[], rows: T[]): T[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** A condition on `agents`: the deployed ones, or all. */
export const deployedOnly = (only: boolean) =>
  only ? sql<boolean>`${agents}.deploy_status` : sql<boolean>`true`;

/** A substring of name or description, whatever the case and the accents; nothing in it has a special meaning. */
const mentions = (search: string): SQL => sql`strpos(${agents}.search_text, fold_text(${search})) > 0`;

export const auditLabel = ({ id, name }: Pick<AgentRow, 'id' | 'name'>) => ({
  object_type: 'agent' as const,
  object_id: id,
  object_name: name,
});

/** The audit entry of an agent; texts that shape its answers appear as a hash only. */
export const auditValues = (agent: AgentRow): Values => ({
  name: agent.name,
  description: agent.description,
  deploy_status: agent.deploy_status,
  model: agent.model,
  temperature: agent.temperature,
  fallback_models: agent.fallback_models,
  reasoning_effort: agent.reasoning_effort,
  personal_data: agent.personal_data,
  personal_data_kinds: agent.personal_data_kinds,
  residency_max: agent.residency_max,
  refuse_unchecked_numbers: agent.refuse_unchecked_numbers,
  files: agent.files,
  openers: agent.openers.join(' · ') || null,
  scope_note: agent.scope_note,
  suggestions: agent.suggestions,
  temporary_mode: agent.temporary_mode,
  nightly_checks: agent.nightly_checks,
  has_owner: agent.owner_user_id !== null,
  deploy_gate: agent.deploy_gate,
  use_guided_prompt: agent.use_guided_prompt,
  use_security_prompt: agent.use_security_prompt,
  ...Object.fromEntries(
    Object.entries(agent.prompt_sections).map(([section, text]) => [
      `prompt_sections.${section}`,
      markOf(text),
    ]),
  ),
  custom_prompt: markOf(agent.custom_prompt),
});
