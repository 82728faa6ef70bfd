/** Agents: as their users see them, and as administrators make them. */
import { z } from 'zod';
import { AgentConfiguration, AgentVersion, GivenModelRules, ModelRules } from './agent-configuration.ts';
import { NEW_AGENT } from './agent-models.ts';
import { CompiledPrompt, CustomPrompt, PromptSections } from './agent-prompt.ts';
import { del, get, post, put } from './endpoint.ts';
import { Nothing } from './envelope.ts';
import { Expectation } from './expectations.ts';
import { FileRules } from './file-rules.ts';
import { DEPLOY_GATES } from './gate.ts';
import { AGENTS_PAGE, DESCRIPTION_MAX, NAME_MAX } from './limits.ts';
import { Openers, ScopeNote, SUGGESTION_MODES, TEMPORARY_MODES } from './openers.ts';
import { Flag, Id, IdNumber, Ids, Limit, Search, Skip, Time } from './paging.ts';
import { Tag } from './tags.ts';

export const AgentSummary = z
  .object({
    id: z.int(),
    name: z.string(),
    description: z.string().nullable(),
    tags: z.array(Tag),
    deploy_status: z.boolean(),
    ...FileRules.shape,
    /** Some base of it is dated: its answers are for a day. */
    validity: z.boolean(),
    /** Example questions, in the order of their administrator. */
    openers: z.array(z.string()),
    /** The scope of the agent, in words for readers. */
    scope_note: z.string().nullable(),
    /** Whether a conversation with it may be temporary. */
    temporary_mode: z.enum(TEMPORARY_MODES),
  })
  .meta({ id: 'AgentSummary' });
export type AgentSummary = z.output<typeof AgentSummary>;

export const Agent = AgentSummary.extend({
  /** Catalogue id; null runs on the fallback. */
  model: z.string().nullable(),
  temperature: z.number().nullable(),
  ...ModelRules.shape,
  /** How questions to ask next are made after an answer. */
  suggestions: z.enum(SUGGESTION_MODES),
  /** Positions in `openers` for which the last nightly run found nothing. */
  openers_empty: z.array(z.int()),
  /** Its checks are run every night. */
  nightly_checks: z.boolean(),
  /** The administrator who hears when its checks no longer hold. */
  owner: z.object({ id: z.int(), name: z.string() }).nullable(),
  /** Its own gate; null: as the installation says. */
  deploy_gate: z.enum(DEPLOY_GATES).nullable(),
  /** The gate that holds. */
  gate: z.enum(DEPLOY_GATES),
  /** The version of changes that wait for publication; null where there are none. */
  candidate_version_id: z.int().nullable(),
  /** The configuration of these changes; null where none wait. */
  candidate: AgentConfiguration.nullable(),
  use_guided_prompt: z.boolean(),
  use_security_prompt: z.boolean(),
  prompt_sections: PromptSections,
  custom_prompt: z.string().nullable(),
  created_at: Time,
  updated_at: Time,
  /** Questions asked of it, test chats apart. */
  messages_count: z.int(),
  user_groups_count: z.int(),
  /** People whose group may use it. */
  users_count: z.int(),
  /** The version that its answers record now. */
  version_id: z.int().nullable(),
}).meta({ id: 'Agent' });
export type Agent = z.output<typeof Agent>;

const AgentName = z
  .string('Informe o nome do agente.')
  .trim()
  .min(1, 'Informe o nome do agente.')
  .max(NAME_MAX, 'O nome deve ter no máximo 200 caracteres.');
const Description = z
  .string()
  .trim()
  .max(DESCRIPTION_MAX, 'A descrição deve ter no máximo 2.000 caracteres.')
  .nullable();
const Temperature = z
  .number('A temperatura deve estar entre 0 e 1.')
  .min(0, 'A temperatura deve estar entre 0 e 1.')
  .max(1, 'A temperatura deve estar entre 0 e 1.');

export const NewAgent = z
  .object({
    name: AgentName,
    description: Description.default(null),
    use_guided_prompt: z.boolean().default(true),
    use_security_prompt: z.boolean().default(true),
    model: z.string().max(200).nullable().default(NEW_AGENT.model),
    temperature: Temperature.nullable().default(NEW_AGENT.temperature),
  })
  .meta({ id: 'NewAgent' });

/** Shown to readers before and after they ask; it shapes no answer, so that it is no part of a version. */
const GivenGuidance = z
  .object({
    openers: Openers,
    scope_note: ScopeNote,
    suggestions: z.enum(SUGGESTION_MODES, 'Escolha uma opção da lista.'),
    temporary_mode: z.enum(TEMPORARY_MODES, 'Escolha uma opção da lista.'),
  })
  .partial();

/** The care for an agent; no part of a version. */
const GivenCare = z
  .object({
    nightly_checks: z.boolean(),
    owner_user_id: z.int().positive().nullable(),
    deploy_gate: z.enum(DEPLOY_GATES, 'Escolha uma opção da lista.').nullable(),
  })
  .partial();

/** An absent key leaves what is stored; null clears it. */
export const AgentChange = z
  .object({
    name: AgentName.optional(),
    description: Description.optional(),
    use_guided_prompt: z.boolean().optional(),
    use_security_prompt: z.boolean().optional(),
    model: z.string().max(200).nullable().optional(),
    temperature: Temperature.nullable().optional(),
    prompt_sections: PromptSections.optional(),
    custom_prompt: CustomPrompt.optional(),
    ...GivenModelRules.shape,
    ...GivenGuidance.shape,
    ...GivenCare.shape,
  })
  .meta({ id: 'AgentChange' });
