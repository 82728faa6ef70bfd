/** What the record of administration keeps of an agent: of the words that shape its answers only their mark. */
import { markOf, type Values } from '../audit/values.ts';
import type { AgentRow } from './store.ts';

export const named = ({ id, name }: Pick<AgentRow, 'id' | 'name'>) => ({
  object_type: 'agent' as const,
  object_id: id,
  object_name: name,
});

export const audited = (agent: AgentRow): Values => ({
  name: agent.name,
  description: agent.description,
  deploy_status: agent.deploy_status,
  model: agent.model,
  temperature: agent.temperature,
  use_guided_prompt: agent.use_guided_prompt,
  use_security_prompt: agent.use_security_prompt,
  ...Object.fromEntries(
    Object.entries(agent.prompt_sections).map(([section, text]) => [
      `prompt_sections.${section}`,
      markOf(text),
    ]),
  ),
  custom_prompt: markOf(agent.custom_prompt),
});
