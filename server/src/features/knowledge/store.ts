/** The rows of bases and documents. */
import { and, eq, getTableColumns } from 'drizzle-orm';
import type { Queryable } from '../../db/client.ts';
import { documents, knowledge_bases } from '../../db/tables/knowledge.ts';

export type KnowledgeBaseRow = typeof knowledge_bases.$inferSelect;
export type DocumentText = typeof documents.$inferSelect;
/** Without the text, which is long and rarely wanted. */
export type DocumentRow = Omit<DocumentText, 'content_text'>;

const { content_text: _, ...columns } = getTableColumns(documents);
export const documentColumns = columns;

export async function createKnowledgeBase(
  db: Queryable,
  { name, description = null }: { name: string; description?: string | null },
): Promise<KnowledgeBaseRow> {
  const [row] = await db.insert(knowledge_bases).values({ name, description }).returning();
  return row as KnowledgeBaseRow;
}

/** A document with its extracted text, of which every passage is a span. */
export async function findDocument(
  db: Queryable,
  knowledgeBaseId: number,
  id: number,
): Promise<DocumentText | null> {
  const [row] = await db
    .select()
    .from(documents)
    .where(and(eq(documents.knowledge_base_id, knowledgeBaseId), eq(documents.id, id)));
  return row ?? null;
}
