/** Versions: the configuration that an agent had when it answered. */
import { createHash } from 'node:crypto';
import { and, eq, inArray, sql } from 'drizzle-orm';
import {
  type AgentConfiguration,
  DEFAULT_MODEL_RULES,
  type ModelRules,
} from '#contract/agent-configuration.ts';
import type { Queryable } from '../../db/client.ts';
import { agent_data_sources, agent_knowledge_bases, agent_versions, agents } from '../../db/tables/agents.ts';
import { data_sources } from '../../db/tables/data-sources.ts';
import { knowledge_bases } from '../../db/tables/knowledge.ts';

/** The administrator who made the change; null when it came from elsewhere, such as a deleted base. */
export type VersionMaker = { user_id: number | null; now: Date };

/** The version whose configuration the agent has now, kept the first time it is seen; undefined without the agent. */
export async function keepVersion(
  db: Queryable,
  agent_id: number,
  { user_id, now }: VersionMaker,
): Promise<number | undefined> {
  const configuration = await configurationOf(db, agent_id);
  if (!configuration) return undefined;
  const hash = hashOf(configuration);
  const shown = withoutDefaults(configuration);
  const isThis = and(eq(agent_versions.agent_id, agent_id), eq(agent_versions.hash, hash));
  const [known] = await db.select({ id: agent_versions.id }).from(agent_versions).where(isThis);
  if (known) return known.id;
  const [made] = await db
    .insert(agent_versions)
    .values({ agent_id, hash, configuration: shown, created_by: user_id, created_at: now })
    .onConflictDoUpdate({ target: [agent_versions.agent_id, agent_versions.hash], set: { hash } })
    .returning({ id: agent_versions.id });
  return made?.id;
}

/** The version of each agent's present configuration; none for an agent whose configuration was not kept yet. */
export async function currentVersions(db: Queryable, agent_ids: number[]): Promise<Map<number, number>> {
  const hashes = new Map(
    (await configurationsOf(db, agent_ids)).map(({ id, ...configuration }) => [id, hashOf(configuration)]),
  );
  if (!hashes.size) return new Map();
  const kept = await db
    .select({ id: agent_versions.id, agent_id: agent_versions.agent_id, hash: agent_versions.hash })
    .from(agent_versions)
    .where(
      and(
        inArray(agent_versions.agent_id, [...hashes.keys()]),
        inArray(agent_versions.hash, [...hashes.values()]),
      ),
    );
  const current = kept.filter(({ agent_id, hash }) => hashes.get(agent_id) === hash);
  return new Map(current.map(({ id, agent_id }) => [agent_id, id]));
}

/** With every model rule, also those that have their default. */
export type CompleteConfiguration = AgentConfiguration & ModelRules;

export async function configurationOf(
  db: Queryable,
  agent_id: number,
): Promise<CompleteConfiguration | undefined> {
  const [found] = await configurationsOf(db, [agent_id]);
  if (!found) return undefined;
  const { id: _, ...configuration } = found;
  return configuration;
}

type Link = { id: number; name: string };

const basesOfAgent = sql<Link[]>`coalesce((
  select json_agg(json_build_object('id', ${knowledge_bases}.id, 'name', ${knowledge_bases}.name) order by ${knowledge_bases}.id)
  from ${agent_knowledge_bases} join ${knowledge_bases} on ${knowledge_bases}.id = ${agent_knowledge_bases}.knowledge_base_id
  where ${agent_knowledge_bases}.agent_id = ${agents}.id), '[]')`;

const sourcesOfAgent = sql<Link[]>`coalesce((
  select json_agg(json_build_object('id', ${data_sources}.id, 'name', ${data_sources}.name) order by ${data_sources}.id)
  from ${agent_data_sources} join ${data_sources} on ${data_sources}.id = ${agent_data_sources}.data_source_id
  where ${agent_data_sources}.agent_id = ${agents}.id), '[]')`;

export const configurationColumns = {
  id: agents.id,
  model: agents.model,
  temperature: agents.temperature,
  fallback_models: agents.fallback_models,
  reasoning_effort: agents.reasoning_effort,
  personal_data: agents.personal_data,
  personal_data_kinds: agents.personal_data_kinds,
  residency_max: agents.residency_max,
  refuse_unchecked_numbers: agents.refuse_unchecked_numbers,
  files: agents.files,
  use_guided_prompt: agents.use_guided_prompt,
  use_security_prompt: agents.use_security_prompt,
  prompt_sections: agents.prompt_sections,
  custom_prompt: agents.custom_prompt,
  knowledge_bases: basesOfAgent,
  data_sources: sourcesOfAgent,
};

function configurationsOf(
  db: Queryable,
  agent_ids: number[],
): Promise<(CompleteConfiguration & { id: number })[]> {
  return db.select(configurationColumns).from(agents).where(inArray(agents.id, agent_ids));
}

/**
 * Names of bases and sources may change without changing what is answered: they are kept, not hashed. A rule that has its
 * default is not hashed either, so that the versions from before there were such rules are still found.
 */
export function hashOf(configuration: AgentConfiguration): string {
  const {
    knowledge_bases: bases,
    data_sources: sources,
    prompt_sections,
    ...settings
  } = withoutDefaults(configuration);
  const shape = [
    Object.entries(settings).toSorted(byKey),
    Object.entries(prompt_sections).toSorted(byKey),
    bases.map(({ id }) => id),
    sources.map(({ id }) => id),
  ];
  return createHash('sha256').update(JSON.stringify(shape)).digest('hex');
}

const RULES = Object.keys(DEFAULT_MODEL_RULES) as (keyof ModelRules)[];

type GivenRules = { [rule in keyof ModelRules]?: ModelRules[rule] | undefined };

/** The rules that are given and differ from their default. */
export function changedRules(given: GivenRules): Partial<ModelRules> {
  const isChanged = (rule: keyof ModelRules) =>
    given[rule] !== undefined && JSON.stringify(given[rule]) !== JSON.stringify(DEFAULT_MODEL_RULES[rule]);
  return Object.fromEntries(RULES.filter(isChanged).map((rule) => [rule, given[rule]]));
}

function withoutDefaults(configuration: AgentConfiguration): AgentConfiguration {
  const {
    fallback_models,
    reasoning_effort,
    personal_data,
    personal_data_kinds,
    residency_max,
    refuse_unchecked_numbers,
    files,
    ...settings
  } = configuration;
  const rules = {
    fallback_models,
    reasoning_effort,
    personal_data,
    personal_data_kinds,
    residency_max,
    refuse_unchecked_numbers,
    files,
  };
  return { ...settings, ...changedRules(rules) };
}

const byKey = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1);
