/** The tags of one agent. */
import { and, eq, sql } from 'drizzle-orm';
import type { Tag } from '#contract/tags.ts';
import type { Database, Queryable, Transaction } from '../../db/client.ts';
import { agent_tags, agents, tags } from '../../db/tables/agents.ts';
import { AppError } from '../../http/app-error.ts';
import { requireTag } from '../tags/store.ts';
import { lockAgent, tagsOfAgent } from './store.ts';

/** Its tags afterwards; giving one that it has changes nothing. */
export function addTag(db: Database, agent_id: number, tag_id: number): Promise<Tag[]> {
  return db.transaction(async (tx) => {
    await lockAgent(tx, agent_id);
    await requireTag(tx, tag_id);
    await tagAgent(tx, agent_id, [tag_id]);
    return tagsOf(tx, agent_id);
  });
}

/** Its tags afterwards; taking one that it has not changes nothing. */
export async function removeTag(db: Queryable, agent_id: number, tag_id: number): Promise<Tag[]> {
  await requireTag(db, tag_id);
  await db.delete(agent_tags).where(and(eq(agent_tags.agent_id, agent_id), eq(agent_tags.tag_id, tag_id)));
  return tagsOf(db, agent_id);
}

export async function tagAgent(tx: Transaction, agent_id: number, tag_ids: number[]): Promise<void> {
  if (!tag_ids.length) return;
  await tx
    .insert(agent_tags)
    .values(tag_ids.map((tag_id) => ({ agent_id, tag_id })))
    .onConflictDoNothing();
}

export async function tagsOf(db: Queryable, agent_id: number): Promise<Tag[]> {
  const [agent] = await db.select({ tags: tagsOfAgent }).from(agents).where(eq(agents.id, agent_id));
  if (!agent) throw new AppError('agent_not_found');
  return agent.tags;
}

/** The tags of these names, whatever the case and the accents; those that do not exist are made. */
export async function tagsNamed(tx: Transaction, names: string[]): Promise<number[]> {
  const ids = new Set<number>();
  // In one order, so that two files never wait for each other.
  for (const name of names.toSorted()) {
    // Unique by fold_text(name), which the query builder cannot name as a target.
    const { rows } = await tx.execute<{ id: number }>(sql`
      insert into ${tags} (name) values (${name})
      on conflict (fold_text(name)) do update set name = ${tags}.name returning id`);
    for (const { id } of rows) ids.add(id);
  }
  return [...ids];
}
