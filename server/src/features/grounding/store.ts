import { and, eq } from 'drizzle-orm';
import type { Queryable } from '../../db/client.ts';
import { agent_data_sources, agent_knowledge_bases } from '../../db/tables/agents.ts';
import { data_sources } from '../../db/tables/data-sources.ts';
import { documents } from '../../db/tables/knowledge.ts';

export async function linkedKnowledgeBases(db: Queryable, agent_id: number): Promise<number[]> {
  const links = await db
    .select({ id: agent_knowledge_bases.knowledge_base_id })
    .from(agent_knowledge_bases)
    .where(eq(agent_knowledge_bases.agent_id, agent_id))
    .orderBy(agent_knowledge_bases.knowledge_base_id);
  return links.map(({ id }) => id);
}

export async function linkedDataSources(db: Queryable, agent_id: number) {
  return db
    .select({
      id: data_sources.id,
      name: data_sources.name,
      description: data_sources.description,
      rag_config: data_sources.rag_config,
      updated_at: data_sources.updated_at,
    })
    .from(agent_data_sources)
    .innerJoin(data_sources, eq(data_sources.id, agent_data_sources.data_source_id))
    .where(eq(agent_data_sources.agent_id, agent_id))
    .orderBy(data_sources.id);
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
      ),
    );
  return found?.text;
}
