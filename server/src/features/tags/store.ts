import { sql } from 'drizzle-orm';
import type { Tag } from '#contract/tags.ts';
import type { Queryable } from '../../db/client.ts';
import { tags } from '../../db/tables/agents.ts';

export function listTags(db: Queryable): Promise<Tag[]> {
  return db.select().from(tags).orderBy(sql`fold_text(${tags.name})`, tags.id);
}
