/** The agents and data sources that name a model. */
import { sql } from 'drizzle-orm';
import { AGENT_FALLBACK } from '#contract/agent-models.ts';
import type { ModelInfo } from '#contract/models.ts';
import type { Queryable } from '../../../db/client.ts';

export type Uses = ModelInfo['uses'];

export const NO_USES: Uses = { agents: [], data_sources: [] };

/** By model, sorted by name. An agent without a model runs on the fallback; reserves count as use. */
export async function readUses(db: Queryable): Promise<ReadonlyMap<string, Uses>> {
  const { rows } = await db.execute<{ model: string; kind: keyof Uses; id: number; name: string }>(sql`
    select distinct model, kind, id, name from (
      select coalesce(a.model, ${AGENT_FALLBACK.model}) model, 'agents' kind, a.id, a.name from agents a
      union all
      select unnest(a.fallback_models), 'agents', a.id, a.name from agents a
      union all
      select d.rag_config->'profile_extraction'->>'model_name', 'data_sources', d.id, d.name from data_sources d
      union all
      select d.rag_config->'document_filter'->>'model_name', 'data_sources', d.id, d.name from data_sources d
    ) named where model is not null order by name, id`);
  const uses = new Map<string, Uses>();
  for (const { model, kind, id, name } of rows) {
    const known = uses.get(model) ?? { agents: [], data_sources: [] };
    known[kind].push({ id, name });
    uses.set(model, known);
  }
  return uses;
}
