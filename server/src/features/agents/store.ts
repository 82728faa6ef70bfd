import { and, count, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { AgentSummary } from '#contract/agents.ts';
import type { Tag } from '#contract/tags.ts';
import type { Queryable } from '../../db/client.ts';
import { agent_tags, agents, tags } from '../../db/tables/agents.ts';
import { type AgentUser, availableTo } from './availability.ts';

export type AgentRow = typeof agents.$inferSelect;

export type AgentQuery = { skip: number; limit: number; search?: string; tag_ids: number[] };

const tagsOfAgent = sql<Tag[]>`coalesce((
  select json_agg(json_build_object('id', ${tags}.id, 'name', ${tags}.name) order by fold_text(${tags}.name), ${tags}.id)
  from ${agent_tags} join ${tags} on ${tags}.id = ${agent_tags}.tag_id where ${agent_tags}.agent_id = ${agents}.id), '[]')`;

const summary = {
  id: agents.id,
  name: agents.name,
  description: agents.description,
  deploy_status: agents.deploy_status,
  tags: tagsOfAgent,
};

/** A page of what the caller may talk to; with tags, agents that have more of them come first. */
export async function listAvailable(
  db: Queryable,
  user: AgentUser,
  { skip, limit, search, tag_ids }: AgentQuery,
): Promise<{ rows: AgentSummary[]; total: number }> {
  const chosenTags = sql`(select count(*) from ${agent_tags}
    where ${agent_tags}.agent_id = ${agents}.id and ${agent_tags}.tag_id = any (${sql.param(tag_ids)}::int[]))`;
  const admitted = and(
    availableTo(user),
    search ? mentions(search) : undefined,
    tag_ids.length ? sql`${chosenTags} > 0` : undefined,
  );
  const [rows, [counted]] = await Promise.all([
    db
      .select(summary)
      .from(agents)
      .where(admitted)
      .orderBy(...(tag_ids.length ? [desc(chosenTags)] : []), desc(agents.updated_at), agents.id)
      .limit(limit)
      .offset(skip),
    db.select({ total: count() }).from(agents).where(admitted),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

export async function findAvailable(
  db: Queryable,
  user: AgentUser,
  id: number,
): Promise<AgentSummary | undefined> {
  const [agent] = await db
    .select(summary)
    .from(agents)
    .where(and(eq(agents.id, id), availableTo(user)));
  return agent;
}

/** A substring of name or description, whatever the case and the accents; nothing in it has a special meaning. */
const mentions = (search: string): SQL =>
  sql`(strpos(fold_text(${agents.name}), fold_text(${search})) > 0
    or strpos(fold_text(coalesce(${agents.description}, '')), fold_text(${search})) > 0)`;
