import { and, eq, inArray } from 'drizzle-orm';
import type { Queryable } from '../../db/client.ts';
import { agent_knowledge_bases } from '../../db/tables/agents.ts';
import { data_sources } from '../../db/tables/data-sources.ts';
import { documents } from '../../db/tables/knowledge.ts';
import { connectionOfSource } from '../data-sources/settings/store.ts';
import { isThere } from '../knowledge/documents/store.ts';

export function findDataSources(db: Queryable, ids: number[]) {
  return db
    .select({
      id: data_sources.id,
      name: data_sources.name,
      description: data_sources.description,
      rag_config: data_sources.rag_config,
      connection_id: connectionOfSource,
      updated_at: data_sources.updated_at,
    })
    .from(data_sources)
    .where(inArray(data_sources.id, ids))
    .orderBy(data_sources.id);
}

/** A document by its number alone, among those of the bases that the agent reads now. */
export async function findReadDocument(db: Queryable, agent_id: number, document_id: number) {
  const [found] = await db
    .select({
      knowledge_base_id: documents.knowledge_base_id,
      title: documents.original_filename,
      text: documents.content_text,
    })
    .from(agent_knowledge_bases)
    .innerJoin(documents, eq(documents.knowledge_base_id, agent_knowledge_bases.knowledge_base_id))
    .where(and(eq(agent_knowledge_bases.agent_id, agent_id), eq(documents.id, document_id), isThere));
  return found;
}

/** The text of a document; undefined when it is gone, or when the agent does not read its base (any more). */
export async function findLinkedText(
  db: Queryable,
  agent_id: number,
  document: { knowledge_base_id: number; document_id: number },
): Promise<string | undefined> {
  const [found] = await db
    .select({ text: documents.content_text })
    .from(documents)
    .innerJoin(
      agent_knowledge_bases,
      eq(agent_knowledge_bases.knowledge_base_id, documents.knowledge_base_id),
    )
    .where(
      and(
        eq(agent_knowledge_bases.agent_id, agent_id),
        eq(documents.knowledge_base_id, document.knowledge_base_id),
        eq(documents.id, document.document_id),
        isThere,
      ),
    );
  return found?.text;
}
