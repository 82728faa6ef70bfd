/** Exports an agent as one file, imports one from a file, and duplicates one. */
import { asc, eq } from 'drizzle-orm';
import { DEFAULT_MODEL_RULES, type ModelRules } from '#contract/agent-configuration.ts';
import type { AgentFile } from '#contract/agents.ts';
import { partsOf } from '#contract/expectations.ts';
import { NAME_MAX } from '#contract/limits.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import type { Queryable, Transaction } from '../../db/client.ts';
import { agent_checks } from '../../db/tables/agents.ts';
import { cleanFields } from '../../text/clean-text.ts';
import type { Actor } from '../audit/record.ts';
import { guardSettings } from '../guard/installation-guard.ts';
import { isKnown, isWithin, requireKnownModels, requireResidency } from '../models/named-models.ts';
import { type AgentDto, findAgentDto } from './agent-dto.ts';
import { addTagsToAgent, findOrCreateTags, tagsOf } from './agent-tags.ts';
import { type AgentFields, insertAgent, recordCreation, rulesIn } from './changes.ts';
import { existingLinks, findLinksByName, type Links, linkAll } from './links.ts';
import { lockAgent, requireAgent } from './store.ts';
import { changedRules, configurationOf, keepVersion } from './versions.ts';

const NO_NAME = 'Informe o nome do agente.';

type Checks = AgentFile['checks'];

const COPY = ' (cópia)';

/** Links, tags and checks appear by name and text and not by id; names are sorted. */
export async function exportAgent(db: Queryable, id: number): Promise<AgentFile> {
  const agent = await requireAgent(db, id);
  const { knowledge_bases, data_sources } = await linksOf(db, id);
  return {
    format: 'prosa-agent',
    format_version: 1,
    name: agent.name,
    ...settingsOf(agent),
    ...changedRules(agent),
    ...changedGuidance(agent),
    tags: namesOf(await tagsOf(db, id)),
    knowledge_bases: namesOf(knowledge_bases),
    data_sources: namesOf(data_sources),
    checks: await checksOf(db, id),
  };
}

/**
 * Creates a draft. Missing tags are created; `missing` names the bases and sources that do not exist, `left_out` the
 * reserves that cannot be used here.
 */
export async function importAgent(
  { db, clock, models }: Pick<AppContext, 'db' | 'clock' | 'models'>,
  by: Actor,
  file: AgentFile,
): Promise<{ agent: AgentDto; missing: string[]; left_out: string[] }> {
  requireKnownModels(models, { model: file.model });
  const { name, tags, checks, knowledge_bases, data_sources, ...settings } = cleanFields(file, NO_NAME);
  const stated = { ...changedRules(settings), ...rulesIn(settings) };
  // A file says nothing of a rule that is the usual one: then an imported agent begins as every new agent does here.
  const staysHere = stated.residency_max === undefined && (await guardSettings(db)).new_agents_local;
  const begun = { ...DEFAULT_MODEL_RULES, ...(staysHere ? { residency_max: 'local' as const } : {}) };
  const rules: ModelRules = { ...begun, ...stated };
  const fallback_models = rules.fallback_models.filter(
    (model) => isKnown(models, model) && isWithin(models, model, rules.residency_max),
  );
  if (!staysHere)
    requireResidency(models, { model: file.model, fallback_models, residency_max: rules.residency_max });
  const left_out = rules.fallback_models.filter((model) => !fallback_models.includes(model));
  const now = clock.now();
  return db.transaction(async (tx) => {
    const { links, missing } = await findLinksByName(tx, { knowledge_bases, data_sources });
    const tag_ids = await findOrCreateTags(tx, tags.map((tag) => tag.trim()).filter(Boolean));
    const fields = { name, ...settingsOf(settings), ...rules, fallback_models, ...changedGuidance(settings) };
    const id = await insertWhole(tx, { fields, links, tag_ids, checks }, { user_id: by.user_id, now });
    await recordCreation(tx, by, 'agent.imported', id, now);
    return { agent: await findAgentDto(tx, id), missing, left_out };
  });
}

