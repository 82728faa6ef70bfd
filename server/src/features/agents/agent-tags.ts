/** The tags of one agent. */
import { and, eq, sql } from 'drizzle-orm';
import type { Tag } from '#contract/tags.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import type { Queryable, Transaction } from '../../db/client.ts';
import { agent_tags, agents, tags } from '../../db/tables/agents.ts';
import { type Actor, recordChange } from '../audit/record.ts';
import { requireTag } from '../tags/store.ts';
import { auditLabel, lockAgent, tagsOfAgent } from './store.ts';

type TagContext = Pick<AppContext, 'db' | 'clock'>;
type TagOfAgent = { id: number; tagId: number };

/** Adds a tag and returns all tags of the agent; a tag that it has already changes nothing. */
export function addTag({ db, clock }: TagContext, by: Actor, { id, tagId }: TagOfAgent): Promise<Tag[]> {
  return db.transaction(async (tx) => {
    const agent = await lockAgent(tx, id);
    const { name } = await requireTag(tx, tagId);
    const isNew = await addTagsToAgent(tx, id, [tagId]);
    const change = { action: 'agent.tag_added', ...auditLabel(agent), after: { tag: name } };
    if (isNew) await recordChange(tx, by, change, clock.now());
    return tagsOf(tx, id);
  });
}

/** Removes a tag and returns the remaining ones; a tag that the agent does not have changes nothing. */
export function removeTag({ db, clock }: TagContext, by: Actor, { id, tagId }: TagOfAgent): Promise<Tag[]> {
  return db.transaction(async (tx) => {
    const agent = await lockAgent(tx, id);
    const { name } = await requireTag(tx, tagId);
    const isThis = and(eq(agent_tags.agent_id, id), eq(agent_tags.tag_id, tagId));
    const { rowCount } = await tx.delete(agent_tags).where(isThis);
    const change = { action: 'agent.tag_removed', ...auditLabel(agent), before: { tag: name } };
    if (rowCount) await recordChange(tx, by, change, clock.now());
    return tagsOf(tx, id);
  });
}

/** True when the agent did not have one of the tags. */
export async function addTagsToAgent(tx: Transaction, agent_id: number, tag_ids: number[]): Promise<boolean> {
  if (!tag_ids.length) return false;
  const { rowCount } = await tx
    .insert(agent_tags)
    .values(tag_ids.map((tag_id) => ({ agent_id, tag_id })))
    .onConflictDoNothing();
  return !!rowCount;
}

export async function tagsOf(db: Queryable, agent_id: number): Promise<Tag[]> {
  const [agent] = await db.select({ tags: tagsOfAgent }).from(agents).where(eq(agents.id, agent_id));
  if (!agent) throw new AppError('agent_not_found');
  return agent.tags;
}

/** The ids of the tags with these names, without case and accents; missing ones are created. */
export async function findOrCreateTags(tx: Transaction, names: string[]): Promise<number[]> {
  const ids = new Set<number>();
  // Sorted, so that two imports cannot deadlock.
  for (const name of names.toSorted()) {
    // Unique by fold_text(name), which the query builder cannot name as a target.
    const { rows } = await tx.execute<{ id: number }>(sql`
      insert into ${tags} (name) values (${name})
      on conflict (fold_text(name)) do update set name = ${tags}.name returning id`);
    for (const { id } of rows) ids.add(id);
  }
  return [...ids];
}
