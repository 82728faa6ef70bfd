/** Where the next question of a conversation is processed, for its reader. */

import { sql } from 'drizzle-orm';
import { AGENT_FALLBACK } from '#contract/agent-models.ts';
import type { ChatSession } from '#contract/chat-session.ts';
import { RESIDENCIES, type Residency } from '#contract/model-sets.ts';
import type { AppContext } from '../../../app-context.ts';
import type { Queryable } from '../../../db/client.ts';
import { configurationOf } from '../../agents/versions.ts';
import { ruleOf } from '../../guard/rule.ts';

/** Absent in local mode, without an agent, and where no model can answer now. */
export async function processingOf(
  { db, models }: Context,
  agent_id: number | null,
): Promise<Pick<ChatSession, 'processing'>> {
  const agent = agent_id === null ? undefined : await configurationOf(db, agent_id);
  const open = agent && models.open(agent.model ?? AGENT_FALLBACK.model, agent.residency_max);
  if (!agent || !open || open.local) return {};
  const { name: provider, residency } = open.provider;
  const rule = ruleOf(models, agent);
  const is_masked = rule.mode === 'mask' || rule.mode === 'block';
  const beyond = await farthestBeyond({ db, models }, agent, residency);
  return { processing: { provider, residency, is_masked, ...(beyond ? { beyond } : {}) } };
}

type Context = Pick<AppContext, 'db' | 'models'>;
type Agent = NonNullable<Awaited<ReturnType<typeof configurationOf>>>;
type Place = { provider: string; residency: Residency };

const distanceOf = (residency: Residency): number => RESIDENCIES.indexOf(residency);

/**
 * The farthest of the other places that a question may reach: reserves, the models that read data sources, and the one
 * that searches by meaning. Undefined where none of them is farther away than the model itself.
 */
async function farthestBeyond(
  { db, models }: Context,
  agent: Agent,
  residency: Residency,
): Promise<Place | undefined> {
  if (residency === RESIDENCIES.at(-1)) return undefined;
  const { residency_max, fallback_models } = agent;
  const reserves = fallback_models.length ? fallback_models : models.defaults.reserves;
  const opened = [
    ...reserves.map((id) => models.open(id, residency_max)),
    ...(await stepModels(db, agent)).flatMap((id) => models.openSteps(id, residency_max)),
  ];
  const places = opened.flatMap((one): Place[] =>
    one && !one.local ? [{ provider: one.provider.name, residency: one.provider.residency }] : [],
  );
  const { embedder } = models;
  if (embedder && agent.knowledge_bases.length)
    places.push({ provider: embedder.name, residency: embedder.residency ?? 'exterior' });
  return places
    .filter((one) => distanceOf(one.residency) > distanceOf(residency))
    .filter((one) => distanceOf(one.residency) <= distanceOf(residency_max))
    .toSorted((one, other) => distanceOf(other.residency) - distanceOf(one.residency))[0];
}

async function stepModels(db: Queryable, { data_sources }: Agent): Promise<string[]> {
  if (!data_sources.length) return [];
  const ids = data_sources.map(({ id }) => id);
  const { rows } = await db.execute<{ model: string }>(sql`
    select distinct rag_config -> step ->> 'model_name' model
    from data_sources, unnest('{profile_extraction, document_filter}'::text[]) step
    where id = any (${sql.param(ids)}::int[]) and rag_config -> step ->> 'model_name' is not null`);
  return rows.map(({ model }) => model);
}