/** Creates a draft with the same settings, tags, links and checks; no group may use it yet. */
export function duplicateAgent(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  by: Actor,
  id: number,
): Promise<AgentDto> {
  const now = clock.now();
  return db.transaction(async (tx) => {
    const agent = await lockAgent(tx, id);
    const { links } = await existingLinks(tx, await linksOf(tx, id));
    const tag_ids = (await tagsOf(tx, id)).map((tag) => tag.id);
    const fields = {
      name: nameOfCopy(agent.name),
      ...settingsOf(agent),
      ...changedRules(agent),
      ...changedGuidance(agent),
    };
    const checks = await checksOf(tx, id);
    const copy = await insertWhole(tx, { fields, links, tag_ids, checks }, { user_id: by.user_id, now });
    await recordCreation(tx, by, 'agent.duplicated', copy, now);
    return findAgentDto(tx, copy);
  });
}

/** The name with the mark of a copy, cut to the longest allowed name. */
export const nameOfCopy = (name: string): string => {
  const room = NAME_MAX - COPY.length;
  const kept = name.length > room ? name.slice(0, room).replace(/[\uD800-\uDBFF]$/, '') : name;
  return kept.trimEnd() + COPY;
};

type Whole = { fields: AgentFields; links: Links; tag_ids: number[]; checks: Checks };

async function insertWhole(
  tx: Transaction,
  { fields, links, tag_ids, checks }: Whole,
  { user_id, now }: { user_id: number; now: Date },
): Promise<number> {
  const id = await insertAgent(tx, fields, now);
  await linkAll(tx, id, links);
  await addTagsToAgent(tx, id, tag_ids);
  if (checks.length)
    await tx
      .insert(agent_checks)
      .values(checks.map((check) => ({ ...check, agent_id: id, created_at: now, updated_at: now })));
  await keepVersion(tx, id, { user_id, now });
  return id;
}

type Settings = Pick<
  AgentFile,
  | 'description'
  | 'model'
  | 'temperature'
  | 'use_guided_prompt'
  | 'use_security_prompt'
  | 'prompt_sections'
  | 'custom_prompt'
>;

const settingsOf = (agent: Settings): Settings => ({
  description: agent.description,
  model: agent.model,
  temperature: agent.temperature,
  use_guided_prompt: agent.use_guided_prompt,
  use_security_prompt: agent.use_security_prompt,
  prompt_sections: agent.prompt_sections,
  custom_prompt: agent.custom_prompt,
});

type Guidance = Pick<AgentFile, 'openers' | 'scope_note' | 'suggestions' | 'temporary_mode'>;

/** The guidance for readers, as far as it differs from that of a new agent. */
const changedGuidance = ({ openers, scope_note, suggestions, temporary_mode }: Guidance): Guidance => ({
  ...(openers?.length && { openers }),
  ...(scope_note && { scope_note }),
  ...(suggestions && suggestions !== 'sources' && { suggestions }),
  ...(temporary_mode && temporary_mode !== 'allowed' && { temporary_mode }),
});

async function linksOf(db: Queryable, id: number) {
  const configuration = await configurationOf(db, id);
  if (!configuration) throw new AppError('agent_not_found');
  return configuration;
}

/** Without those that expect a verified answer: a copy has none. */
async function checksOf(db: Queryable, agent_id: number): Promise<Checks> {
  const checks = await db
    .select({ question: agent_checks.question, expectation: agent_checks.expectation })
    .from(agent_checks)
    .where(eq(agent_checks.agent_id, agent_id))
    .orderBy(asc(agent_checks.id));
  return checks.filter(({ expectation }) => !partsOf(expectation).some(({ kind }) => kind === 'verified'));
}

const namesOf = (things: { name: string }[]) => things.map(({ name }) => name).toSorted();
