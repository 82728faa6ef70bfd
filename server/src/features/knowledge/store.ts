/** The rows of bases and documents. */
import { and, asc, desc, eq, getTableColumns, inArray } from 'drizzle-orm';
import type { KbDocument, KnowledgeBase } from '#contract/knowledge.ts';
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

/** As a handler returns them; times become text on the wire. */
export type ShownBase = Omit<KnowledgeBase, 'documents' | 'created_at' | 'updated_at'> & {
  documents: (Omit<KbDocument, 'created_at'> & { created_at: Date })[];
  created_at: Date;
  updated_at: Date;
};

const BASES_MAX = 1_000;

/** All bases, or those of the given ids, last changed first; with their documents, newest first. Two statements. */
export async function listKnowledgeBases(db: Queryable, ids?: number[]): Promise<ShownBase[]> {
  const bases = await db
    .select()
    .from(knowledge_bases)
    .where(ids && inArray(knowledge_bases.id, ids))
    .orderBy(desc(knowledge_bases.updated_at), asc(knowledge_bases.id))
    .limit(BASES_MAX);
  if (!bases.length) return [];
  const rows = await db
    .select(documentColumns)
    .from(documents)
    .where(
      inArray(
        documents.knowledge_base_id,
        bases.map(({ id }) => id),
      ),
    )
    .orderBy(desc(documents.created_at), desc(documents.id));
  const byBase = Map.groupBy(rows, ({ knowledge_base_id }) => knowledge_base_id);
  return bases.map((base) => showBase(base, byBase.get(base.id) ?? []));
}

const showBase = (base: KnowledgeBaseRow, rows: DocumentRow[]): ShownBase => ({
  ...base,
  documents: rows,
  documents_count: rows.length,
  total_storage: rows.reduce((sum, { file_size }) => sum + file_size, 0),
  total_tokens: rows.reduce((sum, { token_count }) => sum + token_count, 0),
});

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
