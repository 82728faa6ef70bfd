/** Tags as rows. A name is one name whatever its case and its accents. */
import { count, eq, sql } from 'drizzle-orm';
import { type ListedTag, type Tag, tagMessages } from '#contract/tags.ts';
import { databaseCode, type Queryable } from '../../db/client.ts';
import { agent_tags, tags } from '../../db/tables/agents.ts';
import { AppError } from '../../http/app-error.ts';

const byName = [sql`fold_text(${tags.name})`, tags.id];

export function listTags(db: Queryable): Promise<Tag[]> {
  return db
    .select()
    .from(tags)
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

export async function createTag(db: Queryable, name: string): Promise<Tag> {
  const [tag] = await whileFree(
    db
      .insert(tags)
      .values({ name: cleanName(name) })
      .returning(),
  );
  if (!tag) throw new Error('no tag was inserted');
  return tag;
}

export async function renameTag(db: Queryable, id: number, name: string): Promise<Tag> {
  const [tag] = await whileFree(
    db
      .update(tags)
      .set({ name: cleanName(name) })
      .where(eq(tags.id, id))
      .returning(),
  );
  if (!tag) throw new AppError('tag_not_found');
  return tag;
}

/** From all agents too. */
export async function removeTag(db: Queryable, id: number): Promise<void> {
  const { rowCount } = await db.delete(tags).where(eq(tags.id, id));
  if (!rowCount) throw new AppError('tag_not_found');
}

/** In a transaction nobody deletes it before the end. */
export async function requireTag(db: Queryable, id: number): Promise<void> {
  const [tag] = await db.select({ id: tags.id }).from(tags).where(eq(tags.id, id)).for('key share');
  if (!tag) throw new AppError('tag_not_found');
}

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
