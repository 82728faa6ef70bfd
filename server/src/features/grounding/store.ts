import { eq } from 'drizzle-orm';
import type { Queryable } from '../../db/client.ts';
import { agent_knowledge_bases } from '../../db/tables/agents.ts';

export async function linkedKnowledgeBases(db: Queryable, agent_id: number): Promise<number[]> {
  const links = await db
    .select({ id: agent_knowledge_bases.knowledge_base_id })
    .from(agent_knowledge_bases)
    .where(eq(agent_knowledge_bases.agent_id, agent_id))
    .orderBy(agent_knowledge_bases.knowledge_base_id);
  return links.map(({ id }) => id);
}