export type AgentChange = z.output<typeof AgentChange>;

/** An agent as one file. Links go by name: the import reports names that this installation does not have. */
export const AgentFile = z
  .object({
    format: z.literal('prosa-agent'),
    format_version: z.literal(1),
    name: AgentName,
    description: Description,
    model: z.string().max(200).nullable(),
    temperature: Temperature.nullable(),
    use_guided_prompt: z.boolean(),
    use_security_prompt: z.boolean(),
    prompt_sections: PromptSections,
    custom_prompt: CustomPrompt,
    ...GivenModelRules.shape,
    ...GivenGuidance.shape,
    tags: z.array(z.string().trim().min(1).max(50)).max(200),
    knowledge_bases: z.array(z.string().max(NAME_MAX)).max(1_000),
    data_sources: z.array(z.string().max(NAME_MAX)).max(1_000),
    checks: z
      .array(z.object({ question: z.string().trim().min(1).max(20_000), expectation: Expectation }))
      .max(200),
  })
  .meta({ id: 'AgentFile' });
export type AgentFile = z.output<typeof AgentFile>;

const page = { skip: Skip, limit: Limit(AGENTS_PAGE), search: Search, tag_ids: Ids };

export const agentsApi = {
  available: get('/agents/available', {
    access: 'user',
    summary:
      'The deployed agents that the caller may talk to: last changed first, or in the order in which a new conversation shows them to the caller',
    query: z.object({ ...page, order: z.enum(['changed', 'own']).default('changed') }),
    list: AgentSummary,
  }),
  start: get('/agents/start', {
    access: 'user',
    summary:
      'The agents that a new conversation begins with: the one that the caller asked last, the ones they ask most, the others by name',
    list: AgentSummary,
  }),
  list: get('/agents', {
    access: 'admin',
    summary: 'All agents, last changed first; with tags, those that have more of them first',
    query: z.object({ ...page, deployed_only: Flag(false) }),
    list: Agent,
  }),
  one: get('/agents/:id', {
    access: 'user',
    summary: 'One agent: whole for administrators, a summary for those who may talk to it',
    params: Id,
    reply: z.union([Agent, AgentSummary]),
    missing: 'agent_not_found',
  }),
  create: post('/agents', {
    access: 'admin',
    summary: 'Makes an agent, as a draft',
    body: NewAgent,
    reply: Agent,
    status: 201,
    idempotent: true,
  }),
  update: put('/agents/:id', {
    access: 'admin',
    summary: 'Changes what is given of an agent',
    params: Id,
    body: AgentChange,
    reply: Agent,
    missing: 'agent_not_found',
  }),
  remove: del('/agents/:id', {
    access: 'admin',
    summary: 'Deletes an agent; its conversations stay readable',
    params: Id,
    reply: Nothing,
    missing: 'agent_not_found',
  }),
  deploy: post('/agents/:id/deploy', {
    access: 'admin',
    summary: 'Deploys a draft, or makes a deployed agent a draft again',
    params: Id,
    /** Without it the state is toggled; with it a double click changes nothing. */
    body: z.object({ deploy_status: z.boolean().optional() }).nullish(),
    reply: Agent,
    missing: 'agent_not_found',
  }),
  compile: post('/agents/compile-prompt', {
    access: 'admin',
    summary: 'What a model would be told by these settings',
    body: z.object({
      use_guided_prompt: z.boolean(),
      use_security_prompt: z.boolean(),
      prompt_sections: PromptSections,
      custom_prompt: CustomPrompt,
      /** For the variable of that name. */
      agent_name: z.string().max(NAME_MAX).default(''),
    }),
    reply: CompiledPrompt,
  }),
  versions: get('/agents/:id/versions', {
    access: 'admin',
    summary: 'What the agent’s configuration has been, newest first',
    params: Id,
    query: z.object({ skip: Skip, limit: Limit(AGENTS_PAGE) }),
    list: AgentVersion,
    missing: 'agent_not_found',
  }),
  restore: post('/agents/:id/versions/:versionId/restore', {
    access: 'admin',
    summary: 'Gives the agent the configuration of an earlier version',
    params: Id.extend({ versionId: IdNumber }),
    /** `missing`: names of linked bases and sources that no longer exist. */
    reply: z.object({ agent: Agent, missing: z.array(z.string()) }),
    missing: 'agent_not_found',
  }),
  duplicate: post('/agents/:id/duplicate', {
    access: 'admin',
    summary: 'Makes a draft like this agent',
    params: Id,
    reply: Agent,
    status: 201,
    missing: 'agent_not_found',
  }),
  exportFile: get('/agents/:id/export', {
    access: 'admin',
    summary: 'The agent as one file',
    params: Id,
    bare: AgentFile,
    missing: 'agent_not_found',
  }),
  importFile: post('/agents/import', {
    access: 'admin',
    summary: 'Makes a draft from a file',
    body: AgentFile,
    /** `missing`: names of linked bases and sources that do not exist here. `left_out`: reserves that cannot be used here. */
    reply: z.object({ agent: Agent, missing: z.array(z.string()), left_out: z.array(z.string()) }),
    status: 201,
  }),
  addTag: post('/agents/:id/tags/:tagId', {
    access: 'admin',
    summary: 'Gives an agent a tag',
    params: Id.extend({ tagId: IdNumber }),
    reply: z.array(Tag),
    missing: 'agent_not_found',
  }),
  removeTag: del('/agents/:id/tags/:tagId', {
    access: 'admin',
    summary: 'Takes a tag from an agent',
    params: Id.extend({ tagId: IdNumber }),
    reply: z.array(Tag),
    missing: 'agent_not_found',
  }),
};
