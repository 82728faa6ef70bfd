/** Tags as rows. A name is one name whatever its case and its accents. */
import { and, count, eq, exists, notExists, or, sql } from 'drizzle-orm';
import { type ListedTag, type Tag, tagMessages } from '#contract/tags.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import { databaseCode, type Queryable, type Transaction } from '../../db/client.ts';
import { agent_tags, agents, tags } from '../../db/tables/agents.ts';
import { type Actor, recordChange } from '../audit/record.ts';

const byName = [sql`fold_text(${tags.name})`, tags.id];

/** The tags without those that belong to drafts only: filtering by one of them would find nothing. */
export function listOfferedTags(db: Queryable): Promise<Tag[]> {
  const agentsWithTag = db
    .select({ id: agents.id })
    .from(agent_tags)
    .innerJoin(agents, eq(agents.id, agent_tags.agent_id))
    .where(eq(agent_tags.tag_id, tags.id));
  const deployed = db
    .select({ id: agents.id })
    .from(agent_tags)
    .innerJoin(agents, eq(agents.id, agent_tags.agent_id))
    .where(and(eq(agent_tags.tag_id, tags.id), eq(agents.deploy_status, true)));
  return db
    .select()
    .from(tags)
    .where(or(exists(deployed), notExists(agentsWithTag)))
    .orderBy(...byName);
}

/** With the number of agents, drafts too, that have each tag. */
export function listCountedTags(db: Queryable): Promise<ListedTag[]> {
  return db
    .select({ id: tags.id, name: tags.name, agents_count: count(agent_tags.agent_id) })
    .from(tags)
    .leftJoin(agent_tags, eq(agent_tags.tag_id, tags.id))
    .groupBy(tags.id)
    .orderBy(...byName);
}

type TagContext = Pick<AppContext, 'db' | 'clock'>;

export function createTag({ db, clock }: TagContext, by: Actor, typed: string): Promise<Tag> {
  const name = cleanName(typed);
  return db.transaction(async (tx) => {
    const [tag] = await whileFree(tx.insert(tags).values({ name }).returning());
    if (!tag) throw new Error('no tag was inserted');
    await recordChange(tx, by, { action: 'tag.created', ...named(tag) }, clock.now());
    return tag;
  });
}

export function renameTag({ db, clock }: TagContext, by: Actor, id: number, typed: string): Promise<Tag> {
  const name = cleanName(typed);
  return db.transaction(async (tx) => {
    const [before] = await tx.select().from(tags).where(eq(tags.id, id)).for('no key update');
    if (!before) throw new AppError('tag_not_found');
    if (before.name === name) return before;
    await whileFree(tx.update(tags).set({ name }).where(eq(tags.id, id)));
    const change = { before: { name: before.name }, after: { name } };
    await recordChange(tx, by, { action: 'tag.renamed', ...named(before), ...change }, clock.now());
    return { id, name };
  });
}

/** From all agents too. */
export function removeTag({ db, clock }: TagContext, by: Actor, id: number): Promise<null> {
  return db.transaction(async (tx) => {
    const [gone] = await tx.delete(tags).where(eq(tags.id, id)).returning();
    if (!gone) throw new AppError('tag_not_found');
    await recordChange(tx, by, { action: 'tag.deleted', ...named(gone) }, clock.now());
    return null;
  });
}

/** Locked against deletion until the transaction ends. */
export async function requireTag(tx: Transaction, id: number): Promise<Tag> {
  const [tag] = await tx.select().from(tags).where(eq(tags.id, id)).for('key share');
  if (!tag) throw new AppError('tag_not_found');
  return tag;
}

const named = ({ id, name }: Tag) => ({ object_type: 'tag' as const, object_id: id, object_name: name });

async function whileFree<T>(written: PromiseLike<T>): Promise<T> {
  try {
    return await written;
  } catch (error) {
    throw databaseCode(error) === UNIQUE_VIOLATION ? new AppError('tag_taken', { cause: error }) : error;
  }
}

const UNIQUE_VIOLATION = '23505';

/** Without what the database cannot hold. */
function cleanName(name: string): string {
  const clean = name.replaceAll('\0', '').toWellFormed().trim();
  if (clean) return clean;
  const message = tagMessages.empty;
  throw new AppError('validation', { detail: message, errors: [{ field: 'name', message }] });
}
