/**
 * The turn of a document in the line of those that wait to be read: the more documents of its base wait before it, the
 * later it is read. Two hundred files for one base delay a file for another base only by those that are being read.
 */
import { and, eq, ne, sql } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { documents } from '../../../db/tables/knowledge.ts';
import { type DocumentPlace, isBeingRead } from '../documents/store.ts';

/** All after these have the same turn. */
const WAITING_MAX = 1_000;

/** A priority of the queue, where the highest begins first: 0 where nothing else of the base waits. */
export const turnBehind = (waiting: number): number => 0 - Math.min(waiting, WAITING_MAX);

/** Below uploads, for whose reading a person waits. */
export const turnOfRereading = (waiting: number): number => turnBehind(waiting) - WAITING_MAX - 1;

export async function turnOf(
  db: Queryable,
  { knowledge_base_id, document_id }: DocumentPlace,
): Promise<number> {
  const others = db
    .select({ one: sql`1` })
    .from(documents)
    .where(
      and(eq(documents.knowledge_base_id, knowledge_base_id), ne(documents.id, document_id), isBeingRead),
    )
    .limit(WAITING_MAX);
  const { rows } = await db.execute<{ waiting: number }>(
    sql`select count(*)::int waiting from (${others}) others`,
  );
  return turnBehind(rows[0]?.waiting ?? 0);
}
