/** The settings of an agent while the Configuration tab edits them. */

import { DEFAULT_MODEL_RULES } from '#contract/agent-configuration.ts';
import { AGENT_FALLBACK } from '#contract/agent-models.ts';
import type { Agent, AgentChange } from '#contract/agents.ts';

export type Draft = Pick<
  Agent,
  | 'name'
  | 'description'
  | 'model'
  | 'temperature'
  | 'use_guided_prompt'
  | 'use_security_prompt'
  | 'prompt_sections'
  | 'custom_prompt'
  | 'fallback_models'
  | 'reasoning_effort'
  | 'personal_data'
  | 'personal_data_kinds'
  | 'residency_max'
  | 'refuse_unchecked_numbers'
  | 'files'
>;

export function draftOf(agent: Agent): Draft {
  return {
    name: agent.name,
    description: agent.description,
    model: agent.model,
    temperature: agent.temperature,
    use_guided_prompt: agent.use_guided_prompt,
    use_security_prompt: agent.use_security_prompt,
    prompt_sections: agent.prompt_sections,
    custom_prompt: agent.custom_prompt,
    fallback_models: agent.fallback_models,
    reasoning_effort: agent.reasoning_effort,
    personal_data: agent.personal_data,
    personal_data_kinds: agent.personal_data_kinds,
    residency_max: agent.residency_max,
    refuse_unchecked_numbers: agent.refuse_unchecked_numbers,
    files: agent.files,
  };
}

/** The start of an edit: the settings that wait behind the gate, or else the live ones. */
export function editedDraftOf(agent: Agent): Draft {
  if (!agent.candidate) return draftOf(agent);
  const { knowledge_bases: _, data_sources: __, ...settings } = agent.candidate;
  const { name, description } = agent;
  return { ...DEFAULT_MODEL_RULES, ...settings, name, description };
}

/** While the guided prompt is on, the custom one is not sent: what is stored of it stays. */
export function changeOf({ custom_prompt, ...draft }: Draft): AgentChange {
  const change = { ...draft, name: draft.name.trim(), description: draft.description?.trim() || null };
  return draft.use_guided_prompt ? change : { ...change, custom_prompt: custom_prompt || null };
}

/** Whether both would be stored as the same. */
export function sameDraft(one: Draft, other: Draft): boolean {
  return fingerprint(one) === fingerprint(other);
}

/** The model and temperature that answer: null is stored for «nothing chosen», which falls back. */
export function effective({ model, temperature }: Pick<Draft, 'model' | 'temperature'>) {
  return { model: model ?? AGENT_FALLBACK.model, temperature: temperature ?? AGENT_FALLBACK.temperature };
}

function fingerprint(draft: Draft): string {
  const { identity, goal, response_style, constraints, custom_instructions } = draft.prompt_sections;
  return JSON.stringify([
    draft.name.trim(),
    draft.description?.trim() || null,
    draft.model,
    draft.temperature,
    draft.use_guided_prompt,
    draft.use_security_prompt,
    [identity, goal, response_style, constraints, custom_instructions],
    draft.custom_prompt || null,
    draft.fallback_models,
    draft.reasoning_effort,
    draft.personal_data,
    draft.personal_data_kinds,
    draft.residency_max,
    draft.refuse_unchecked_numbers,
    draft.files,
  ]);
}
